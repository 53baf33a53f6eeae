/** Passages as rows of their table. */
import { hashOf } from '../base/hash.ts';
import type { CutDocument } from '../corpus/document.ts';
import type { Passage } from '../protocol/passage.ts';
import type { Column } from './tables.ts';

/** A passage with its place in the index and what identifies the text that is embedded. */
export interface NumberedPassage {
  readonly row: number;
  readonly passage: Passage;
  readonly contentHash: string;
  /** Title, headings and text: what BM25 searches. */
  readonly indexed: string;
  /** Where in `indexed` the part begins that is embedded, and where the passage's text. */
  readonly embeddedStart: number;
  readonly textStart: number;
}

/** A title made from the file's name is searched but not embedded, so that a rename changes no vector. */
export function numberPassages(documents: readonly CutDocument[], firstRow: number): readonly NumberedPassage[] {
  let row = firstRow;
  return documents.flatMap(({ passages, titleOrigin }) =>
    passages.map((passage) => {
      const context = `${[passage.title, ...passage.headings].join('\n')}\n`;
      const indexed = context + passage.text;
      const embeddedStart = titleOrigin === 'path' ? passage.title.length + 1 : 0;
      const contentHash = hashOf([indexed.slice(embeddedStart)], 32);
      return { row: row++, passage, contentHash, indexed, embeddedStart, textStart: context.length };
    }),
  );
}

export function columnsOfPassages(rows: readonly NumberedPassage[]): Readonly<Record<string, Column>> {
  const of = <T>(value: (row: NumberedPassage) => T): T[] => rows.map(value);
  return {
    row: of(({ row }) => row),
    id: of(({ passage }) => passage.id),
    path: of(({ passage }) => passage.path),
    documentHash: of(({ passage }) => passage.documentHash),
    title: of(({ passage }) => passage.title),
    headings: of(({ passage }) => passage.headings),
    indexed: of(({ indexed }) => indexed),
    embeddedStart: of(({ embeddedStart }) => embeddedStart),
    textStart: of(({ textStart }) => textStart),
    contentHash: of(({ contentHash }) => contentHash),
    pageNumber1: of(({ passage }) => passage.pageNumber1 ?? 0),
    pageBreaks: of(({ passage }) => passage.pageBreaks ?? []),
    startLine: of(({ passage }) => passage.range.startLine),
    endLine: of(({ passage }) => passage.range.endLine),
    startOffset: of(({ passage }) => passage.range.startOffset),
    endOffset: of(({ passage }) => passage.range.endOffset),
    runs: of(({ passage }) => passage.runs),
  };
}

export function passageOfRow(row: Readonly<Record<string, unknown>>): Passage {
  const numbers = row as Record<'textStart' | 'startLine' | 'endLine' | 'startOffset' | 'endOffset' | 'pageNumber1', number>;
  const { startLine, endLine, startOffset, endOffset, pageNumber1 } = numbers;
  const pageBreaks = [...(row['pageBreaks'] as Iterable<number>)];
  return {
    id: row['id'] as string,
    path: row['path'] as string,
    title: row['title'] as string,
    headings: [...(row['headings'] as Iterable<string>)],
    text: (row['indexed'] as string).slice(numbers.textStart),
    range: { startLine, endLine, startOffset, endOffset },
    runs: [...(row['runs'] as Iterable<number>)],
    documentHash: row['documentHash'] as string,
    ...(pageNumber1 > 0 ? { pageNumber1 } : {}),
    ...(pageBreaks.length > 0 ? { pageBreaks } : {}),
  };
}
