/** The index as retrieval sees it. */
import type { RowSet } from '../base/rowSet.ts';
import type { Respelled } from '../language/terms/spelling.ts';
import type { IdentifiedQuestion } from './identity/documentNames.ts';
import type { DocumentIdentity } from '../protocol/identity.ts';
import type { Passage } from '../protocol/passage.ts';

/** Dense position of a passage in the index, and in the corpus. Not stable across indexes; `Passage.id` is. */
export type Row = number;

/** By what passages are like each other. */
export type Likeness = 'vectors' | 'words';

export interface ScoredRow {
  readonly row: Row;
  readonly score: number;
}

/** What a mention is recognized by. `link`: the document says explicitly what it refers to; the others are names found in its text. */
export type MentionKind = 'link' | 'title' | 'alias' | 'heading' | 'file' | 'identifier';

/** A document, or a section of it, that a passage mentions. */
export interface MentionTarget {
  readonly path: string;
  /** Headings of the section, outermost first; undefined when the whole document is meant. */
  readonly headings?: readonly string[];
  /** Ascending rows of the passages of that document or section. */
  readonly rows: readonly Row[];
}

/** A place in a passage that names other documents or sections. */
export interface Mention {
  /** As the mentioned document has it: a title, an alias, a heading, the name of a file. */
  readonly name: string;
  /** Offsets in the passage's text, end-exclusive. */
  readonly start: number;
  readonly end: number;
  readonly kind: MentionKind;
  /** Never empty. Several when the name is ambiguous, ordered by path. */
  readonly targets: readonly MentionTarget[];
  /** In [0, 1]: 1 for links, log(N / n) / log N for a name whose words n of N passages have, without those of what it names. */
  readonly specificity: number;
}

/** How often some words occur in passages. */
export interface WordCounts {
  /** By word how rare it is: its inverse frequency among at most 1024 passages that are evenly spread. */
  readonly worths: readonly number[];
  /** By row how often the passage has each. */
  readonly passages: ReadonlyMap<Row, { readonly counts: readonly number[] }>;
}

/** Where the words of a name are. */
export interface NameAmong {
  /** As of `Mention`, of all passages that have the words; 0 for a name without words that are searched. */
  readonly specificity: number;
  /** Those of the passages asked about that have all of its words, in any order. */
  readonly rows: readonly Row[];
}

export interface PassageIndex {
  /** Names the state of the index. Changes with every change of its passages. */
  readonly epoch: string;
  readonly passageCount: number;
  idOf(row: Row): string;
  /** @throws AriadneError `passage-missing` */
  rowOf(id: string): Row;
  /** The path of the passage's document; undefined for a row that is not in the index. */
  pathOf(row: Row): string | undefined;
  /** The first passage of the passage's document; undefined where `pathOf` is. */
  firstOf(row: Row): Row | undefined;
  /** Who a document is in this folder; undefined for a path without a document. */
  identityOf(path: string): DocumentIdentity | undefined;
  /** The documents that a text from elsewhere names by what identifies them, such as a question. */
  namedIn(question: string): Promise<IdentifiedQuestion>;
  /** The passages of the documents with these paths. */
  rowsOf(paths: readonly string[]): Promise<RowSet>;
  /**
   * BM25, at most `n`, best first, ties by row. Empty when no word of the query is in the index.
   * @param among the passages to search, by default all. Words have the weight that they have in the whole index.
   */
  searchText(query: string, n: number, among?: RowSet): Promise<readonly ScoredRow[]>;
  /** How often the words by which `searchText` looks for the query, the first 64 of them, occur in some passages. */
  countWords(query: string, rows: readonly Row[]): Promise<WordCounts>;
  /** Which of some passages have the words of each name, in the order of the names. */
  namesAmong(names: readonly string[], rows: readonly Row[]): Promise<readonly NameAmong[]>;
  /** The words of the query that no passage has, as they were probably meant; in order, at most 8. */
  respelledIn(query: string): Promise<readonly Respelled[]>;
  /**
   * Inner product with L2-normalized vectors; at most `n`, best first, ties by row. Passages without a vector are left out.
   * @param among the passages to search, by default all
   */
  searchVector(query: Float32Array, n: number, among?: RowSet): Promise<readonly ScoredRow[]>;
  /**
   * Ascending rows of the passages that contain each phrase verbatim (`PhraseFinder`) in the title, a heading or the text. Scans all
   * passages, or those of `among`.
   */
  rowsWith(phrases: readonly string[], signal: AbortSignal, among?: RowSet): Promise<readonly Row[]>;
  /**
   * The `k` passages most like this one, without itself, nearest first; none for a passage without a vector, or without telling words.
   * @param likeness by default `vectors`
   * @param among the passages to choose from, by default all
   */
  neighborsOf(row: Row, k: number, likeness?: Likeness, among?: RowSet): Promise<readonly Row[]>;
  /** Other documents and sections that each passage mentions, by place. A document mentions itself only by links. */
  mentionsIn(rows: readonly Row[]): Promise<readonly (readonly Mention[])[]>;
  /** Documents and sections that a text from elsewhere names, such as a question, by place; offsets are of that text. */
  mentionsInText(text: string): Promise<readonly Mention[]>;
  /** Passages in the order of `rows`. */
  passages(rows: readonly Row[]): Promise<readonly Passage[]>;
}
