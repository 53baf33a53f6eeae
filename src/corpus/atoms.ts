import { sentenceRanges } from '../base/sentences.ts';
import type { SentenceRange } from '../base/sentences.ts';
import type { Block } from './document.ts';

export const MAX_WORDS = 220;
export const MAX_CHARS = 1600;

/** What is not cut any further: a block or, of a block larger than a passage, a sentence; or a heading's line that stands in for a merged section. */
export type Atom = TextAtom | HeadingAtom;

interface AtomSize {
  readonly words: number;
  readonly chars: number;
  /** Stands between this atom and the next when both are in one passage. */
  readonly separator: string;
  /** What it costs to end a passage here; 1 is a passage that misses the target size completely. */
  readonly cutCost: number;
}

interface TextAtom extends AtomSize {
  readonly kind: 'text';
  readonly block: Block;
  /** Range in `block.text`. */
  readonly start: number;
  readonly end: number;
}

interface HeadingAtom extends AtomSize {
  readonly kind: 'heading';
  readonly text: string;
}

/** @param next the block after it in the same section. */
export function atomsOf(block: Block, next: Block | undefined): readonly Atom[] {
  const isInList = (block.kind === 'listItem' || block.kind === 'tableRow') && next?.kind === block.kind;
  const separator = isInList ? '\n' : '\n\n';
  const introducesList = next !== undefined && block.text.endsWith(':');
  const cutCost = introducesList ? BEFORE_WHAT_IT_INTRODUCES : isInList ? INSIDE_LIST : 0;
  const words = countWords(block.text);
  const whole: Atom = { kind: 'text', block, start: 0, end: block.text.length, words, chars: block.text.length, separator, cutCost };
  if (fits(whole)) return [whole];
  const pieces = piecesOf(block);
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
      words: countWords(block.text.slice(start, end)),
      chars: end - start,
      separator: gap,
      cutCost: following === undefined ? cutCost : within,
    };
  });
}

const INSIDE_PARAGRAPH = 0.15;
const INSIDE_CODE = 0.1;
const INSIDE_LIST = 0.03;
const BEFORE_WHAT_IT_INTRODUCES = 0.3;

/** Words are what white space separates. */
export function countWords(text: string): number {
  let count = 0;
  let isInWord = false;
  for (let i = 0; i < text.length; i++) {
    const isSpace = isWhiteSpace(text.charCodeAt(i));
    if (!isSpace && !isInWord) count++;
    isInWord = !isSpace;
  }
  return count;
}

function isWhiteSpace(code: number): boolean {
  return (
    code === 32 ||
    (code >= 9 && code <= 13) ||
    code === 0xa0 ||
    code === 0x3000 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029
  );
}

function fits({ words, chars }: Pick<AtomSize, 'words' | 'chars'>): boolean {
  return words <= MAX_WORDS && chars <= MAX_CHARS;
}

function piecesOf(block: Block): readonly SentenceRange[] {
  const ranges = block.kind === 'code' ? lineRanges(block.text) : sentenceRanges(block.text, block.runs);
  return ranges.flatMap((range) => withinBounds(block.text, range));
}

function lineRanges(text: string): readonly SentenceRange[] {
  const lines: SentenceRange[] = [];
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    if (match[0].trim() !== '') lines.push({ start: match.index, end: match.index + match[0].trimEnd().length });
  }
  return lines;
}

/** Cuts a sentence too large for a passage at white space, and a word too large between characters. */
function withinBounds(text: string, range: SentenceRange): readonly SentenceRange[] {
  const chars = range.end - range.start;
  if (fits({ chars, words: countWords(text.slice(range.start, range.end)) })) return [range];
  const pieces: SentenceRange[] = [];
  let start = -1;
  let end = -1;
  let words = 0;
  for (const word of wordRanges(text, range)) {
    if (start >= 0 && (word.end - start > MAX_CHARS || words === MAX_WORDS)) {
      pieces.push({ start, end });
      start = -1;
    }
    if (start < 0) {
      start = word.start;
      words = 0;
    }
    end = word.end;
    words++;
  }
  if (start >= 0) pieces.push({ start, end });
  return pieces;
}

function* wordRanges(text: string, { start, end }: SentenceRange): Generator<SentenceRange> {
  const pattern = /\S+/g;
  pattern.lastIndex = start;
  for (let match = pattern.exec(text); match !== null && match.index < end; match = pattern.exec(text)) {
    const wordEnd = Math.min(match.index + match[0].length, end);
    for (let from = match.index; from < wordEnd;) {
      let to = Math.min(from + MAX_CHARS, wordEnd);
      if (to < wordEnd && isHighSurrogate(text.charCodeAt(to - 1))) to--;
      yield { start: from, end: to };
      from = to;
    }
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
