import type { TextReader } from '../document.ts';
import { Outline } from '../outline.ts';
import { SourceText, TextWriter } from '../sourceText.ts';
import type { Piece } from '../sourceText.ts';
import { csvRecords } from './csvRecords.ts';
import type { Cell } from './csvRecords.ts';
import { columnName, writeCellStart } from './tableRows.ts';

/**
 * Tables of separated values: one block per row, each value after its column's name. The first row names the columns when it looks like
 * names. Otherwise the values have no names, since invented ones would only add words to the search. We parse it ourselves: csv-parse
 * returns records, not the offsets of cells.
 */
export const csvReader: TextReader = {
  kind: 'text',
  name: 'csv',
  version: 2,
  extensions: ['.csv', '.tsv'],
  parse(text, path) {
    const outline = new Outline();
    const source = new SourceText(text);
    const stated = /^sep=([,;\t|])(?:\r\n|\r|\n)/.exec(text);
    const start = stated?.[0].length ?? 0;
    const delimiter = stated?.[1] ?? delimiterOf(text.slice(0, SAMPLE_CHARS), path);
    let header: readonly Cell[] | undefined;
    let names: readonly string[] = [];
    const isUsed = new Set<number>();
    for (const cells of csvRecords(text, start, delimiter)) {
      if (header === undefined) {
        names = namesOf(text, cells);
        header = names.length > 0 ? cells : [];
        if (names.length > 0) continue;
      }
      outline.add('tableRow', rowOf(source, cells, names, isUsed));
    }
    // Header cells that no row repeats become a row.
    const unused = (header ?? []).filter((_, column) => names[column] === '' || !isUsed.has(column));
    outline.add('tableRow', rowOf(source, unused, [], isUsed));
    return outline.finish(undefined, path);
  },
};

/** @param isUsed collects the columns that have a value */
function rowOf(source: SourceText, cells: readonly Cell[], names: readonly string[], isUsed: Set<number>): Piece | undefined {
  const writer = new TextWriter(source);
  cells.forEach(({ start, end, isQuoted }, column) => {
    const value = source.text.slice(start, end);
    const trimmed = value.trim();
    if (trimmed === '') return;
    isUsed.add(column);
    writeCellStart(writer, names[column]);
    const from = start + value.length - value.trimStart().length;
    if (isQuoted && trimmed.includes('""')) copyUnquoted(writer, from, trimmed);
    else writer.copy(from, from + trimmed.length);
  });
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

/** The first row's cells if they can be names: none empty except the last, none a number, all different. */
function namesOf(text: string, cells: readonly Cell[]): readonly string[] {
  const texts = cells.map(({ start, end }) => text.slice(start, end).replaceAll('""', '"').trim());
  const named = texts.at(-1) === '' ? texts.slice(0, -1) : texts;
  const areNames = named.every((name) => name !== '' && !NUMBER.test(name)) && new Set(named).size === named.length && named.length > 0;
  return areNames ? named.map(columnName) : [];
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
