import type { Passage, SourceRange, VerbatimRuns } from '../protocol/passage.ts';

/** A piece of a document's running text under one heading path, never cut inside by a reader: paragraph, list item, table row, code block, cell. */
export interface Block {
  readonly kind: 'paragraph' | 'listItem' | 'tableRow' | 'code' | 'quote';
  /** Headings above the block, outermost first, without the document's title. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Offsets into `text` and into the source; see `verbatimRuns`. */
  readonly runs: VerbatimRuns;
  readonly range: SourceRange;
}

/** What a reader makes of a file. */
export interface ParsedDocument {
  readonly title: string;
  /** `path`: the document names no title, so that it is made from the file's name; such a title is searched but not embedded, and a rename re-embeds nothing. */
  readonly titleOrigin: 'document' | 'path';
  readonly blocks: readonly Block[];
  /** What of the file is not in the text, or not as it should be, a clause for people each: `pages 3 and 7 are images without text; run OCR …`. */
  readonly warnings?: readonly string[];
}

/** What an extracting reader makes of a file: its text, one paragraph a line, and the blocks, whose ranges and runs count in that text. */
export interface ExtractedDocument extends ParsedDocument {
  readonly text: string;
  /** Offset in `text` at which each page begins, ascending, the first page first; empty in formats without pages. */
  readonly pageStarts: readonly number[];
}

/** What a reader may look at besides the file itself: other files of the indexed folder, by paths relative to it, `/`-separated. */
export interface ReadContext {
  /** Undefined when there is no such text file inside the folder, or it is larger than a document may be. */
  readonly textOf: (path: string) => string | undefined;
  /** Names of the files in a folder; empty when there is no such folder. */
  readonly filesIn: (folder: string) => readonly string[];
}

interface ReaderBase {
  readonly name: string;
  /** Counts up when the reader makes other passages of the same file: such files are read again. */
  readonly version: number;
  /** Lower-case, with the dot. */
  readonly extensions: readonly string[];
}

/** Reads one text format. Throws `AriadneError` with a sentence that says what is wrong with the file. */
export interface TextReader extends ReaderBase {
  readonly kind: 'text';
  parse(source: string, path: string, context: ReadContext): ParsedDocument;
}

/** Reads one binary format. Throws likewise. */
export interface ExtractingReader extends ReaderBase {
  readonly kind: 'extracting';
  extract(bytes: Uint8Array, path: string, options: { readonly signal?: AbortSignal }): Promise<ExtractedDocument>;
}

export type Reader = TextReader | ExtractingReader;

/** A file that discovery accepted. */
export interface FoundFile {
  /** Relative to the folder, `/`-separated. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
}

export interface SkippedFile {
  readonly path: string;
  /** One clause for people: what is wrong and, where there is something to do, what. */
  readonly reason: string;
}

/** A document ready to be stored. */
export interface CutDocument {
  readonly path: string;
  readonly title: string;
  readonly titleOrigin: ParsedDocument['titleOrigin'];
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  readonly parser: string;
  readonly parserVersion: number;
  readonly passages: readonly Passage[];
  /** See `ParsedDocument`. */
  readonly warnings?: readonly string[];
  /** Milliseconds from disk to bytes, and from bytes to passages. */
  readonly readMs: number;
  readonly cutMs: number;
}

/** What the indexer knows of the file already. */
export interface KnownContent {
  readonly hash: string;
  readonly parser: string;
  readonly parserVersion: number;
}

/**
 * Reads documents away from the thread that serves requests, one after the other per reader thread.
 * A document that takes longer than the limit, or more memory than a reader thread may use, fails alone.
 */
export interface DocumentReader {
  /**
   * @param file a path of the folder, see `FoundFile`
   * @returns `unchanged`, without parsing, when the bytes have the hash in `known` and the reader is still of that version
   * @throws AriadneError with the reason (`file-missing`, `file-unreadable`, `file-too-large`, `binary-file`, `unreadable-document`, `empty-document`,
   * `document-too-slow`, `document-too-big-in-memory` …); AbortError
   */
  read(
    file: Pick<FoundFile, 'path'>,
    options: { readonly signal?: AbortSignal; readonly known?: KnownContent },
  ): Promise<CutDocument | 'unchanged'>;
  /** The text in which places of the document count, as the file is now. @throws likewise */
  sourceText(
    path: string,
    options: { readonly signal?: AbortSignal },
  ): Promise<{ readonly text: string; readonly isExtracted: boolean; readonly documentHash: string }>;
  close(): Promise<void>;
}
