import { perLanguage, type Language } from './language.ts';
import type { SentenceWords } from './wordLists.ts';

/** Offsets in UTF-16 code units, end-exclusive. */
export interface SentenceRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The sentences of a text in order, without the white space around them; every other character belongs to exactly one sentence.
 *
 * A blank line always ends a sentence. A single line break ends one where a list item, table row, address or code line ends, which shows in
 * how full the line is. With `runs` (a passage's) the ends of items and rows are known exactly: the reader put those breaks in, so they lie
 * outside every run. Source: Unicode UAX #29 through Intl.Segmenter, with repairs for abbreviations, initials and numbering.
 */
export function sentenceRanges(text: string, language: Language, runs?: readonly number[]): readonly SentenceRange[] {
  const parts = hardParts(text, runs);
  const flat = masked(flattened(text, parts));
  const found: SentenceRange[] = [];
  let p = 0;
  let start = -1;
  for (const { segment, index } of segmenterOf(language).segment(flat)) {
    const part = parts[p];
    const end = index + segment.length;
    // The second half of a line break.
    if (part === undefined || end <= part.start) continue;
    if (start < 0) start = index;
    const to = Math.min(end, part.end);
    if (to < part.end && goesOn(flat, start, to, part.end, language.sentences)) continue;
    const range = trimmed(flat, start, to);
    if (range.end > range.start)
      found.push(...unglued(flat, range, language.sentences).flatMap((one) => spaced(flat, one, language.sentences)));
    start = -1;
    if (end >= part.end) p++;
  }
  return found;
}

/** The segmenter ends a sentence at every line break, so breaks that only wrap a line become spaces of the same length. */
function flattened(text: string, parts: readonly SentenceRange[]): string {
  const pieces: string[] = [];
  parts.forEach(({ start, end }, i) => {
    pieces.push(text.slice(start, end).replace(/[\r\n\u0085\u2028\u2029]/g, ' '), '\n'.repeat((parts[i + 1]?.start ?? end) - end));
  });
  return pieces.join('');
}

/**
 * A reference after the full stop ("1908.[1] Then") belongs to the sentence like a closing quote. An opening quote directly after it does
 * not, which the segmenter takes for a closing one.
 */
function masked(flat: string): string {
  return flat
    .replace(/(?<=[。！？｡][”’」』）]*)[「『（《〈【“‘]/g, 'あ')
    .replace(
      /(?<=[.!?]["'”’)]*)(?:\[[^\][\s]{1,12}\])+(?=[^\S\n])|(?<=[。！？｡؟۔।॥]["'”’」』）)]*)(?:\[[^\][\s]{1,12}\])+/g,
      (references) => '”'.repeat(references.length),
    );
}

const segmenterOf = perLanguage(({ tag }) => new Intl.Segmenter(tag, { granularity: 'sentence' }));

/** Parts a range where the white space after a full stop is missing, as in “… by Ann Lee.The film …”, but not in “System.Text”. */
function unglued(text: string, { start, end }: SentenceRange, { starters }: SentenceWords): readonly SentenceRange[] {
  const ends = [...text.slice(start, end).matchAll(/(?<=\p{Ll}{2}|[\p{N})\]"”])[.!?](?=(\p{Lu}\p{L}*)\s)/gu)].flatMap(
    ({ index, 1: next = '' }) => (starters.has(next) ? [start + index + 1] : []),
  );
  return [...ends, end].map((to, i) => ({ start: ends[i - 1] ?? start, end: to }));
}

/** Parts a range at spaces, where no mark ends a sentence: what is between them may be a clause, so short ones stay together. */
function spaced(text: string, { start, end }: SentenceRange, { endsWithoutMark = false }: SentenceWords): readonly SentenceRange[] {
  if (!endsWithoutMark) return [{ start, end }];
  const found: SentenceRange[] = [];
  let from = start;
  for (const { 0: space, index } of text.slice(start, end).matchAll(/(?<=[\p{Lo}\p{M}]) +(?=\p{Lo})/gu)) {
    const at = start + index;
    if (at - from < CLAUSE_CHARS || end - at < CLAUSE_CHARS) continue;
    found.push({ start: from, end: at });
    from = at + space.length;
  }
  return [...found, { start: from, end }];
}

const CLAUSE_CHARS = 100;

/** True where the segmenter saw an end at `end` that is none, in a part of the text that ends at `partEnd`. */
function goesOn(text: string, start: number, end: number, partEnd: number, words: SentenceWords): boolean {
  const before = text.slice(Math.max(start, end - 40), end);
  const next = text.slice(end, Math.min(end + 24, partEnd));
  // No white space, and no mark after which scripts need none: those of Chinese, Hindi, Burmese, Arabic and others, but not of Latin.
  if (!/\s$/.test(before)) return !/[。！？｡．”’」』]$|(?![.!?])\p{Sentence_Terminal}[\p{Pe}\p{Pf}]*$/u.test(before);
  if (/^["'“‘(]*\p{Ll}/u.test(next)) return true;
  const tail = before.trimEnd();
  if (end - start <= 6 && /^[(]?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})[.)]$/.test(text.slice(start, end).trim())) return true;
  if (!tail.endsWith('.')) return false;
  const word = /(?:^|[\s("'“‘[\u2014\u2013/-])((?:\p{L}{1,3}\.)*\p{L}+)\.$/u.exec(tail)?.[1];
  if (word === undefined) return words.hasOrdinalPoints === true && /(?<![\d.,])\d{1,2}\.$/.test(tail) && !startsSentence(next, words);
  const bare = word.toLowerCase();
  if (words.goingOn.has(bare)) return true;
  if (words.beforeNumbers.has(bare) && (/^\(?[\d#]/.test(next) || /^[IVXLC]+\b/.test(next))) return true;
  if (/^(?:\p{Lu}|\p{Lo})$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word) || words.mayEnd.has(bare)) return !startsSentence(next, words);
  return false;
}

function startsSentence(next: string, { starters }: SentenceWords): boolean {
  const word = /^["'“‘([]*(\p{L}+)/u.exec(next)?.[1];
  return word !== undefined && starters.has(word);
}

function hardParts(text: string, runs: readonly number[] | undefined): readonly SentenceRange[] {
  const parts: SentenceRange[] = [];
  const isInRun = runs && runMembership(runs);
  let start = 0;
  const breaks = /\r\n|\n|\r/g;
  for (let match = breaks.exec(text); match !== null; match = breaks.exec(text)) {
    const at = match.index;
    const next = at + match[0].length;
    const isWrap = isInRun?.(at) !== false && looksWrapped(text, at, next);
    if (isWrap && !isBlankBefore(text, at) && !isBlankAfter(text, next) && !/[;{}]/.test(text.charAt(at - 1))) continue;
    parts.push({ start, end: at });
    start = next;
  }
  parts.push({ start, end: text.length });
  return parts;
}

function isBlankBefore(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const char = text[i];
    if (char === '\n' || char === '\r') return true;
    if (char !== ' ' && char !== '\t') return false;
  }
  return true;
}

function isBlankAfter(text: string, at: number): boolean {
  for (let i = at; i < text.length; i++) {
    const char = text[i];
    if (char === '\n' || char === '\r') return true;
    if (char !== ' ' && char !== '\t') return false;
  }
  return true;
}

/**
 * Prose is wrapped where a line goes on in lower case, or where it is so full that the next word may not have fitted.
 * @param at offset of a line break
 * @param next start of the next line
 */
export function looksWrapped(text: string, at: number, next: number): boolean {
  if (/^[ \t]*\p{Ll}/u.test(text.slice(next, next + 20))) return true;
  return at >= FULL_LINE_CHARS && !/[\r\n]/.test(text.slice(at - FULL_LINE_CHARS, at));
}

const FULL_LINE_CHARS = 50;

/** Answers for ascending offsets only, in one pass over the runs. */
export function runMembership(runs: readonly number[]): (offset: number) => boolean {
  let i = 0;
  return (offset) => {
    while (i < runs.length && (runs[i] ?? 0) + (runs[i + 2] ?? 0) <= offset) i += 4;
    return i < runs.length && (runs[i] ?? 0) <= offset;
  };
}

function trimmed(text: string, start: number, end: number): SentenceRange {
  const piece = text.slice(start, end);
  const lead = piece.length - piece.trimStart().length;
  return { start: Math.min(start + lead, end), end: Math.max(start + lead, start + piece.trimEnd().length) };
}
