import type { StoredDocument } from '../indexing/documentRows.ts';
import type { Location } from '../indexing/location.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { NearestKernel } from '../models/nearest.ts';
import type { IndexProgress } from '../protocol/indexStatus.ts';
import type { LoadedModel } from './builtinModels.ts';
import type { EngineFiles } from '../models/library/localProviders.ts';
import type { OpenEmbedder } from './indexEmbedders.ts';

export interface FolderIndexOptions {
  readonly folder: string;
  readonly location: Location;
  /** Whether the user named the place of the index: then several folders and machines may know of it. */
  readonly isShared: boolean;
  /** Databases one of which may be of another worktree. */
  readonly siblings: readonly string[];
  /** Folder for temporary files. */
  readonly workFolder: string;
  readonly kernel: NearestKernel;
  readonly files: EngineFiles;
  /** Of other providers than the built-in one. */
  readonly openEmbedder: OpenEmbedder;
  readonly onProgress: (progress: IndexProgress) => void;
  /** How long to wait at most while another process writes. */
  readonly patienceMs: number;
  /** Told what went wrong where nobody waits for it. */
  readonly onLaterFailure: (error: unknown) => void;
}

export interface IndexRequest {
  /** Id of the chosen embedder. Another provider's is switched to by `learn`; until then the index goes on with what it has. */
  readonly embedder: string;
  readonly confirmed: boolean;
  /** Whether `learn` follows. The graph of a first pass is then left to it, where it has something to learn. */
  readonly willLearn: boolean;
  readonly signal: AbortSignal;
}

export interface SourceTextOptions {
  readonly signal: AbortSignal;
  readonly maxFileBytes: number;
}

/** An index for one request, which closes it. */
export interface RequiredIndex {
  readonly index: IndexSnapshot;
  /** Its built-in models. */
  readonly models: LoadedModel;
  /** Documents with those that could not be read, by path, as of now. */
  readonly documents: () => Promise<ReadonlyMap<string, StoredDocument>>;
}

/** How much of a file is read for a citation: as large as the setting allows documents to be. */
export const maxCitedBytes = 500 * 1024 * 1024;
