/** Plausible wrong answers: of the same kind, from the same passages or the same dataset. */
import type { ShownPassage } from './evidence.ts';
import { isSameAnswer, plain } from './wording.ts';

/**
 * @param gold answers to avoid; empty when the question has none
 * @returns at least one, all from the best available source: the question's alternatives, then the passages, then the dataset's other
 * answers
 */
export function wrongAnswers(
  question: string,
  gold: readonly string[],
  passages: readonly Pick<ShownPassage, 'title' | 'text'>[],
  others: readonly string[],
): readonly string[] {
  const kind = kindOf(question, gold[0]);
  if (kind === 'yes-no') return gold.some((answer) => /^yes\b/i.test(answer)) ? ['no'] : ['yes'];
  const isWrong = (text: string): boolean => !gold.some((answer) => isSameAnswer(text, answer));
  const isNew = (text: string): boolean => isWrong(text) && !plain(question).includes(plain(text));
  const asksToChoose = / or /.test(question) && gold.some((answer) => plain(question).includes(plain(answer)));
  const choices = asksToChoose ? ofKind(kind, question).filter(isWrong) : [];
  if (choices.length > 0) return choices;
  const seen = [...new Set(passages.flatMap(({ title, text }) => [...(kind === 'name' ? [nameOf(title)] : []), ...ofKind(kind, text)]))];
  const near = seen.filter((text) => text !== '' && isNew(text));
  if (near.length > 0) return near;
  const far = others.filter((text) => ofKind(kind, text).join(' ') === text && isNew(text));
  if (far.length > 0) return far;
  const any = others.filter(isNew);
  return any.length > 0 ? any : ['Atlantis'];
}

type Kind = 'yes-no' | 'date' | 'year' | 'number' | 'name';

function kindOf(question: string, gold: string | undefined): Kind {
  if (gold !== undefined && /^(?:yes|no)$/i.test(gold)) return 'yes-no';
  const like = gold ?? '';
  if (new RegExp(`^(?:${patterns.date.source})$`, 'u').test(like)) return 'date';
  if (/^\d{4}$/.test(like)) return 'year';
  if (/^[\d.,]+\b/.test(like)) return 'number';
  if (gold === undefined && /^(?:when|what year|what is the (?:date|publication))\b/i.test(question)) return 'date';
  if (gold === undefined && /^(?:is|are|was|were|do|does|did|has|have|can|could|would)\b/i.test(question)) return 'yes-no';
  return 'name';
}

const month = '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const patterns: Readonly<Record<Exclude<Kind, 'yes-no'>, RegExp>> = {
  date: new RegExp(`\\d{1,2} ${month},? \\d{3,4}|${month} \\d{1,2},? \\d{3,4}|${month} \\d{4}`, 'gu'),
  year: /\b1\d{3}\b|\b20\d{2}\b/gu,
  number: /\b\d[\d,]*(?:\.\d+)?\b/gu,
  name: /\p{Lu}[\p{L}\p{N}.'’-]*(?:(?: (?:of|the|de|von|van|la|and|der|du|di))* \p{Lu}[\p{L}\p{N}'’-]*)*/gu,
};

function ofKind(kind: Exclude<Kind, 'yes-no'>, text: string): readonly string[] {
  const found = [...text.matchAll(patterns[kind])].map(([one]) => one.replace(/[.']$/, ''));
  return kind === 'name' ? found.filter((one) => one.length > 2 && !commonWords.has(one.toLowerCase())) : found;
}

/** The title without a suffix in parentheses or after its headings. */
function nameOf(title: string): string {
  return title
    .replace(/ › .*$/, '')
    .replace(/ \(.*\)$/, '')
    .trim();
}

const commonWords: ReadonlySet<string> = new Set(
  (
    'the this that these those there they his her its she him who what when where which why how and but for from with was were are has had have did does ' +
    'not also after before during while since until between into over under about into some many most all each other one two three first second both ' +
    'their then however although because as at by on in to it he is be or an'
  ).split(' '),
);
