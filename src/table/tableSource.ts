/** What a table asks: documents, and what answers. */
import type { RecentValues } from '../base/recentValues.ts';
import type { Passage } from '../protocol/passage.ts';
import type { ModelIds } from '../protocol/runSpec.ts';
import type { DocumentFacts } from '../reasoning/prompts/table.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import type { Recorder } from '../trace/recorder.ts';

export interface TableDocument {
  readonly path: string;
  readonly title: string;
  /** Empty when it could not be read. */
  readonly hash: string;
  /** How many of its passages are read for a question, at most. */
  readonly read: number;
  /** Why it could not be read. */
  readonly failure?: string;
}

/** What a table asks, opened for its duration. */
export interface TableSource {
  /** The folder of the documents. */
  readonly folder: string;
  readonly scope?: string;
  /** By path. */
  readonly documents: readonly TableDocument[];
  /** The id of the chat model or reader, or `builtin`. */
  readonly answeredBy: string;
  /** Whether answering a cell takes a call of a chat model. */
  readonly hasModel: boolean;
  readonly createReasoner: (recorder: Recorder) => Reasoner;
  /** Cells that were found in their documents, so that they are not looked up again while neither is another. */
  readonly known: RecentValues<string, true>;
  /** Opened once for all cells of a row. */
  readonly open: (document: TableDocument, signal: AbortSignal) => Promise<OpenDocument>;
}

/** What of a folder a table is about. */
export interface SourceOrder {
  readonly out: string;
  readonly scope?: string;
  readonly models: ModelIds;
  /** Whether a server or a local model may be asked for vectors; see `StaleOptions`. Default: true. */
  readonly mayAsk?: boolean;
}

/** Where requests about tables get what they ask. */
export interface TableHost {
  withTableSource<T>(order: SourceOrder, work: (source: TableSource) => Promise<T>, signal: AbortSignal): Promise<T>;
}

export interface OpenDocument {
  readonly facts: DocumentFacts;
  /** Those that fit the question best, best first; with the beginning of the document, which says what it is. */
  readonly passagesFor: (question: string, signal: AbortSignal) => Promise<readonly Passage[]>;
  /** All of it that a table may quote. */
  readonly passages: () => Promise<readonly Passage[]>;
  /** @throws AriadneError when it is gone or unreadable */
  readonly sourceText: () => Promise<string>;
}
