import type { TextReader } from '../document.ts';
import { MetadataWriter } from '../metadata.ts';
import { Outline } from '../outline.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { addHeaderFields } from './headerFields.ts';

/**
 * Plain text: paragraphs end at blank lines, lines with a bullet or number start list items, underlined lines are headings. The title is a
 * short first line followed by a blank one, otherwise the file name. A header of fields at the top is metadata.
 */
export const plainTextReader: TextReader = {
  kind: 'text',
  name: 'text',
  version: 4,
  extensions: ['.txt', '.text'],
  parse(text, path) {
    const outline = new Outline();
    const source = new SourceText(text);
    const metadata = new MetadataWriter(outline, source, path);
    const start = source.lines.lineAt(addHeaderFields(metadata, source));
    for (const { first, end } of paragraphsOf(source, start)) addParagraph(outline, source, first, end);
    return outline.finish(metadata.title, path);
  },
};

interface Lines {
  readonly first: number;
  readonly end: number;
}

function* paragraphsOf(source: SourceText, start: number): Generator<Lines> {
  let first = start;
  for (let line = start; line <= source.lines.lineCount; line++) {
    if (line < source.lines.lineCount && lineText(source, line).trim() !== '') continue;
    if (line > first) yield { first, end: line };
    first = line + 1;
  }
}

function addParagraph(outline: Outline, source: SourceText, start: number, end: number): void {
  let first = start;
  const underline = start + 1 < end ? underlineLevel(lineText(source, start), lineText(source, start + 1)) : undefined;
  if (underline !== undefined) {
    outline.heading(underline, pieceOf(source, start, start + 1));
    first += 2;
  } else if (outline.isEmpty && end === start + 1 && looksLikeTitle(lineText(source, start))) {
    outline.heading(1, pieceOf(source, start, end));
    return;
  }
  let itemFirst = first;
  for (let line = first; line < end; line++) {
    const isItem = ITEM.test(lineText(source, line));
    if (line > itemFirst && isItem) {
      addText(outline, source, itemFirst, line);
      itemFirst = line;
    }
  }
  addText(outline, source, itemFirst, end);
}

function addText(outline: Outline, source: SourceText, first: number, end: number): void {
  if (first >= end) return;
  const marker = ITEM.exec(lineText(source, first))?.[0].length ?? 0;
  outline.add(marker > 0 ? 'listItem' : 'paragraph', pieceOf(source, first, end, marker));
}

const ITEM = /^[ \t]*(?:[-*•‣◦–]|\(?\d{1,3}[.)])[ \t]+(?=\S)/;

/** `===` underlines a title or chapter, `---` a section. */
function underlineLevel(line: string, next: string): number | undefined {
  if (line.trim().length > 120) return undefined;
  const mark = /^\s*(?:(={3,})|-{3,}|~{3,})\s*$/.exec(next);
  return mark === null ? undefined : mark[1] !== undefined ? 1 : 2;
}

function looksLikeTitle(line: string): boolean {
  const text = line.trim();
  return text.length <= 100 && !/^[[(]|[.!?:;,…]$/.test(text) && !ITEM.test(line);
}

function pieceOf(source: SourceText, first: number, end: number, skip = 0): Piece | undefined {
  const writer = new TextWriter(source);
  writer.copy(source.lines.startOf(first) + skip, lineEnd(source, end - 1));
  return writer.finish();
}

function lineText(source: SourceText, line: number): string {
  return source.text.slice(source.lines.startOf(line), lineEnd(source, line));
}

function lineEnd(source: SourceText, line: number): number {
  return line + 1 < source.lines.lineCount ? source.lines.startOf(line + 1) : source.text.length;
}
