/** What of a document cites: the document itself, the cells of a notebook, or the quotes of a table. */
import { posix } from 'node:path';
import { escapeMarkdown } from '../base/escapeMarkdown.ts';
import { syntaxOf } from '../citations/syntaxes/allSyntaxes.ts';
import { formatCitationAt, markdownSyntax } from '../citations/syntaxes/markdown.ts';
import { placeIn } from '../citations/syntaxes/places.ts';
import { plainTextSyntax } from '../citations/syntaxes/plainText.ts';
import type { CitationSyntax } from '../citations/syntaxes/syntax.ts';
import { csvRecords } from '../corpus/readers/csvRecords.ts';
import { markdownCells } from '../corpus/readers/notebook.ts';
import { formatOf } from '../corpus/readers/formats.ts';
import { isTable, recordSuffix, type TableQuote, type TableRecord } from '../protocol/table.ts';
import { quoteSeparator } from '../table/forms.ts';
import { parseRecord } from '../table/recordFile.ts';

export interface CitingText {
  readonly text: string;
  readonly syntax: CitationSyntax;
  /** Where an offset of the text is in the document. */
  readonly offsetOf: (offset: number) => number;
  /** What its only citation quotes, word for word. */
  readonly quotes?: readonly string[];
}

/** In the order of the document. @throws AriadneError `table-broken`, `table-too-new` for the record of a table */
export function writtenTexts(document: string, source: string): readonly CitingText[] {
  if (formatOf(document)?.name === 'notebook') return notebookTexts(source);
  const isRecord = document.endsWith(recordSuffix) || (document.toLowerCase().endsWith('.json') && isTable(source));
  const quotes = isRecord ? quotesOfRecord(parseRecord(source, document), source) : quotesOfCsv(document, source);
  return quotes ? quotedTexts(quotes) : [whole(document, source)];
}

function whole(document: string, source: string): CitingText {
  return { text: source, syntax: syntaxOf(document) ?? plainTextSyntax, offsetOf: (offset) => offset };
}

function notebookTexts(source: string): readonly CitingText[] {
  return markdownCells(source).map(({ text, offsetOf }) => ({ text, syntax: markdownSyntax, offsetOf }));
}

interface Quoted extends Pick<TableQuote, 'startLine' | 'endLine' | 'linesHash'> {
  readonly path: string;
  /** As the document has it, and without markup where that differs. */
  readonly words: readonly string[];
  /** Of its citation, in the document. */
  readonly at: number;
}

/** Each quote of a table with its citation, as a sentence that cites. */
function quotedTexts(quotes: readonly Quoted[]): readonly CitingText[] {
  return quotes.map(({ words, at, ...cited }, i) => {
    const text = `${escapeMarkdown((words.at(-1) ?? '').replaceAll(/\s+/gu, ' '))} ${formatCitationAt({ ...cited, n: i + 1 }, cited.path)}`;
    return { text, syntax: markdownSyntax, offsetOf: () => at, quotes: words };
  });
}

function quotesOfRecord({ folder, rows }: TableRecord, source: string): readonly Quoted[] {
  const places = [...source.matchAll(/"linesHash"/g)].map(({ index }) => index);
  return rows
    .flatMap(({ path, cells }) => cells.flatMap(({ quotes = [] }) => quotes.map((quote) => ({ ...quote, path: posix.join(folder, path) }))))
    .map(({ quote, text, ...cited }, i) => ({ ...cited, words: text === undefined ? [quote] : [quote, text], at: places[i] ?? 0 }));
}

/** Undefined for a file without a table’s citations. */
function quotesOfCsv(document: string, source: string): readonly Quoted[] | undefined {
  if (formatOf(document)?.name !== 'csv' || !source.includes(' ariadne:')) return undefined;
  const found: Quoted[] = [];
  for (const cells of csvRecords(source, 0, ',')) {
    cells.forEach((cell, i) => {
      const before = cells[i - 1];
      const quotes = before ? valueOf(source, before).split(quoteSeparator) : [];
      let at = cell.start;
      valueOf(source, cell)
        .split(quoteSeparator)
        .forEach((citation, n) => {
          const [, link = '', linesHash = ''] = /^(.+) ariadne:(\S+)$/.exec(citation) ?? [];
          const place = placeIn(link);
          if (place) found.push({ ...place, linesHash, words: [quotes[n] ?? ''], at });
          at += citation.length + quoteSeparator.length;
        });
    });
  }
  return found;
}

function valueOf(source: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return source.slice(start, end).replaceAll('""', '"');
}
