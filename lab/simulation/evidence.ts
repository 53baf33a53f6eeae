/** Conclusions from the passages of a prompt, its earlier answers, and memory. */
import { sentenceRanges } from '../../src/language/sentences.ts';
import { isAbstention } from '../../src/reasoning/abstention.ts';
import type { GoldQuestion, GoldStep } from './dataset.ts';
import { asNoun, asQuoted, fill, isSameAnswer, plain, rephrasings, statedIn, unqualified } from './wording.ts';
import { english } from '../../src/language/english.ts';

export interface ShownPassage {
  /** Citation number. */
  readonly number: number;
  readonly title: string;
  readonly text: string;
  /** The text as returned by `plain`. */
  readonly plainText: string;
}

/** An earlier answer. An abstention counts as no answer. */
export interface EarlierStep {
  readonly question: string;
  readonly answer: string;
  /** What tells the answer apart from others of the same name. */
  readonly qualifier?: string;
}

export interface Evidence {
  readonly passages: readonly ShownPassage[];
  readonly earlier: readonly EarlierStep[];
  /** Whether earlier answers are trusted more than passages. */
  readonly prefersEarlier: boolean;
  isKnown(fact: string): boolean;
}

export interface Belief {
  readonly answer: string;
  /** What tells it apart from others of the same name, as an earlier step says. */
  readonly qualifier?: string;
  readonly isRight: boolean;
  /** Numbers of the passages with the answer. */
  readonly citations: readonly number[];
}

/** The belief about each step; null if there is none. A step whose needed answers are wrong is asked with the wrong subject. */
export function derive(gold: GoldQuestion, evidence: Evidence): readonly (Belief | null)[] {
  const beliefs: (Belief | null)[] = [];
  gold.steps.forEach((step, i) => {
    const asked = fill(step.question, answersOf(beliefs));
    const isAskedRight = step.needs.every((needed) => beliefs[needed]?.isRight === true);
    const wordings = [
      ...(asked === null ? [] : [asked, ...rephrasings(asked)]),
      ...unresolved(gold, i),
      ...(gold.steps.length === 1 ? [gold.question] : []),
    ];
    const earlier = (): Belief | null => earlierBelief(wordings, step.answers, evidence.earlier);
    const seen = (): Belief | null => (isAskedRight ? readStep(gold, step, evidence.passages) : null);
    const stated = (): Belief | null => statedBelief(wordings, step.answers, evidence.passages);
    const known = (): Belief | null => (isAskedRight && evidence.isKnown(factOf(gold, i)) ? right(step.answer) : null);
    beliefs.push((evidence.prefersEarlier ? (earlier() ?? seen()) : (seen() ?? earlier())) ?? stated() ?? known());
  });
  return beliefs;
}

/**
 * The answer to the whole question; null if the steps do not lead to one. If the question's answer is that of the last step, an error there
 * carries over.
 */
export function conclude(gold: GoldQuestion, beliefs: readonly (Belief | null)[]): Belief | null {
  const [answer] = gold.answers;
  const last = beliefs.at(-1) ?? null;
  if (answer === undefined) return null;
  if (endsInLastStep(gold)) return last?.isRight === true ? { ...last, answer } : last;
  if (!beliefs.every((belief) => belief?.isRight === true)) return null;
  return right(
    answer,
    [...new Set(beliefs.flatMap((belief) => belief?.citations ?? []))].sort((a, b) => a - b),
  );
}

export function answersOf(beliefs: readonly (Belief | null)[]): readonly (string | null)[] {
  return beliefs.map((belief) => belief?.answer ?? null);
}

/** Answers as a question names them. */
export function namesOf(beliefs: readonly (Belief | null)[]): readonly (string | null)[] {
  return beliefs.map((belief) => belief && (belief.qualifier === undefined ? belief.answer : `${belief.answer} (${belief.qualifier})`));
}

/** Names the fact that a step asks for. */
export function factOf(gold: GoldQuestion, i: number): string {
  return plain(askedRightly(gold, i));
}

/** The question of a step with the gold answers filled in. */
export function askedRightly({ steps }: GoldQuestion, i: number): string {
  const answers = steps.map(({ answer }) => answer);
  return fill(steps[i]?.question ?? '', answers) ?? '';
}

/**
 * A step asked without the answers it needs, with nouns in their place and with quoted questions. Both texts are equal for a step that
 * needs none.
 */
export function unresolved({ steps }: GoldQuestion, i: number): readonly string[] {
  return [asNoun, asQuoted].map((say) => {
    const asked: string[] = [];
    for (const { question } of steps.slice(0, i + 1)) asked.push(fill(question, asked.map(say)) ?? question);
    return asked[i] ?? '';
  });
}

/**
 * The gold answer, if gold passages contain it. An answer that no gold passage contains in words (yes, no, a computed date) requires all of
 * them.
 */
export function readStep(
  { answers, goldTexts: all, goldSets, steps }: GoldQuestion,
  step: GoldStep,
  passages: readonly ShownPassage[],
): Belief | null {
  const isWhole = steps.length === 1;
  const accepted = (isWhole ? answers : step.answers).filter((one) => one !== '');
  const inWords = accepted.filter((one) => !/^(?:yes|no)$/i.test(one)).map(plain);
  const [answer] = accepted;
  if (answer === undefined) return null;
  const saysIt = (text: string): boolean => inWords.some((one) => text.includes(one));
  const gold = passages.filter((passage) => step.goldTexts.some((text) => isSamePassage(passage, text)));
  const saying = gold.filter(({ plainText, title }) => saysIt(plainText) || saysIt(plain(title)));
  if (saying.length > 0) return right(answer, numbersOf(saying));
  if (step.goldTexts.length === 0) return !isWhole && all.length > 0 ? right(answer) : null;
  if (step.goldTexts.some(saysIt)) return null;
  const sets = isWhole ? goldSets : [step.goldTexts];
  const given = (texts: readonly string[]): boolean => texts.every((text) => gold.some((passage) => isSamePassage(passage, text)));
  return sets.some(given) ? right(answer, numbersOf(gold)) : null;
}

/** Whether a step of the question needs the passage. */
export function isGold(passage: ShownPassage, { goldTexts }: Pick<GoldQuestion, 'goldTexts'>): boolean {
  return goldTexts.some((text) => isSamePassage(passage, text));
}

/** The words that follow the answer's name in one of the passages, as in `Brown County, Wisconsin`; none where nothing does. */
export function qualifierIn(passages: readonly ShownPassage[], answer: string): string {
  const name = answer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const after = new RegExp(`${name}(?:, | \\()(\\p{Lu}[\\p{L}\\p{N}]*(?: \\p{Lu}[\\p{L}\\p{N}]*)*)`, 'u');
  return passages.flatMap(({ title, text }) => after.exec(`${title}\n${text}`)?.[1] ?? [])[0] ?? '';
}

/** Numbers of the passages that contain the answer. */
export function saying(passages: readonly ShownPassage[], answer: string): readonly number[] {
  return numbersOf(passages.filter(({ plainText }) => plainText.includes(plain(answer))));
}

export function endsInLastStep({ answers, steps }: GoldQuestion): boolean {
  return answers.some((answer) => isSameAnswer(answer, steps.at(-1)?.answer ?? ''));
}

/** The first sentence that contains the answer, otherwise the first sentence; an exact substring of the text. */
export function quoteFrom(passage: ShownPassage | undefined, answer: string): string {
  if (!passage) return '';
  const sentences = sentenceRanges(passage.text, english).map(({ start, end }) => passage.text.slice(start, end));
  return sentences.find((sentence) => plain(sentence).includes(plain(answer))) ?? sentences[0] ?? passage.title;
}

/** Documents are cut into passages, which may be cut again, so one text may contain most of the other except for markup. */
function isSamePassage(passage: ShownPassage, gold: string): boolean {
  const known = compared.get(passage) ?? new Map<string, boolean>();
  compared.set(passage, known);
  const before = known.get(gold);
  if (before !== undefined) return before;
  const isSame = isWithin(passage.plainText, gold);
  known.set(gold, isSame);
  return isSame;
}

/** Cached, because all samples of a request compare the same passages. */
const compared = new WeakMap<ShownPassage, Map<string, boolean>>();

function isWithin(text: string, gold: string): boolean {
  if (text.trim() === '') return false;
  if (gold.includes(text) || text.includes(gold)) return true;
  const words = text.trim().split(' ');
  const every = Math.max(1, Math.floor((words.length - 2) / probes));
  const probed = words.flatMap((_, i) => (i % every === 0 && i + 2 < words.length ? [` ${words.slice(i, i + 3).join(' ')} `] : []));
  const found = probed.filter((three) => gold.includes(three)).length;
  if (probed.length >= probes / 2 && found >= 0.6 * probed.length) return true;
  // In table rows, column names separate the cells.
  const telling = [...new Set(words.filter((word) => word.length > 3))];
  return found > 0 && telling.length > 5 && telling.filter((word) => gold.includes(` ${word} `)).length >= 0.85 * telling.length;
}

/** The number of three-word sequences that are compared. */
const probes = 16;

/** The earlier answer to a question in one of these wordings. */
export function earlierBelief(wordings: readonly string[], gold: readonly string[], earlier: readonly EarlierStep[]): Belief | null {
  const keys = wordings.map(plain);
  const found = earlier.find(
    ({ question, answer }) => !isAbstention(answer) && [question, unqualified(question)].some((one) => keys.includes(plain(one))),
  );
  if (!found) return null;
  const { answer, qualifier = '' } = found;
  const apart = qualifier === '' ? {} : { qualifier };
  return { answer, ...apart, isRight: gold.some((one) => isSameAnswer(answer, one)), citations: [] };
}

/** The answer that the model's generated passages give to a question in one of these wordings: it believes its own text. */
export function statedBelief(wordings: readonly string[], gold: readonly string[], passages: readonly ShownPassage[]): Belief | null {
  for (const { text, number } of passages) {
    const belief = earlierBelief(wordings, gold, statedIn(text));
    if (belief) return { ...belief, citations: [number] };
  }
  return null;
}

function right(answer: string, citations: readonly number[] = []): Belief {
  return { answer, isRight: true, citations };
}

function numbersOf(passages: readonly ShownPassage[]): readonly number[] {
  return passages.map(({ number }) => number);
}
