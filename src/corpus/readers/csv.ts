import type { TextReader } from '../document.ts';
import { Outline } from '../outline.ts';
import { SourceText } from '../sourceText.ts';
import type { TextWriter } from '../sourceText.ts';
import { csvRecords } from './csvRecords.ts';
import type { Cell } from './csvRecords.ts';
import { rowPieces, withHeader } from './tableRows.ts';

/**
 * Tables of separated values: one block per row, each value after its column's name. The first row names the columns when it looks like
 * names. Otherwise the values have no names, since invented ones would only add words to the search. We parse it ourselves: csv-parse
 * returns records, not the offsets of cells.
 */
export const csvReader: TextReader = {
  kind: 'text',
  parse(text, path) {
    const outline = new Outline();
    const source = new SourceText(text);
    const stated = /^sep=([,;\t|])(?:\r\n|\r|\n)/.exec(text);
    const start = stated?.[0].length ?? 0;
    const delimiter = stated?.[1] ?? delimiterOf(text.slice(0, SAMPLE_CHARS), path);
    const rows = [...csvRecords(text, start, delimiter)].map((cells) => cells.map((cell) => trimmed(text, cell)));
    const textOf = (cell: Cell): string => text.slice(cell.start, cell.end).replaceAll('""', '"');
    const names = (rows[0] ?? []).map((cell) => (cell === undefined ? '' : textOf(cell)));
    for (const piece of rowPieces(source, withHeader(rows, areNames(names) ? 1 : 0), textOf, write(text))) outline.add('tableRow', piece);
    return outline.finish(undefined, path);
  },
};

/** A cell without the blanks around it; undefined when there is nothing else. */
function trimmed(text: string, cell: Cell): Cell | undefined {
  const value = text.slice(cell.start, cell.end);
  const start = cell.start + value.length - value.trimStart().length;
  const end = start + value.trim().length;
  return end > start ? { ...cell, start, end } : undefined;
}

/** Copies a cell, with each doubled quote in a quoted one as one. */
function write(text: string): (writer: TextWriter, cell: Cell) => void {
  return (writer, { start, end, isQuoted }) => {
    const value = isQuoted ? text.slice(start, end) : '';
    let from = 0;
    for (let at = value.indexOf('""'); at >= 0; at = value.indexOf('""', at + 2)) {
      writer.copy(start + from, start + at + 1);
      from = at + 2;
    }
    writer.copy(start + from, end);
  };
}

/** Whether the first row's cells can be names: none empty except the last, none a number, all different. */
function areNames(texts: readonly string[]): boolean {
  const names = texts.at(-1) === '' ? texts.slice(0, -1) : texts;
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
