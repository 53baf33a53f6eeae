import type { TextReader } from '../document.ts';
import { MetadataWriter } from '../metadata.ts';
import { Outline } from '../outline.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { addHeaderFields } from './headerFields.ts';
import { MarkupLines } from './markupLines.ts';

/**
 * Plain text: paragraphs end at blank lines, lines with a bullet or number start list items, underlined lines are headings. The title is a
 * short first line followed by a blank one, otherwise the file name. A header of fields at the top is metadata.
 */
export const plainTextReader: TextReader = {
  kind: 'text',
  parse(text, path) {
    const outline = new Outline();
    const source = new SourceText(text);
    const metadata = new MetadataWriter(outline, source, path);
    const lines = new MarkupLines(source);
    let first = addHeaderFields(metadata, lines);
    for (let line = first; line <= lines.count; line++) {
      if (line < lines.count && !lines.isBlank(line)) continue;
      if (line > first) addParagraph(outline, lines, first, line);
      first = line + 1;
    }
    return outline.finish(metadata.title, path);
  },
};

function addParagraph(outline: Outline, lines: MarkupLines, start: number, end: number): void {
  let first = start;
  const underline = start + 1 < end ? underlineLevel(lines.textOf(start), lines.textOf(start + 1)) : undefined;
  if (underline !== undefined) {
    outline.heading(underline, pieceOf(lines, start, start + 1));
    first += 2;
  } else if (outline.isEmpty && end === start + 1 && looksLikeTitle(lines.textOf(start))) {
    outline.heading(1, pieceOf(lines, start, end));
    return;
  }
  let itemFirst = first;
  for (let line = first; line < end; line++) {
    const isItem = ITEM.test(lines.textOf(line));
    if (line > itemFirst && isItem) {
      addText(outline, lines, itemFirst, line);
      itemFirst = line;
    }
  }
  addText(outline, lines, itemFirst, end);
}

function addText(outline: Outline, lines: MarkupLines, first: number, end: number): void {
  if (first >= end) return;
  const marker = ITEM.exec(lines.textOf(first))?.[0].length ?? 0;
  outline.add(marker > 0 ? 'listItem' : 'paragraph', pieceOf(lines, first, end, marker));
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

function pieceOf(lines: MarkupLines, first: number, end: number, skip = 0): Piece | undefined {
  const writer = new TextWriter(lines.source);
  writer.copy(lines.startOf(first) + skip, lines.endOf(end - 1));
  return writer.finish();
}
