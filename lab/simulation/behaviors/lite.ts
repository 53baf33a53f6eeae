/** Roles of the prompt-only approximations of fine-tuned and graph systems. */
import { dialoguePrompt } from '../../pipelines/prompts/lite.ts';
import { missingSteps, misasked, partAnswer, subjectOf, wantedOf, wasAsked } from '../asking.ts';
import type { GoldStep } from '../dataset.ts';
import {
  answersOf,
  askedRightly,
  type Belief,
  derive,
  factOf,
  isGold,
  quoteFrom,
  readStep,
  saying,
  type ShownPassage,
  type EarlierStep,
} from '../evidence.ts';
import type { Target } from '../knowledge.ts';
import type { Mind } from '../mind.ts';
import { fill, plain } from '../wording.ts';
import { answerFields, type Asked, type Behavior, orRecalled } from './behavior.ts';

export const decideRetrieval: Behavior = (mind, { question, sample }) => {
  const isNeeded = mind.knownShare(question) < 1;
  return { reply: { retrieve: mind.draws.errs('retrieve', question, String(sample)) ? !isNeeded : isNeeded } };
};

/** Answers from one passage and judges it. The errors of both are independent. */
export const assess: Behavior = (mind, asked) => {
  const { question, passages, sample } = asked;
  const answer = orRecalled(mind.answer(question, { passages }, { role: 'read', sample }), mind, asked);
  const [passage] = passages;
  const isRelated = passage !== undefined && mind.knowledge.targets(question).some(({ gold }) => isGold(passage, gold));
  const isMistaken = mind.draws.errs('assess', question, passage?.plainText ?? '', String(sample));
  const relevant = isMistaken ? !isRelated : isRelated;
  const isSupported = answer.answer !== null && answer.isRemembered !== true && relevant;
  const { reasoning: _, ...said } = answerFields(answer, '');
  return {
    reply: {
      ...said,
      relevant,
      support: isSupported ? 'full' : relevant ? 'partial' : 'none',
      usefulness: isSupported ? 5 : relevant ? 3 : 1,
    },
    sureness: answer.sureness,
  };
};

/** The facts in the passages that are steps of the question, including later steps. */
export const extractTriples: Behavior = (mind, { question, passages, sample }) => {
  const triples = readableSteps(mind, question, passages).flatMap(({ asked, belief }) => {
    const { answer } = mind.answer(asked, { passages }, { role: 'read', sample });
    return answer === null ? [] : [{ ...relationOf(asked), tail: answer, passage: belief.citations[0] ?? 1 }];
  });
  return { reply: { triples } };
};

export const judgeSufficiency: Behavior = (mind, { question, steps, sample }) => {
  const [target] = mind.knowledge.targets(question);
  const given = { earlier: stepsByTriples(target, steps), prefersEarlier: true };
  const isEnough = mind.truth(question, given) !== null;
  const isMistaken = mind.draws.errs('sufficient', question, String(sample), ...steps.map(({ text }) => text));
  const next = target ? missingSteps(target, given)[0]?.question : undefined;
  const sufficient = isMistaken ? !isEnough : isEnough;
  return { reply: { reasoning: 'This is what the facts say.', sufficient, next_query: sufficient ? '' : (next ?? question) } };
};

export const readWithTriples: Behavior = (mind, asked) => {
  const { question, passages, steps, sample } = asked;
  const earlier = stepsByTriples(mind.knowledge.targets(question)[0], steps);
  const answer = orRecalled(mind.answer(question, { passages, earlier }, { role: 'read', sample }), mind, asked);
  const citations =
    answer.citations.length > 0 || answer.isRemembered === true ? answer.citations : saying(passages, answer.answer ?? '').slice(0, 1);
  const part = partAnswer(mind, question, { passages, earlier });
  return { reply: answerFields({ ...answer, citations }, 'The facts and passages say so.', part), sureness: answer.sureness };
};

/** A passage is useful if a step of the query can be answered from it. Each judgment errs independently. */
export const label: Behavior = (mind, { question, passages, sample }) => {
  const readable = partsOf(question).flatMap((part) => readableSteps(mind, part, passages));
  const useful = passages.filter((passage) => {
    const isUseful = readable.some(({ belief }) => belief.citations.includes(passage.number));
    return mind.draws.errs('label', question, passage.plainText, String(sample)) ? !isUseful : isUseful;
  });
  const spans = useful.flatMap((passage) => {
    const answers = readable.filter(({ belief }) => belief.citations.includes(passage.number)).map(({ belief }) => belief.answer);
    return [...new Set((answers.length > 0 ? answers : ['']).map((answer) => quoteFrom(passage, answer)))].map((words) => ({
      passage: passage.number,
      words,
    }));
  });
  return { reply: { useful: useful.map(({ number }) => number), spans } };
};

/** Asks at once for everything that follows from the words found; done when nothing is open. */
export const nextQuery: Behavior = (mind, { question, steps, sample }) => {
  const [target] = mind.knowledge.targets(question);
  const query = steps.at(-1)?.question ?? question;
  const open = target ? openAfter(target, query, foundIn(steps.at(-1)?.text ?? '')) : [];
  const next = open.join(' ');
  if (!target || open.length === 0 || !mind.draws.errs('next query', question, query, String(sample)))
    return { reply: { next_query: next, done: next === '' } };
  const wrong = misasked(mind, target, wantedOf(target)[0] ?? 0, [], { role: 'next query', sample });
  return { reply: { next_query: wrong, done: false } };
};

/** Searches for what the passages shown so far lack, as long as searching is allowed. */
export const dialogue: Behavior = (mind, asked) => {
  const { question, passages, steps, sample, text } = asked;
  const mustAnswer = lastCall.every((line) => text.includes(line));
  const [target] = mind.knowledge.targets(question);
  const missing = target && mind.truth(question, { passages }) === null ? missingSteps(target, { passages }) : [];
  const next = missing.find((one) => !wasAsked(one.question, steps));
  if (target && next && !mustAnswer) {
    const beliefs = derive(target.gold, { passages, earlier: [], prefersEarlier: false, isKnown: () => false });
    const isMistaken = mind.draws.errs('ask', question, String(sample), ...steps.map((step) => step.question));
    const query = isMistaken ? misasked(mind, target, next.step, beliefs, { role: 'ask', sample }) : next.question;
    return { reply: { reasoning: 'This is not known yet.', action: 'query', query, answer: '', citations: [] } };
  }
  const answer = orRecalled(mind.answer(question, { passages }, { role: 'read', sample }), mind, asked);
  const { abstain: _none, ...fields } = answerFields(answer, 'The passages say so.', partAnswer(mind, question, { passages }));
  return { reply: { ...fields, action: 'final', query: '' }, sureness: answer.sureness };
};

/** The lines that a prompt has only when no further search is allowed. */
const lastCall = linesOf(true).filter((line) => !linesOf(false).includes(line));

function linesOf(mustAnswer: boolean): readonly string[] {
  return dialoguePrompt({ question: '', rounds: [], passages: [], mustAnswer }, []).flatMap(({ content }) => content.split('\n'));
}

/** Steps of the question that the passages answer, asked with all gold answers filled in. */
function readableSteps(mind: Mind, question: string, passages: readonly ShownPassage[]) {
  return mind.knowledge
    .targets(question)
    .slice(0, 1)
    .flatMap((target) =>
      wantedOf(target).flatMap((i) => {
        const step = target.gold.steps[i];
        const belief = step ? readStep(target.gold, step, passages) : null;
        return belief ? [{ asked: askedRightly(target.gold, i), belief }] : [];
      }),
    );
}

/** The open steps once the words found for a query are filled in. Names filled in by the query itself were found before. */
function openAfter(target: Target, query: string, found: readonly string[]): readonly string[] {
  const { gold } = target;
  const asked = partsOf(query).map(plain);
  const isAsked = (i: number): boolean => asked.includes(factOf(gold, i));
  const isFirst = plain(query) === plain(gold.question);
  const beliefs: (Belief | null)[] = [];
  gold.steps.forEach((step, i) => {
    const canBe = step.needs.every((needed) => beliefs[needed] !== null);
    const isFound = isFirst || isAsked(i) ? isFoundIn(found, step) : !step.needs.some(isAsked);
    beliefs.push(canBe && isFound ? { answer: step.answer, isRight: true, citations: [] } : null);
  });
  return wantedOf(target).flatMap((i) => {
    const open = beliefs[i] === null ? fill(gold.steps[i]?.question ?? '', answersOf(beliefs)) : null;
    return open === null ? [] : [/\?\s*$/.test(open) ? open : `${open}?`];
  });
}

function foundIn(step: string): readonly string[] {
  return [...step.matchAll(/^Found: (.*)$/gm)].map(([, words = '']) => plain(words));
}

/** Whether the words found contain the answer or, if no gold passage has it in words, part of a gold passage. */
function isFoundIn(found: readonly string[], { answer, goldTexts }: GoldStep): boolean {
  const saysIt = (text: string): boolean => text.includes(plain(answer));
  return found.some(saysIt) || (!goldTexts.some(saysIt) && found.some((words) => goldTexts.some((text) => text.includes(words))));
}

function partsOf(query: string): readonly string[] {
  const parts = query.match(/[^?]+\??/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Answers to steps of the question that the triples contain. */
function stepsByTriples(target: Target | undefined, facts: Asked['steps']): readonly EarlierStep[] {
  const earlier: EarlierStep[] = [];
  const answers: (string | null)[] = [];
  for (const step of target?.gold.steps ?? []) {
    const asked = fill(step.question, answers);
    const { head, relation } = relationOf(asked ?? '');
    const start = plain(`${head} ${relation}`);
    const fact = asked === null ? undefined : facts.find(({ fact: said }) => plain(said).startsWith(start));
    const answer = fact ? lastWords(fact.fact, plain(fact.fact).trim().split(' ').length - start.trim().split(' ').length) : null;
    answers.push(answer);
    if (asked !== null && answer !== null) earlier.push({ question: asked, answer });
  }
  return earlier;
}

/** A question as subject and relation. */
function relationOf(question: string): { readonly head: string; readonly relation: string } {
  const head = subjectOf(question);
  const rest = question
    .replace(head, ' ')
    .replace(/^\s*(?:in which|who|what|when|where|which|how)\b/i, '')
    .replace(/[?"]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return { head, relation: rest === '' ? 'is' : rest };
}

/** The last `n` words of a text. */
function lastWords(text: string, n: number): string {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  const first = words[words.length - n];
  return first ? text.slice(first.index) : '';
}
