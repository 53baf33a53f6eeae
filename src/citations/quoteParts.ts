/** How a quote is laid out: its prose flows, code keeps its lines. Pure and browser-safe. */
import { looksWrapped } from '../language/sentences.ts';
import { looksLikeCode } from '../language/unwrapped.ts';
import { isRow } from './quotable.ts';

export interface TextPart {
  readonly isCode: boolean;
  /** Prose has a line break only where a list item or a paragraph ends. Code has its own lines and their indentation. */
  readonly text: string;
}

/** The parts of a quote in order, without the blank lines between them. Neighboring blocks of code are one part. */
export function quoteParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  for (const block of text.replace(/\r\n?/g, '\n').split(/\n[^\S\n]*\n(?:[^\S\n]*\n)*/)) {
    if (block.trim() === '') continue;
    const isCode = looksLikeCode(block);
    const last = parts.at(-1);
    const laidOut = isCode ? dedented(block) : flowing(block, last?.text);
    if (last?.isCode === isCode) parts[parts.length - 1] = { isCode, text: `${last.text}${isCode ? '\n\n' : '\n'}${laidOut}` };
    else parts.push({ isCode, text: laidOut });
  }
  return parts;
}

/**
 * Line breaks that only wrap become spaces. A quote is one sentence with what it introduces, so the first line goes on unless it
 * introduces, and a sentence that ends with its line is an item. Below what introduces, so is a line with room for the next word. Rows of a
 * table and fields have their own lines.
 * @param above what is shown before
 */
function flowing(block: string, above?: string): string {
  const lines = block
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const areShort = lines.length > 2 && width < SHORT_LINE;
  const isIntroduced = above !== undefined && INTRODUCES.test(above);
  return lines.reduce((text, line, i) => {
    const before = lines[i - 1] ?? '';
    const hasOwn = isRow(before) || isRow(line) || (FIELD.test(before) && FIELD.test(line));
    const isItem = areShort || ENDS.test(before) || (isIntroduced && before.length + line.search(/\s|$/) < width);
    const goesOn = !hasOwn && (above === undefined && i === 1 ? !INTRODUCES.test(before) : !isItem && wraps(before, line));
    return `${text}${goesOn ? ' ' : '\n'}${line}`;
  });
}

function wraps(line: string, next: string): boolean {
  return looksWrapped(`${line}\n${next}`, line.length, line.length + 1);
}

/** In characters. */
const SHORT_LINE = 50;
/** A row of a table without lines, too, which repeats the names of its columns. */
const FIELD = /^\p{L}[\p{L} #-]{0,30}[:：]\s*\S/u;
const INTRODUCES = /[:：]$/;
const ENDS = /\p{Sentence_Terminal}["'”’」』)）]*$/u;

function dedented(block: string): string {
  const lines = block.split('\n').map((line) => line.trimEnd().replace(/\t/g, '    '));
  // The first line begins where the quote does.
  const indents = lines.slice(1).flatMap((line) => (line === '' ? [] : [line.search(/\S/)]));
  const first = lines[0] ?? '';
  const least = Math.min(first.search(/\S/) > 0 ? first.search(/\S/) : 0, ...indents);
  return lines.map((line) => line.slice(Math.min(least, Math.max(0, line.search(/\S/))))).join('\n');
}
