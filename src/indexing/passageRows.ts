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

/** Columns that make a passage. One of JSON is read in a quarter of the time of a column for each part. */
export interface StoredPassage {
  readonly indexed: string;
  /** A passage without its text, and where in `indexed` that begins. */
  readonly passage: string;
}

type WithoutText = Omit<Passage, 'text'> & { readonly textStart: number };

export function columnsOfPassages(rows: readonly NumberedPassage[]): Readonly<Record<string, Column>> {
  const of = <T>(value: (row: NumberedPassage) => T): T[] => rows.map(value);
  return {
    row: of(({ row }) => row),
    id: of(({ passage }) => passage.id),
    path: of(({ passage }) => passage.path),
    documentHash: of(({ passage }) => passage.documentHash),
    contentHash: of(({ contentHash }) => contentHash),
    indexed: of(({ indexed }) => indexed),
    embeddedStart: of(({ embeddedStart }) => embeddedStart),
    passage: of(({ passage: { text: _, ...passage }, textStart }) => JSON.stringify({ ...passage, textStart } satisfies WithoutText)),
  };
}

export function passageOfRow({ indexed, passage }: StoredPassage): Passage {
  const { textStart, ...rest } = JSON.parse(passage) as WithoutText;
  return { ...rest, text: indexed.slice(textStart) };
}
