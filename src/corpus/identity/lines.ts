import { plainLine } from '../../base/plainText.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { ExtractedDocument, ParsedDocument } from '../document.ts';

const maxChars = 200;

/** At most 200 characters of a text, on one line and plain. */
export function shortLine(text: string): string {
  const line = plainLine(text.slice(0, 4 * maxChars));
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1).toWellFormed()}…`;
}

/** A cover with fewer characters than this is followed by the page that says more. */
const leastChars = 400;
const mostChars = 6000;
const mostLines = 80;

/** The lines with which a document begins, without its properties: of its first page, with pages after it that only go on with it. */
export function firstLines(
  { text, pageStarts = [], fields }: Pick<ParsedDocument, 'fields'> & Partial<Pick<ExtractedDocument, 'text' | 'pageStarts'>>,
  passages: readonly Pick<Passage, 'headings' | 'text'>[],
): readonly string[] {
  const end = pageStarts.find((start) => start >= leastChars) ?? mostChars;
  const values = new Set(fields.map(({ value }) => value));
  const isField = (line: string): boolean => values.has(line.slice(line.indexOf(': ') + 2));
  const begun = text === undefined ? beginningOf(passages) : text.slice(0, Math.min(end, mostChars));
  return begun
    .split('\n')
    .filter((line) => !isField(line))
    .map(shortLine)
    .filter((line) => line !== '')
    .slice(0, mostLines);
}

function beginningOf(passages: readonly Pick<Passage, 'headings' | 'text'>[]): string {
  let begun = '';
  let last = '';
  for (const { headings, text } of passages) {
    if (begun.length >= mostChars) break;
    const heading = headings.at(-1) ?? '';
    begun += `${heading === last ? '' : `${heading}\n`}${text.slice(0, mostChars)}\n`;
    last = heading;
  }
  return begun.slice(0, mostChars);
}

/** Whether a line could be a title: some words, no sentence, no cells of a table, no note in brackets. */
export function isTitleLike(line: string): boolean {
  if (line.length > 120 || !/^[\p{Lu}\p{Lo}\p{N}]/u.test(line) || /[.:;,|]$|[|]|\.{4}|…|_{3}/u.test(line)) return false;
  const letters = line.match(/\p{L}/gu)?.length ?? 0;
  return letters >= 4 && letters * 2 > line.length;
}
