/** What the simulated model asks next: the gold steps in order, with the known answers filled in. */
import { type Belief, answersOf, derive, namesOf, type EarlierStep, unresolved } from './evidence.ts';
import { askedAbout, isCompound, neededFor, type Target } from './knowledge.ts';
import type { Given, Mind, Turn } from './mind.ts';
import { fill, plain, rephrasings, unqualified } from './wording.ts';

export interface Missing {
  readonly step: number;
  /** The question with the answers it needs filled in. */
  readonly question: string;
}

/** Unanswered steps that can be asked now, in order. A step asked without success also counts as missing. */
export function missingSteps({ gold, step }: Target, given: Given): readonly Missing[] {
  const beliefs = derive(gold, { passages: [], earlier: [], prefersEarlier: false, ...given, isKnown: () => false });
  return wantedOf({ gold, step }).flatMap((i) => {
    const question = beliefs[i] === null ? fill(gold.steps[i]?.question ?? '', namesOf(beliefs)) : null;
    return question === null ? [] : [{ step: i, question }];
  });
}

/** What there is of an answer that is none as a whole. */
export interface PartAnswer {
  readonly answer: string | null;
  readonly citations: readonly number[];
  /** What can be asked for and was not found; empty for nothing. */
  readonly missing: string;
}

export const noPart: PartAnswer = { answer: null, citations: [], missing: '' };

/**
 * What the evidence lacks for a question that it does not answer, and the parts of the answer that it has, where the answer is made of
 * those of its steps. Nothing for a question that comes apart no further.
 */
export function partAnswer(mind: Mind, question: string, given: Given): PartAnswer {
  const target = mind.knowledge.targets(question).find(({ gold, step }) => step === null && isCompound(gold));
  if (!target || mind.truth(question, given)) return noPart;
  const { answers, steps } = target.gold;
  const beliefs = derive(target.gold, { passages: [], earlier: [], prefersEarlier: false, ...given, isKnown: () => false });
  const isInParts = steps.every(({ answer, needs }) => needs.length === 0 && plain(answers[0] ?? '').includes(plain(answer)));
  const found = isInParts ? beliefs.flatMap((belief) => (belief?.isRight === true ? [belief] : [])) : [];
  return {
    answer: found.length > 0 ? found.map(({ answer }) => answer).join('; ') : null,
    citations: [...new Set(found.flatMap(({ citations }) => citations))],
    missing: missingSteps(target, given)
      .map((one) => one.question.replace(/\?+$/, ''))
      .join('; '),
  };
}

export function wasAsked(question: string, earlier: readonly Pick<EarlierStep, 'question'>[]): boolean {
  return earlier.some((one) => plain(unqualified(one.question)) === plain(unqualified(question)));
}

/** The question, or the first rephrasing of it, that was not asked yet; none when the model knows no other. */
export function anotherWay(question: string, earlier: readonly Pick<EarlierStep, 'question'>[]): readonly string[] {
  return [question, ...rephrasings(question)].filter((one) => !wasAsked(one, earlier)).slice(0, 1);
}

export function wantedOf({ gold, step }: Pick<Target, 'gold' | 'step'>): readonly number[] {
  return step === null ? gold.steps.map((_, i) => i) : neededFor(gold, step);
}

/** The steps of a question, each phrased so that it is understandable without the answers of others. */
export function independentSteps(target: Target): readonly string[] {
  return wantedOf(target).map((i) => unresolved(target.gold, i)[0] ?? '');
}

/**
 * A wrong version of the step: it asks about a step's input instead of its answer (a missing dependency), or for another relation. No
 * passage answers it.
 * @param beliefs beliefs about the preceding steps
 */
export function misasked(mind: Mind, { gold }: Target, step: number, beliefs: readonly (Belief | null)[], turn: Turn): string {
  const one = gold.steps[step];
  if (one === undefined) return gold.question;
  const about = [gold.question, String(step), turn.role, String(turn.sample)];
  const before = gold.steps[one.needs[0] ?? -1];
  const canMissDependency = before !== undefined && mind.draws.pick([true, false], 'misask', ...about);
  if (canMissDependency) return askedAbout(one.question, subjectOf(fill(before.question, answersOf(beliefs)) ?? before.question));
  const subject = beliefs[one.needs[0] ?? -1]?.answer ?? subjectOf(one.question);
  const meant = gold.steps[one.needs[0] ?? -1]?.answer ?? subject;
  const isAnswered = (template: string): boolean =>
    [subject, meant].some((about) => mind.knowledge.targets(askedAbout(template, about)).length > 0);
  const others = mind.knowledge.templates.filter((template) => !isAnswered(template)).map((template) => askedAbout(template, subject));
  return mind.draws.pick(others, 'relation', ...about) ?? `What is the motto of ${subject}?`;
}

/** The name that a sub-question is about: the longest run of capitalized words after its first word. */
export function subjectOf(question: string): string {
  const names = question
    .replace(/#\d+/g, '')
    .replace(/^\S+\s/, '')
    .match(/[\p{Lu}\d][\p{L}\p{N}.,'’()-]*(?:\s(?:(?:of|the|and|in|de|von|van|la|a)\s)*[\p{Lu}\d][\p{L}\p{N}.,'’()-]*)*/gu);
  const longest = [...(names ?? [])].sort((a, b) => b.length - a.length)[0];
  return longest?.replace(/[.,]$/, '') ?? question.replace(/\?+$/, '').split(' ').slice(-2).join(' ');
}

/** The known question as which a text can be decomposed, if any. */
export function compoundTarget(mind: Mind, question: string): Target | undefined {
  return mind.knowledge.targets(question).find(({ gold, step, isResolved }) => isCompound(gold) && (step === null || !isResolved));
}
