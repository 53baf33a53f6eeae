/** The files known to the index, read in pages and cached until the index changes. Does not use VS Code. */
import { hashOf } from '../../base/hash.ts';
import type { IndexStatus } from '../../protocol/indexStatus.ts';
import type { IndexedFile } from '../../protocol/indexedFile.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import type { FolderState } from '../engineProcess/folderState.ts';

export interface IndexFilesOptions {
  readonly engine: EngineRequests;
  readonly index: Pick<FolderState, 'status'>;
}

const PAGE = 2_000;

export class IndexFiles {
  readonly #options: IndexFilesOptions;
  #versioned: { readonly status: IndexStatus; readonly version: string } | undefined;
  #known: { readonly version: string; readonly files: Promise<readonly IndexedFile[]> } | undefined;

  constructor(options: IndexFilesOptions) {
    this.#options = options;
  }

  /** Changes when the files may have changed. */
  get version(): string {
    const { status } = this.#options.index;
    if (this.#versioned?.status !== status) {
      const { epoch, indexedAtUtc = '', skipped } = status;
      this.#versioned = { status, version: hashOf([epoch, indexedAtUtc, ...skipped.flatMap(({ path, reason }) => [path, reason])], 16) };
    }
    return this.#versioned.version;
  }

  /**
   * All files, by path. Requested once per version.
   * @throws AriadneError when the engine cannot list them
   */
  all(): Promise<readonly IndexedFile[]> {
    const { version } = this;
    if (this.#known?.version === version) return this.#known.files;
    const known = { version, files: this.#read() };
    this.#known = known;
    known.files.catch(() => {
      if (this.#known === known) this.#known = undefined;
    });
    return known.files;
  }

  async #read(): Promise<readonly IndexedFile[]> {
    const read: IndexedFile[] = [];
    for (;;) {
      const { files, total } = await this.#options.engine.request('files', { from: read.length, count: PAGE });
      read.push(...files);
      if (files.length === 0 || read.length >= total) return read;
    }
  }
}
