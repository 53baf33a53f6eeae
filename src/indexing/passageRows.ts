/** Converts passages to rows of their table and back. */
import { hashOf } from '../base/hash.ts';
import type { CutDocument } from '../corpus/document.ts';
import type { SearchTerms } from '../corpus/searchTerms.ts';
import type { Passage, SourceRange, VerbatimRuns } from '../protocol/passage.ts';
import { fieldsOfPassages } from './passageFields.ts';
import { linksOf, type PassageLink } from './passageLinks.ts';
import type { Column } from './tables.ts';

/** A passage with its row in the index and the hash of its embedded text. */
export interface NumberedPassage {
  readonly row: number;
  readonly passage: Passage;
  readonly contentHash: string;
  /** Title, headings and text. */
  readonly indexed: string;
  readonly searchTerms: SearchTerms;
  /** Offset in `indexed` where the embedded part begins. */
  readonly embeddedStart: number;
  readonly links: readonly PassageLink[];
  /** See `fieldsOfPassages`. */
  readonly fields: string;
}

/** A title made from the file name is searched but not embedded, so that a rename changes no vector. */
export function numberPassages(documents: readonly CutDocument[], firstRow: number): readonly NumberedPassage[] {
  let row = firstRow;
  return documents.flatMap((document) => {
    const { passages, titleOrigin, searchTerms } = document;
    const [links, fields] = [linksOf(document), fieldsOfPassages(document)];
    return passages.map((passage, i) => {
      const context = `${[passage.title, ...passage.headings].join('\n')}\n`;
      const indexed = context + passage.text;
      const embeddedStart = titleOrigin === 'path' ? passage.title.length + 1 : 0;
      const contentHash = hashOf([indexed.slice(embeddedStart)], 32);
      return {
        row: row++,
        passage,
        contentHash,
        indexed,
        searchTerms: searchTerms[i] ?? { language: 'und', terms: '' },
        embeddedStart,
        links: links[i] ?? [],
        fields: fields[i] ?? '',
      };
    });
  });
}

/** Columns that make a passage. One JSON column is read in a quarter of the time of separate columns. */
export interface StoredPassage {
  readonly indexed: string;
  /** JSON of a `StoredPlace`. */
  readonly passage: string;
}

/**
 * A passage without what `indexed` says, in small numbers, which take half of the space. Without links most passages take none for them.
 */
interface StoredPlace extends Omit<Passage, 'title' | 'headings' | 'text' | 'range' | 'runs'> {
  /** Lengths of the title and of the headings, with which `indexed` begins. */
  readonly before: readonly number[];
  /** Line and offset where it starts, then how many lines and characters it has. */
  readonly range: readonly [startLine: number, startOffset: number, lines: number, chars: number];
  /** Of each run its length, and how far its text, source and line are from the end of the run before. */
  readonly runs: number[];
  readonly links?: readonly PassageLink[];
}

export function columnsOfPassages(rows: readonly NumberedPassage[]): Readonly<Record<string, Column>> {
  const of = <T>(value: (row: NumberedPassage) => T): T[] => rows.map(value);
  return {
    row: of(({ row }) => row),
    id: of(({ passage }) => passage.id),
    path: of(({ passage }) => passage.path),
    documentHash: of(({ passage }) => passage.documentHash),
    contentHash: of(({ contentHash }) => contentHash),
    indexed: of(({ indexed }) => indexed),
    terms: of(({ searchTerms }) => searchTerms.terms),
    language: of(({ searchTerms }) => searchTerms.language),
    embeddedStart: of(({ embeddedStart }) => embeddedStart),
    fields: of(({ fields }) => fields),
    passage: of((row) => JSON.stringify(placeOf(row))),
  };
}

function placeOf({ passage: { title, headings, text: _, range, runs, ...passage }, links }: NumberedPassage): StoredPlace {
  const { startLine, startOffset, endLine, endOffset } = range;
  return {
    ...passage,
    before: [title, ...headings].map(({ length }) => length),
    range: [startLine, startOffset, endLine - startLine, endOffset - startOffset],
    runs: relativeRuns(runs, range),
    ...(links.length === 0 ? {} : { links }),
  };
}

/** A passage with the links that are stored with it. */
export interface LinkingPassage {
  readonly passage: Passage;
  readonly links: readonly PassageLink[];
}

export function passageOfRow(stored: StoredPassage): Passage {
  return passageWithLinks(stored).passage;
}

export function passageWithLinks({ indexed, passage }: StoredPassage): LinkingPassage {
  const { id, path, before, range: stored, runs, links = [], ...rest } = JSON.parse(passage) as StoredPlace;
  const [startLine, startOffset, lines, chars] = stored;
  const range = { startLine, endLine: startLine + lines, startOffset, endOffset: startOffset + chars };
  let at = 0;
  const [title = '', ...headings] = before.map((length) => indexed.slice(at, (at += length + 1) - 1));
  return {
    passage: { id, path, title, headings, range, runs: absoluteRuns(runs, range), ...rest, text: indexed.slice(at) },
    links,
  };
}

type Start = Pick<SourceRange, 'startOffset' | 'startLine'>;

function relativeRuns(runs: VerbatimRuns, { startOffset, startLine }: Start): number[] {
  const relative = [...runs];
  let [text, source, line] = [0, startOffset, startLine];
  for (let i = 0; i < runs.length; i += 4) {
    relative[i]! -= text;
    relative[i + 1]! -= source;
    relative[i + 3]! -= line;
    text = runs[i]! + runs[i + 2]!;
    source = runs[i + 1]! + runs[i + 2]!;
    line = runs[i + 3]!;
  }
  return relative;
}

/** Changes them in place, since every search reads passages. */
function absoluteRuns(runs: number[], { startOffset, startLine }: Start): number[] {
  let [text, source, line] = [0, startOffset, startLine];
  for (let i = 0; i < runs.length; i += 4) {
    runs[i] = text += runs[i]!;
    runs[i + 1] = source += runs[i + 1]!;
    runs[i + 3] = line += runs[i + 3]!;
    text += runs[i + 2]!;
    source += runs[i + 2]!;
  }
  return runs;
}
