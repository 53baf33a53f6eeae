/** The snapshot of an index that answers questions, kept up with what this process and others write. */
import { explainIndexFailure } from '../indexing/damage.ts';
import type { IndexState } from '../indexing/indexState.ts';
import { loadSnapshot, snapshotOf } from '../indexing/loadSnapshot.ts';
import { readFailed, rereading } from '../indexing/rereading.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { IndexStore } from '../indexing/store.ts';
import type { FolderIndexOptions } from './folderIndexOptions.ts';

/** Where a change of the index by another process cannot be seen cheaply, it is looked for this often. */
const remoteRefreshMs = 5000;
/** What a first answer does not need is read so much later, unless something asks for it. A command has ended by then. */
const loadAheadMs = 5000;
/** After so many versions it is looked whether LanceDB's caches have grown with what was read of old ones, whose files they keep open. */
const versionsPerLook = 20;
/** The full-text index of 200,000 passages takes 110 MB of them, the least one some MB. */
const cachedBytesAtLeast = 32 * 1024 * 1024;
const cachedBytesPerPassage = 2048;

export interface LiveSnapshotOptions {
  readonly store: IndexStore;
  readonly kernel: FolderIndexOptions['kernel'];
  readonly dimensionOf: Parameters<typeof loadSnapshot>[2];
  /** Runs work between the writes of this process. */
  readonly inLine: <T>(work: () => Promise<T>) => Promise<T>;
}

export class LiveSnapshot {
  readonly #options: LiveSnapshotOptions;
  #current: IndexSnapshot | undefined;
  /** What told the snapshot's version apart when it was loaded. */
  #stamp: string | undefined;
  #refreshedAtMs = 0;
  #loadingAhead: NodeJS.Timeout | undefined;
  #versions = 0;

  constructor(options: LiveSnapshotOptions) {
    this.#options = options;
  }

  /** Undefined before there is an index. */
  get current(): IndexSnapshot | undefined {
    return this.#current;
  }

  get stamp(): string | undefined {
    return this.#stamp;
  }

  /** Reads, and again from what is there now where another process has replaced files meanwhile. */
  reread<T>(read: () => Promise<T>): Promise<T> {
    return this.explained(() => rereading(read, () => this.#renew()));
  }

  /** What goes wrong with the storage during `work` is said in a sentence. */
  async explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw await explainIndexFailure(error, this.#options.store.database.location);
    }
  }

  /** Takes over what another process has indexed since. @param always looks at the tables even if nothing seems to have changed */
  catchUp(always = false): Promise<void> {
    return this.reread(() => this.#catchUp(always));
  }

  /** In line with the writes. */
  async replace(state: IndexState): Promise<void> {
    const { store, kernel } = this.#options;
    if (this.#isCacheOld()) await store.database.renew();
    const next = await snapshotOf(store, kernel, this.#current?.model ?? '', state);
    this.#current?.close();
    this.#current = next;
    this.#stamp = await store.database.stamp('meta');
  }

  /** @param stamp of the tables as this process has them open, from before they were */
  async reload(stamp?: string): Promise<void> {
    const { store, kernel, dimensionOf } = this.#options;
    const known = stamp ?? (await store.database.stamp('meta'));
    const next = await loadSnapshot(store, kernel, dimensionOf);
    // The tables are read one after the other: a model may be dropped after the metadata that names it were read.
    if (next?.model === '' && (await store.meta('embedder')) && known !== (await store.database.stamp('meta'))) {
      next.close();
      throw readFailed(store.database.location);
    }
    this.#current?.close();
    this.#current = next;
    this.#loadAhead();
    this.#stamp = known;
    this.#refreshedAtMs = performance.now();
  }

  close(): void {
    clearTimeout(this.#loadingAhead);
    this.#current?.close();
  }

  #loadAhead(): void {
    clearTimeout(this.#loadingAhead);
    this.#loadingAhead = setTimeout(() => {
      const snapshot = this.#current?.retain();
      // A search that needs what cannot be read says so.
      const ended = (): void => snapshot?.close();
      void snapshot?.load().then(ended, ended);
    }, loadAheadMs).unref();
  }

  /** Opens the tables as they are now. */
  async #renew(): Promise<void> {
    const { store, inLine } = this.#options;
    await inLine(async () => {
      const stamp = await store.database.stamp('meta');
      await store.database.renew();
      await store.refresh();
      await this.reload(stamp);
    });
  }

  async #catchUp(always: boolean): Promise<void> {
    const { store, inLine } = this.#options;
    const stamp = await store.database.stamp('meta');
    const isOld = stamp === undefined ? performance.now() - this.#refreshedAtMs > remoteRefreshMs : stamp !== this.#stamp;
    if (!isOld && !always) return;
    // In line with the writes, whose own effect must not be taken for another's.
    await inLine(async () => {
      const now = await store.database.stamp('meta');
      if (stamp !== undefined && now === this.#stamp) return;
      if (this.#isCacheOld()) await store.database.renew();
      if ((await store.refresh()) || stamp !== undefined) await this.reload(now);
      this.#refreshedAtMs = performance.now();
    });
  }

  #isCacheOld(): boolean {
    if (++this.#versions % versionsPerLook > 0) return false;
    const needed = cachedBytesAtLeast + cachedBytesPerPassage * (this.#current?.passageCount ?? 0);
    return this.#options.store.database.cachedBytes > needed;
  }
}
