/** Roles that answer: from passages, from earlier steps, from memory. */
import { isAbstention } from '../../../src/reasoning/abstention.ts';
import { qualifierIn, quoteFrom, saying } from '../evidence.ts';
import { factsOf } from '../knowledge.ts';
import type { Answer, Mind } from '../mind.ts';
import { partAnswer, wantedOf } from '../asking.ts';
import { isSameAnswer, plain, state, statedIn } from '../wording.ts';
import { answerFields, type Asked, type Behavior, orRecalled, type Said } from './behavior.ts';

/** An answer from the passages, or from what thoughts say where the passages do not. `role` names its random draws. */
export function readingAs(role: string): Behavior {
  return (mind, asked) => {
    const { question, passages, steps, sample } = asked;
    const earlier = steps.flatMap(({ thought }) => statedIn(thought));
    const answer = orRecalled(mind.answer(question, { passages, earlier }, { role, sample }), mind, asked);
    const cited = passages.filter(({ number }) => answer.citations.includes(number));
    const apart = asked.isStep && answer.answer !== null ? { qualifier: qualifierIn(cited, answer.answer) } : {};
    const part = partAnswer(mind, question, { passages, earlier });
    return { reply: { ...answerFields(answer, 'The cited passages say so.', part), ...apart }, sureness: answer.sureness };
  };
}

/** An answer in any case: a guess without evidence. */
export const answerAnyhow: Behavior = (mind, { question, passages, sample }) => {
  const { answer, sureness } = mind.answer(question, { passages, mustAnswer: true }, { role: 'asu', sample });
  return { reply: { reasoning: 'This seems to follow.', answer }, sureness };
};

/** The same answer without a structured reply. */
export const readInWords: Behavior = (mind, { question, passages, sample }) => {
  return inWords(mind.answer(question, { passages }, { role: 'read', sample }));
};

/** Trusts passages more than steps, since earlier answers may be wrong. */
export const check: Behavior = (mind, asked) => {
  const { question, passages, steps, sample } = asked;
  const answer = orRecalled(mind.answer(question, { passages, earlier: steps }, { role: 'check', sample }), mind, asked);
  const citations =
    answer.citations.length > 0 || answer.isRemembered === true ? answer.citations : saying(passages, answer.answer ?? '').slice(0, 1);
  const part = partAnswer(mind, question, { passages, earlier: steps });
  return {
    reply: answerFields({ ...answer, citations }, 'The steps hold, or the passages say otherwise.', part),
    sureness: answer.sureness,
  };
};

/** Answers from the steps alone. */
export const finish: Behavior = (mind, asked) => {
  const { question, steps, sample } = asked;
  const given = { earlier: steps, prefersEarlier: true };
  const answer = orRecalled(mind.answer(question, given, { role: 'finish', sample }), mind, asked);
  const part = partAnswer(mind, question, given);
  return {
    reply: { ...answerFields(answer, 'So the steps say.', part), answer: answer.answer ?? part.answer ?? 'unknown' },
    sureness: answer.sureness,
  };
};

export const recall: Behavior = (mind, { question, sample }) => {
  const answer = mind.recall(question, { role: 'recall', sample });
  return { reply: answerFields(answer, 'This is well known.'), sureness: answer.sureness };
};

export const draft: Behavior = (mind, { question, sample }) => inWords(mind.recall(question, { role: 'draft', sample }));

/**
 * Confident about what it knows fully, undecided about what it knows in part, unsure of the rest. An error is a confidence that is too high
 * or too low.
 */
export const stateConfidence: Behavior = (mind, { question, sample }) => {
  const confidence = confidenceIn(mind, question, sample);
  // In numbers, models tend to say nothing between "no idea" and "rather sure".
  const said = confidence < 0.2 && mind.draws.pick([true, true, false], 'no idea', question) ? 0 : Math.round(confidence * 100);
  return { reply: { answer: mind.recall(question, { role: 'recall', sample }).answer ?? 'unknown', confidence: said } };
};

/** The same confidence as token probabilities of a plain answer, which is a guess if it knows none. */
export const showConfidence: Behavior = (mind, { question, sample }) => {
  const answer = mind.recall(question, { role: 'recall', sample }).answer ?? mind.wrongAnswer(question, [], 'most likely');
  return { reply: answer, sureness: confidenceIn(mind, question, sample) };
};

/** States what it knows, sentence by sentence; nothing if it knows nothing, except for an occasional invention. */
export const background: Behavior = (mind, { question, sample }) => {
  const turn = { role: 'background', sample };
  const [target] = mind.knowledge.targets(question);
  if (!target) return { reply: '' };
  const facts = factsOf(target);
  const steps = wantedOf(target);
  const known = facts.flatMap((fact, i) => {
    const { question: asked } = target.gold.steps[steps[i] ?? -1] ?? target.gold;
    const answer = mind.draws.isKnown(fact) ? mind.recall(fact, turn).answer : null;
    const isWhole = target.gold.steps.length === 1;
    return answer === null ? [] : [state(isWhole ? asked : fact.trim(), answer)];
  });
  if (known.length > 0) return { reply: known.join(' ') };
  const isInvented = mind.draws.errs('invention', question, String(sample));
  return { reply: isInvented ? state(question, mind.wrongAnswer(question, [], 'invention', String(sample))) : '' };
};

/**
 * Finds the evidence, checks the given answer against it, and corrects it. A right answer is kept; a wrong one is detected except for the
 * error rate.
 */
export const refine: Behavior = (mind, { question, passages, text, sample }) => {
  const given = /<given>\n(.*)\n<\/given>/.exec(text)?.[1] ?? '';
  const truth = mind.truth(question, { passages });
  const about = ['refine', question, given, String(sample)];
  if (truth?.isRight !== true) {
    const isFooled =
      !isAbstention(given) && passages.length > 0 && mind.draws.errs(...about, ...passages.map(({ plainText }) => plainText));
    if (!isFooled) return verdict('', 'unsupported', '');
    const [near] = passages.filter(({ plainText }) => plainText.includes(plain(given)));
    return verdict(quoteFrom(near ?? passages[0], given), 'right', given);
  }
  const cited = passages.find(({ number }) => number === truth.citations[0]);
  // A computed answer is in no passage; the question says what it is computed from.
  const evidence = cited ? quoteFrom(cited, truth.answer) : question;
  const isCaught = !isSameAnswer(given, truth.answer) && !mind.draws.errs(...about);
  return isCaught ? verdict(evidence, 'wrong', truth.answer) : verdict(evidence, 'right', given);
};

function verdict(evidence: string, correctness: 'right' | 'wrong' | 'unsupported', correctAnswer: string): Said {
  return { reply: { evidence, correctness, correct_answer: correctAnswer } };
}

function inWords({ answer, sureness }: Answer): Said {
  return { reply: answer ?? 'unknown', sureness };
}

function confidenceIn(mind: Mind, question: string, sample: Asked['sample']): number {
  const share = mind.knownShare(question);
  const isMistaken = mind.draws.errs('confidence', question, String(sample));
  const level = share === 1 ? 'known' : share > 0 ? 'known in part' : 'unknown';
  const shown = isMistaken ? (level === 'known' ? 'unknown' : 'known') : level;
  const [low, high] = confidenceRanges[shown];
  return mind.draws.between(low, high, 'confidence', question, String(sample));
}

/** Ranges around α ± β of Self-DC with its published defaults (pipelines.md 4.1), each of which leads to a different branch. */
const confidenceRanges = { known: [0.78, 0.97], 'known in part': [0.53, 0.67], unknown: [0.03, 0.35] } as const;
