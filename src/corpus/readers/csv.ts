import type { TextReader } from '../document.ts';
import { Outline } from '../outline.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { csvRecords } from './csvRecords.ts';
import type { Cell } from './csvRecords.ts';
import { addTable, withHeader } from './tableRows.ts';

/**
 * Tables of separated values: one block per row, each value after its column's name. The first row names the columns when it looks like
 * names. Otherwise the values have no names, since invented ones would only add words to the search. We parse it ourselves: csv-parse
 * returns records, not the offsets of cells.
 */
export const csvReader: TextReader = {
  kind: 'text',
  name: 'csv',
  version: 3,
  extensions: ['.csv', '.tsv'],
  parse(text, path) {
    const outline = new Outline();
    const source = new SourceText(text);
    const stated = /^sep=([,;\t|])(?:\r\n|\r|\n)/.exec(text);
    const start = stated?.[0].length ?? 0;
    const delimiter = stated?.[1] ?? delimiterOf(text.slice(0, SAMPLE_CHARS), path);
    const rows = [...csvRecords(text, start, delimiter)].map((cells) => cells.map((cell) => pieceOf(source, cell)));
    addTable(outline, source, withHeader(rows, areNames(rows[0] ?? []) ? 1 : 0));
    return outline.finish(undefined, path);
  },
};

function pieceOf(source: SourceText, { start, end, isQuoted }: Cell): Piece | undefined {
  const writer = new TextWriter(source);
  const value = source.text.slice(start, end);
  if (isQuoted && value.includes('""')) copyUnquoted(writer, start, value);
  else writer.copy(start, end);
  return writer.finish();
}

/** Copies a quoted cell with each doubled quote as one. */
function copyUnquoted(writer: TextWriter, start: number, text: string): void {
  let from = 0;
  for (let at = text.indexOf('""'); at >= 0; at = text.indexOf('""', at + 2)) {
    writer.copy(start + from, start + at + 1);
    from = at + 2;
  }
  writer.copy(start + from, start + text.length);
}

/** Whether the first row's cells can be names: none empty except the last, none a number, all different. */
function areNames(cells: readonly (Piece | undefined)[]): boolean {
  const names = (cells.at(-1) === undefined ? cells.slice(0, -1) : cells).map((cell) => cell?.text ?? '');
  return names.length > 0 && names.every((name) => name !== '' && !NUMBER.test(name)) && new Set(names).size === names.length;
}

/** Numbers, dates, amounts and percentages. */
const NUMBER = /^[-+(]?[$€£¥]?\s?\d[\d.,:/\s'-]*(?:[eE][-+]?\d+)?\s?[%$€£¥)]?$/;

/** The delimiter that divides the sample's records most evenly into several cells. */
function delimiterOf(sample: string, path: string): string {
  const preferred = path.toLowerCase().endsWith('.tsv') ? '\t' : ',';
  let best = preferred;
  let bestScore = 0;
  for (const delimiter of [preferred, ',', ';', '\t', '|']) {
    const score = evennessOf(sample, delimiter);
    if (score <= bestScore) continue;
    best = delimiter;
    bestScore = score;
  }
  return best;
}

/** The share of records with the most common number of cells, if that is more than one. More cells add a little. */
function evennessOf(sample: string, delimiter: string): number {
  const counts = new Map<number, number>();
  let records = 0;
  for (const cells of csvRecords(sample, 0, delimiter)) {
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    if (++records === SAMPLE_RECORDS) break;
  }
  let score = 0;
  for (const [cells, count] of counts) if (cells > 1) score = Math.max(score, count / records + Math.min(cells, 20) / 1000);
  return score;
}

const SAMPLE_CHARS = 65_536;
const SAMPLE_RECORDS = 100;
