/** Roles that decide what to look up. */
import { isAbstention } from '../../../src/reasoning/abstention.ts';
import { anotherWay, compoundTarget, independentSteps, misasked, missingSteps, wantedOf, wasAsked } from '../asking.ts';
import type { Belief } from '../evidence.ts';
import { derive, qualifierIn } from '../evidence.ts';
import { type Target, typeOf } from '../knowledge.ts';
import type { Mind } from '../mind.ts';
import { fill, plain, rephrasings, state, statedIn } from '../wording.ts';
import type { Asked, Behavior, Reply } from './behavior.ts';
import { finish } from './answering.ts';

/** The next sub-question, or null when there is none to ask. An error is a wrong question. */
function nextQuestion(mind: Mind, { question, steps, sample }: Pick<Asked, 'question' | 'steps' | 'sample'>): string | null {
  const [target] = mind.knowledge.targets(question);
  const next = target && missingSteps(target, { earlier: steps, prefersEarlier: true }).find((one) => !wasAsked(one.question, steps));
  if (!target || !next) return null;
  const turn = { role: 'ask', sample };
  if (!mind.draws.errs('ask', question, String(sample), ...steps.map((step) => step.question))) return next.question;
  const beliefs = derive(target.gold, { passages: [], earlier: steps, prefersEarlier: true, isKnown: () => false });
  const wrong = misasked(mind, target, next.step, beliefs, turn);
  return wasAsked(wrong, steps) ? next.question : wrong;
}

export const step: Behavior = (mind, asked) => {
  const next = nextQuestion(mind, asked);
  if (next !== null) return { reply: { reasoning: 'This is not known yet.', action: 'ask', sub_question: next, answer: '', missing: '' } };
  return { reply: { ...final(mind, asked), reasoning: 'The steps are complete.', action: 'finish', sub_question: '' } };
};

export const followUp: Behavior = (mind, asked) => {
  const next = nextQuestion(mind, asked);
  if (next !== null) return { reply: { needs_follow_up: true, follow_up: next, answer: '', missing: '' } };
  return { reply: { ...final(mind, asked), needs_follow_up: false, follow_up: '' } };
};

/**
 * What earlier sub-questions have found, and what is not known yet and can be asked now. An error overlooks all that is missing, or asks
 * for something else.
 */
export const gaps: Behavior = (mind, { question, passages, steps, sample }) => {
  const [target] = mind.knowledge.targets(question);
  const found = steps.flatMap(({ question: asked, answer: known }, i) => {
    const { answer, citations } = isAbstention(known) ? mind.answer(asked, { passages }, { role: 'read', sample }) : unread;
    return answer === null
      ? []
      : [
          {
            step: i + 1,
            answer,
            qualifier: qualifierIn(
              passages.filter(({ number }) => number === citations[0]),
              answer,
            ),
            passage: citations[0] ?? 0,
          },
        ];
  });
  const earlier = steps.map((step, i) => ({ ...step, ...found.find((one) => one.step === i + 1) }));
  const missing = target ? missingSteps(target, { passages, earlier }) : [];
  const asked = missing.flatMap((one) => anotherWay(one.question, steps));
  const about = ['gaps', question, String(sample), ...passages.map(({ plainText }) => plainText)];
  const reply = (said: readonly string[]) => ({ reply: { found, gaps: missing.map((one) => gapOf(one.question)), sub_questions: said } });
  if (!target || missing.length === 0 || !mind.draws.errs(...about)) return reply(asked);
  if (mind.draws.pick([true, false], ...about)) return { reply: { found, gaps: [], sub_questions: [] } };
  const beliefs = derive(target.gold, { passages, earlier, prefersEarlier: false, isKnown: () => false });
  const wrong = misasked(mind, target, missing[0]?.step ?? 0, beliefs, { role: 'gaps', sample });
  return reply([wrong, ...asked.slice(1)]);
};

const unread = { answer: null, citations: [] } as const;

/** Whether the proposed sub-question is a step of the question. Each vote errs independently. */
export const verify: Behavior = (mind, { question, steps, sample }) => {
  const proposed = steps.at(-1)?.question ?? '';
  const gold = mind.knowledge.question([question], question);
  const isAligned = gold === undefined || mind.knowledge.isStepOf(gold, proposed);
  return { reply: { aligned: mind.draws.errs('verify', question, proposed, String(sample)) ? !isAligned : isAligned } };
};

export const classify: Behavior = (mind, asked) => ({ reply: { type: typeSaid(mind, asked) } });

function typeSaid(mind: Mind, { question, sample }: Pick<Asked, 'question' | 'sample'>) {
  const gold = mind.knowledge.question([question], question);
  const type = gold ? typeOf(gold) : 'hybrid';
  const others = (['inference', 'comparison', 'hybrid'] as const).filter((one) => one !== type);
  const isMistaken = mind.draws.errs('classify', question, String(sample));
  return isMistaken ? mind.draws.pick(others, 'classify', question) : type;
}

/**
 * All steps at once, with placeholders for the answers they need. An error is a step that lacks its dependency or asks for another
 * relation, which no passage answers. A new attempt after feedback is a new draw.
 */
export const plan: Behavior = (mind, asked) => {
  const { question, steps, sample, hasSchema, text } = asked;
  const planned = plannedSteps(mind, question, [String(sample), ...steps.map(({ text }) => text)]);
  const failed = steps.filter(({ text }) => /^Problem: no/m.test(text)).map((step) => step.question);
  const numbered = planned.map((one) => otherThan(one, failed)).map((sub_question, i) => ({ id: String(i + 1), sub_question }));
  // The paper uses a dictionary; strict servers get the list that the schema requires.
  const dictionary = Object.fromEntries(numbered.map(({ id, sub_question }) => [id, { sub_question }]));
  const type = /^- "type" \(/m.test(text) ? { type: typeSaid(mind, asked) } : {};
  return { reply: { question, ...type, decomposed_questions: hasSchema ? numbered : dictionary } };
};

/** The question, in the next wording the model knows where one of its wordings has failed. */
function otherThan(question: string, failed: readonly string[]): string {
  const wordings = [question, ...rephrasings(question)];
  const last = wordings.findLastIndex((one) => failed.some((other) => plain(other) === plain(one)));
  return wordings[(last + 1) % wordings.length] ?? question;
}

function plannedSteps(mind: Mind, question: string, about: readonly string[]): readonly string[] {
  const target = compoundTarget(mind, question);
  const whole: Target | undefined = target ?? mind.knowledge.targets(question)[0];
  if (!whole) return [question];
  const wanted = target ? wantedOf(target) : [0];
  const numberOf = new Map(wanted.map((step, i) => [step, i + 1]));
  const beliefs: readonly (Belief | null)[] = whole.gold.steps.map((_, i) => {
    const number1 = numberOf.get(i);
    return number1 === undefined ? null : { answer: `{sub_question_${number1}_answer}`, isRight: true, citations: [] };
  });
  const answers = beliefs.map((belief) => belief?.answer ?? null);
  const asked = target ? wanted.map((step) => fill(target.gold.steps[step]?.question ?? '', answers) ?? question) : [question];
  if (!mind.draws.errs('plan', question, ...about)) return asked;
  const bad = mind.draws.pick([...wanted.keys()], 'bad step', question, ...about) ?? 0;
  const turn = { role: `plan ${about.join(' ')}`, sample: 0 };
  return asked.map((one, i) => (i === bad ? misasked(mind, whole, wanted[i] ?? 0, beliefs, turn) : one));
}

/** Parts that do not need each other's answers. An error is a part that asks the wrong question. */
export const split: Behavior = (mind, { question, sample }) => {
  const target = compoundTarget(mind, question);
  const parts = target ? [...new Set(independentSteps(target))].filter((part) => plain(part) !== plain(question)) : [];
  if (!target || parts.length === 0 || !mind.draws.errs('split', question, String(sample))) return { reply: { sub_questions: parts } };
  const beliefs = independentSteps(target).map((part): Belief => ({ answer: part, isRight: false, citations: [] }));
  const bad = mind.draws.pick([...parts.keys()], 'bad part', question, String(sample)) ?? 0;
  const wrong = misasked(mind, target, wantedOf(target)[0] ?? 0, beliefs, { role: 'split', sample });
  return { reply: { sub_questions: parts.map((part, i) => (i === bad ? wrong : part)) } };
};

/** The next fact in the passages, otherwise what is still missing, which becomes the next query; the answer as soon as it follows. */
export const nextThought: Behavior = (mind, { question, passages, steps, sample }) => {
  const thoughts = steps.map(({ thought }) => thought);
  const earlier = thoughts.flatMap(statedIn);
  const given = { passages, earlier, prefersEarlier: true };
  const turn = { role: 'thought', sample };
  if (mind.truth(question, given)) return announce(mind.answer(question, given, turn).answer);
  const [target] = mind.knowledge.targets(question);
  if (!target) return announce(mind.answer(question, given, turn).answer);
  const beliefs = derive(target.gold, { ...given, isKnown: () => false });
  const open = wantedOf(target).flatMap((i) => {
    const asked = fill(
      target.gold.steps[i]?.question ?? '',
      beliefs.map((belief) => belief?.answer ?? null),
    );
    return asked === null || wasAsked(asked.replace(/\?+$/, ''), earlier) ? [] : [asked];
  });
  for (const asked of open) {
    const { answer } = mind.answer(asked, { passages }, turn);
    if (answer !== null) return { reply: state(asked, answer) };
  }
  const wondered = open.map(wonder).find((sentence) => !thoughts.some((thought) => plain(thought) === plain(sentence)));
  return wondered === undefined ? announce(null) : { reply: wondered };
};

function wonder(question: string): string {
  return `It is not known yet: ${question.trim().replace(/\?+$/, '')}.`;
}

function announce(answer: string | null): { readonly reply: string } {
  return { reply: `So the answer is: ${answer ?? 'unknown'}.` };
}

/** The fields of an answer from the steps. */
function final(mind: Mind, asked: Asked): Reply {
  const { reply } = finish(mind, asked);
  const { answer, missing } = typeof reply === 'object' ? reply : {};
  return { answer: answer ?? 'unknown', missing: missing ?? '' };
}

function gapOf(question: string): string {
  return question.replace(/\?+$/, '');
}
