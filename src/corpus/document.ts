import type { Passage, SourceRange, VerbatimRuns } from '../protocol/passage.ts';
import type { References } from './references.ts';
import type { FileIdentity } from './identity/fileIdentity.ts';
import type { SearchTerms } from './searchTerms.ts';

/**
 * A piece of a document's running text under one heading path: a paragraph, list item, table row, code block or cell, or a field of the
 * document's metadata. Readers never cut inside a block.
 */
export interface Block {
  readonly kind: 'paragraph' | 'listItem' | 'tableRow' | 'code' | 'quote' | 'field';
  /** Headings above the block, outermost first, without the document's title. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Pairs of offsets into `text` and into the source; see `verbatimRuns`. */
  readonly runs: VerbatimRuns;
  readonly range: SourceRange;
  /** Of a row. */
  readonly table?: RowPlace;
}

/** Where a row is. */
interface RowPlace {
  /** Number of the table in the document, from 0. */
  readonly number: number;
  /**
   * What a passage that begins with the row repeats: the table's caption, its unit, and the label of the part that the row belongs to,
   * each on a line. Empty for the first row, and for tables without these.
   */
  readonly context: string;
}

/** The result of reading a file. */
export interface ParsedDocument extends References {
  readonly title: string;
  /**
   * `path`: the document has no title, so the title is made from the file name. Such a title is searched but not embedded, so a rename
   * embeds nothing again.
   */
  readonly titleOrigin: 'document' | 'path';
  readonly blocks: readonly Block[];
  /**
   * Clauses for the user that say which parts of the file are missing from the text or unreliable:
   * `pages 3 and 7 are images without text; run OCR …`.
   */
  readonly warnings?: readonly string[];
}

/**
 * The result of an extracting reader: the document's text with one paragraph per line, and blocks whose ranges and runs refer to that text.
 */
export interface ExtractedDocument extends ParsedDocument {
  readonly text: string;
  /** Ascending offsets in `text` at which the pages begin, the first page included; empty in formats without pages. */
  readonly pageStarts: readonly number[];
  /** What the edges of its pages repeat, which is not in the text; most frequent first, at most 8. */
  readonly runningLines?: readonly string[];
}

/** Reads one text format. Throws an `AriadneError` whose message says what is wrong with the file. */
export interface TextReader {
  readonly kind: 'text';
  parse(source: string, path: string): ParsedDocument;
}

/** Reads one binary format. Throws an `AriadneError` whose message says what is wrong with the file. */
export interface ExtractingReader {
  readonly kind: 'extracting';
  extract(bytes: Uint8Array, path: string, options: { readonly signal?: AbortSignal }): Promise<ExtractedDocument>;
}

export type FormatReader = TextReader | ExtractingReader;

/** A file that discovery accepted. */
export interface FoundFile {
  /** Relative to the folder, `/`-separated. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
}

export interface SkippedFile {
  readonly path: string;
  /** One clause for the user: what is wrong and, if possible, what to do. */
  readonly reason: string;
  /** A drive or connection failed, so nobody knows what is there now. What is indexed of it is kept. */
  readonly isUnreachable?: true;
}

/** A document ready to be stored. Links and anchors are placed in the text that the passages' ranges refer to. */
export interface CutDocument extends References {
  readonly path: string;
  readonly title: string;
  readonly titleOrigin: ParsedDocument['titleOrigin'];
  readonly identity: FileIdentity;
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  readonly parser: string;
  readonly parserVersion: number;
  readonly passages: readonly Passage[];
  /** Those of each passage, in the same order. */
  readonly searchTerms: readonly SearchTerms[];
  /** See `ParsedDocument`. */
  readonly warnings?: readonly string[];
  /** Milliseconds for reading the bytes, and for turning them into passages. */
  readonly readMs: number;
  readonly cutMs: number;
}

/** What the index already holds of the file. */
export interface KnownContent {
  readonly hash: string;
  readonly parser: string;
  readonly parserVersion: number;
}

/**
 * Reads documents outside the thread that serves requests, one at a time. A document that exceeds the time limit, or the
 * memory limit of a reader thread, fails without affecting others.
 */
export interface DocumentReader {
  /**
   * @param file path of a file in the folder, see `FoundFile`; with its size the time to read it is known
   * @returns `unchanged`, without parsing, when the bytes have the hash in `known` and the reader has the same version
   * @throws AriadneError with the reason (`file-missing`, `file-unreachable`, `file-unreadable`, `file-too-large`, `binary-file`,
   * `unreadable-document`, `empty-document`, `document-too-slow`, `document-too-big-in-memory` …); AbortError
   */
  read(
    file: Pick<FoundFile, 'path'> & Partial<FoundFile>,
    options: { readonly signal?: AbortSignal; readonly maxFileBytes: number; readonly known?: KnownContent },
  ): Promise<CutDocument | 'unchanged'>;
  /**
   * The text that the document's ranges refer to, from the file as it is now.
   * @throws the errors of `read`
   */
  sourceText(
    path: string,
    options: { readonly signal?: AbortSignal; readonly maxFileBytes: number },
  ): Promise<{ readonly text: string; readonly isExtracted: boolean; readonly encoding?: string; readonly documentHash: string }>;
  close(): Promise<void>;
}
