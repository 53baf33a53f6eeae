import { firstWhere } from '../base/binarySearch.ts';
import type { Language } from '../language/language.ts';
import { languageOf } from '../language/languages.ts';
import { sentenceRanges } from '../language/sentences.ts';
import type { SentenceRange } from '../language/sentences.ts';
import type { Block } from './document.ts';
import { sizeOf } from './textSize.ts';
import type { TextSize } from './textSize.ts';

export const MAX_WORDS = 220;
export const MAX_CHARS = 1600;
/** Estimated tokens. A model of 512 tokens keeps room for the title and the headings. */
export const MAX_TOKENS = 448;

/**
 * A piece of text that is not cut further: a block, a sentence of a block that is larger than a passage, or the heading line of a merged
 * section.
 */
export type Atom = TextAtom | HeadingAtom;

interface AtomSize extends TextSize {
  readonly chars: number;
  /** Joins this atom and the next when both are in one passage. */
  readonly separator: string;
  /** The cost of ending a passage here. 1 is the cost of a passage that misses the target size completely. */
  readonly cutCost: number;
}

interface TextAtom extends AtomSize {
  readonly kind: 'text';
  readonly block: Block;
  /** Start of the range in `block.text`. */
  readonly start: number;
  readonly end: number;
  /** What a passage that begins here says first, as it does not begin with the table. */
  readonly context?: Context;
}

/** Text with its size. */
export interface Context extends TextSize {
  readonly text: string;
}

interface HeadingAtom extends AtomSize {
  readonly kind: 'heading';
  readonly text: string;
}

/** @param next the following block in the same section */
export function atomsOf(block: Block, next: Block | undefined, language: Language): readonly Atom[] {
  const isInList = (block.kind === 'listItem' || block.kind === 'tableRow' || block.kind === 'field') && next?.kind === block.kind;
  const separator = isInList ? '\n' : '\n\n';
  const introducesList = next !== undefined && block.text.endsWith(':');
  const cutCost = introducesList ? BEFORE_WHAT_IT_INTRODUCES : isInList ? INSIDE_LIST : 0;
  const contextOf = contextsOf(block);
  const whole: Atom = {
    kind: 'text',
    block,
    start: 0,
    end: block.text.length,
    ...sizeOf(block.text),
    chars: block.text.length,
    separator,
    cutCost,
    ...contextOf(0),
  };
  if (fits(whole)) return [whole];
  const pieces = piecesOf(block, languageOf(block.text, language));
  return pieces.map(({ start, end }, i): Atom => {
    const following = pieces[i + 1];
    const gap = following === undefined ? separator : block.text.slice(end, following.start);
    const isAtBlankLine = /(?:\r\n?|\n)\s*(?:\r|\n)/.test(gap);
    const within = isAtBlankLine ? 0 : block.kind === 'code' ? INSIDE_CODE : INSIDE_PARAGRAPH;
    return {
      kind: 'text',
      block,
      start,
      end,
      ...sizeOf(block.text, start, end),
      chars: end - start,
      separator: gap,
      cutCost: following === undefined ? cutCost : within,
      ...contextOf(start),
    };
  });
}

/** The context of a row, and of a part of it, which also repeats the row's first cell. */
function contextsOf({ text, table }: Block): (start: number) => Pick<TextAtom, 'context'> {
  if (table === undefined) return () => ({});
  const make = (context: string): Pick<TextAtom, 'context'> =>
    context === '' || context.length > MAX_CONTEXT_CHARS ? {} : { context: { text: `${context}\n`, ...sizeOf(context) } };
  const ofRow = make(table.context);
  const first = text.slice(0, text.search(CELL_END));
  const ofPart = make([table.context, first].filter((line) => line !== '').join('\n'));
  return (start) => (start === 0 ? ofRow : ofPart);
}

/** Beside a longer one, little of the table would fit into a passage. */
const MAX_CONTEXT_CHARS = 500;
/** Between the cells of a row. */
const CELL_END = / \||;(?= )|$/;

const INSIDE_PARAGRAPH = 0.15;
const INSIDE_CODE = 0.1;
const INSIDE_LIST = 0.03;
const BEFORE_WHAT_IT_INTRODUCES = 0.3;

/** Whether a text is small enough for one passage. */
export function fitsPassage(text: string): boolean {
  return text.length <= MAX_CHARS && fits({ ...sizeOf(text), chars: text.length });
}

function fits({ words, chars, tokens }: Pick<AtomSize, 'words' | 'chars' | 'tokens'>): boolean {
  return words <= MAX_WORDS && chars <= MAX_CHARS && tokens <= MAX_TOKENS;
}

function piecesOf(block: Block, language: Language): readonly SentenceRange[] {
  const ranges =
    block.kind === 'code'
      ? lineRanges(block.text)
      : block.kind === 'tableRow'
        ? cellRanges(block.text)
        : sentenceRanges(block.text, language, block.runs);
  return ranges.flatMap((range) => withinBounds(block.text, range));
}

function lineRanges(text: string): readonly SentenceRange[] {
  const lines: SentenceRange[] = [];
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    if (match[0].trim() !== '') lines.push({ start: match.index, end: match.index + match[0].trimEnd().length });
  }
  return lines;
}

function cellRanges(text: string): readonly SentenceRange[] {
  const cells: SentenceRange[] = [];
  for (const { 0: cell, index } of text.matchAll(/[^|;]+(?:[|;]+|$)/g)) {
    const start = index + cell.length - cell.trimStart().length;
    if (cell.trim() !== '') cells.push({ start, end: Math.max(start + 1, index + cell.trimEnd().length) });
  }
  return cells;
}

/** Cuts a sentence that is too large for a passage at white space, and a word that is too large between characters. */
function withinBounds(text: string, range: SentenceRange): readonly SentenceRange[] {
  const chars = range.end - range.start;
  if (chars <= MAX_CHARS && fits({ chars, ...sizeOf(text, range.start, range.end) })) return [range];
  const pieces: SentenceRange[] = [];
  let start = -1;
  let end = -1;
  let words = 0;
  let tokens = 0;
  for (const word of wordRanges(text, range)) {
    const size = sizeOf(text, word.start, word.end);
    if (start >= 0 && !fits({ words: words + size.words, chars: word.end - start, tokens: tokens + size.tokens })) {
      pieces.push({ start, end });
      start = -1;
    }
    if (start < 0) {
      start = word.start;
      words = 0;
      tokens = 0;
    }
    end = word.end;
    words += size.words;
    tokens += size.tokens;
  }
  if (start >= 0) pieces.push({ start, end });
  return pieces;
}

/** Ranges of words separated by white space. A word that is too large for a passage is split, after punctuation where possible. */
function* wordRanges(text: string, { start, end }: SentenceRange): Generator<SentenceRange> {
  for (const { 0: word, index } of text.slice(start, end).matchAll(/\S+/g)) {
    const wordEnd = start + index + word.length;
    for (let from = start + index; from < wordEnd;) {
      const to = wordEnd - from <= SURELY_FITS ? wordEnd : pieceEnd(text, from, wordEnd);
      yield { start: from, end: to };
      from = to;
    }
  }
}

/** A text this short always fits: it has no more tokens or words than characters. */
const SURELY_FITS = Math.min(MAX_WORDS, MAX_TOKENS, MAX_CHARS);

/** The end of the longest piece starting at `from` that fits, or an earlier place after a punctuation mark. */
function pieceEnd(text: string, from: number, wordEnd: number): number {
  const least = from + SURELY_FITS;
  const more = Math.min(MAX_CHARS, wordEnd - from) - SURELY_FITS;
  const last = least + firstWhere(more, (i) => !fits({ ...sizeOf(text, from, least + i + 1), chars: SURELY_FITS + i + 1 }));
  if (last === wordEnd) return last;
  for (let end = last; end > from + (last - from) * LEAST_PART; end--) if (BREAK_AFTER.test(text.charAt(end - 1))) return end;
  return isHighSurrogate(text.charCodeAt(last - 1)) ? last - 1 : last;
}

const LEAST_PART = 0.75;
const BREAK_AFTER = /[，、；：。！？．｡,;:!?)\]}>|&]/;

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
