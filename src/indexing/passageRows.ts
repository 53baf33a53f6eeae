/** Converts passages to rows of their table and back. */
import { hashOf } from '../base/hash.ts';
import type { CutDocument } from '../corpus/document.ts';
import type { SearchTerms } from '../corpus/searchTerms.ts';
import type { Passage } from '../protocol/passage.ts';
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
  /** Offsets in `indexed` where the embedded part begins, and where the passage's text begins. */
  readonly embeddedStart: number;
  readonly textStart: number;
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
        textStart: context.length,
        links: links[i] ?? [],
        fields: fields[i] ?? '',
      };
    });
  });
}

/** Columns that make a passage. One JSON column is read in a quarter of the time of separate columns. */
export interface StoredPassage {
  readonly indexed: string;
  /** JSON of the passage without its text, with its links, and with the offset in `indexed` where the text begins. */
  readonly passage: string;
}

/** Without links most passages take no space for them. */
type WithoutText = Omit<Passage, 'text'> & { readonly textStart: number; readonly links?: readonly PassageLink[] };

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
    passage: of(({ passage: { text: _, ...passage }, textStart, links }) =>
      JSON.stringify({ ...passage, textStart, ...(links.length === 0 ? {} : { links }) } satisfies WithoutText),
    ),
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
  const { textStart, links = [], ...rest } = JSON.parse(passage) as WithoutText;
  return { passage: { ...rest, text: indexed.slice(textStart) }, links };
}
