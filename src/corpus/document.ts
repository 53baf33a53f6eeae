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

/** What a reader makes of a file's text. */
export interface ParsedDocument {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Reads one format. Throws `AriadneError` with a sentence that says what is wrong with the file. */
export interface Reader {
  readonly name: string;
  /** Lower-case, with the dot. */
  readonly extensions: readonly string[];
  parse(source: string, path: string): ParsedDocument;
}

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
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  readonly parser: string;
  readonly passages: readonly Passage[];
  /** Milliseconds that cutting took, of all that reading the document took. */
  readonly cutMs: number;
}
