/** Brings an index up to date with its folder: reads what changed, embeds what is new, and updates what depends on it. */
import type { SkippedFile } from '../corpus/document.ts';
import type { Discovery } from '../corpus/discover.ts';
import type { Embedder, TokenCounts } from '../models/models.ts';
import type { NearestKernel } from '../models/nearest.ts';
import type { IndexSummary } from '../protocol/indexStatus.ts';
import { frequenciesIn } from './fullText/termHashes.ts';
import { countMissing, embedMissing, embedTexts } from './embedPass.ts';
import { graphOf, refreshGraph } from './graphPass.ts';
import { patchGraph } from './graph/patchGraph.ts';
import { changedState, linkedState, unlistedRows, type IndexState } from './indexState.ts';
import { NeighborTable } from './neighborTable.ts';
import { isAtOrBelow, packReasons, reasonsOf } from './leftOut.ts';
import type { ProgressMeter } from './progress.ts';
import { looksChanged, readChanged, type Corpus } from './readPass.ts';
import type { IndexStore } from './store.ts';
import { rowsOf, storedSearchTerms } from './documentPassages.ts';
import { isIndexed, type StoredDocument } from './documentRows.ts';
import { isExact } from './vectorTable.ts';
import { VectorCache } from './vectorCache.ts';

export interface PassOptions {
  readonly kernel: NearestKernel;
  readonly signal: AbortSignal;
  readonly progress: ProgressMeter;
}

export interface IndexOptions extends PassOptions {
  /**
   * The embedder to use after the passages are stored, because the built-in one learns its vocabulary from them.
   * @param countMissing counts the contents of the passages without a vector of an embedder
   */
  readonly prepareEmbedder: (countMissing: (embedder: Embedder) => Promise<number>) => Promise<Embedder>;
  /** Asked after embedding: whether other vectors replace these soon. */
  readonly isReplacedSoon?: () => Promise<boolean>;
  /** Called in a first pass when the passages so far can be searched by their words, each time `searchableGrowth` times as many. */
  readonly onSearchable?: () => Promise<void>;
}

/** For more files than this, a pass over the folder is faster. */
const maxFilesPerUpdate = 1000;
/** In a first pass, how many times as many passages are stored until they are made searchable again, for which all are copied. */
const searchableGrowth = 4;

/**
 * One pass over the discovered files. Unchanged documents (same size and modification time, or same bytes) are not parsed or embedded
 * again.
 * @throws AbortError when cancelled; stored work is kept, and the next pass continues from there
 */
export async function updateIndex(store: IndexStore, corpus: Corpus, discovered: Discovery, options: IndexOptions): Promise<IndexSummary> {
  const { signal, progress } = options;
  const seconds = { read: 0, cut: 0, embed: 0, graph: 0, fulltext: 0, total: 0 };
  const clock = stopwatch(seconds);
  const isFresh = (await store.passageCount()) === 0;
  let searchable = 0;
  const onStored = async (): Promise<void> => {
    const stored = await store.passageCount();
    if (!isFresh || stored < searchableGrowth * searchable) return;
    searchable = stored;
    await store.completeFullText();
    await options.onSearchable?.();
  };
  const read = await readChanged(store, corpus, discovered.files, {
    signal,
    onDocument: (done, passages, share, current) => progress.reading(done, discovered.files.length, passages, share, current),
    onStored,
  });
  Object.assign(seconds, { read: read.readSeconds, cut: read.cutSeconds });
  const found = withUnreached(discovered, read.unreached);
  const present = new Set(found.files.map(({ path }) => path));
  await removeGone(
    store,
    corpus,
    [...(await store.documents()).values()].filter(({ path }) => !present.has(path)),
    found.skipped,
  );

  const passages = await store.passageCount();
  progress.working('fulltext', passages, 0);
  await clock('fulltext', async () => {
    if (searchable === 0) return store.refreshFullText(isFresh ? new Date() : undefined);
    // What a first pass has written by now is twice the size of the index. Who still reads that goes on with this version.
    await store.completeFullText(0, () => new Date());
    await options.onSearchable?.();
  });
  progress.working('embed', passages, 0);
  const vectors = await clock('embed', async () => {
    const embedder = await options.prepareEmbedder(({ id, dimension }) =>
      countMissing(store, new VectorCache(store.database, id, dimension)),
    );
    const cache = new VectorCache(store.database, embedder.id, embedder.dimension);
    const isNew = cache.isEmpty;
    const onPassages = (done: number): void => progress.working('embed', passages, passages === 0 ? 1 : done / passages);
    const onWait = (ms: number): void => progress.pausing(ms);
    return { embedder, cache, isNew, embedded: await embedMissing(store, cache, embedder, { signal, onPassages, onWait }) };
  });
  progress.working('graph', passages, 0);
  const graph = await clock('graph', async () =>
    refreshGraph(store, vectors.cache, new NeighborTable(store.database, vectors.embedder.id), {
      kernel: options.kernel,
      signal,
      isReplacedSoon: await options.isReplacedSoon?.(),
      onShare: (share) => progress.working('graph', passages, share),
    }),
  );
  progress.working('store', passages, 0);
  await store.frequencies.complete(await store.placed());
  await finish(store, vectors.embedder, vectors.embedded, {
    graph: JSON.stringify(graph),
    leftOut: await packReasons(reasonsOf(found.skipped)),
    // A model that was just learned has seen everything.
    ...(vectors.isNew ? { changedSinceLearned: '0' } : {}),
  });
  await store.dropOtherModels(vectors.embedder.id);
  // A first index needs no compaction, but may contain the full-text index of a killed process.
  await (isFresh ? store.completeFullText() : store.optimize());
  seconds.total = clock.total();
  return summaryOf(store, { passages, embedded: vectors.embedded, seconds, graph });
}

/** Summary of a pass whose result is stored. */
export async function summaryOf(
  store: IndexStore,
  pass: Pick<IndexSummary, 'passages' | 'embedded' | 'seconds' | 'graph'>,
): Promise<IndexSummary> {
  const { indexed, leftOut } = await store.files();
  return { documents: indexed, skipped: leftOut, reused: pass.passages - pass.embedded, ...pass };
}

/** The result of updating some files. */
export interface UpdateSummary {
  /** `full-pass-needed`: the change (an ignore file, a folder, very many files) needs a pass over the whole folder; nothing was done. */
  readonly outcome: 'updated' | 'nothing-changed' | 'full-pass-needed';
  readonly documents: number;
  readonly passages: number;
  readonly embedded: number;
  readonly removed: number;
  readonly seconds: number;
}

export interface FilesUpdate {
  readonly summary: UpdateSummary;
  /** The index after the update, if anything changed. New passages have no neighbors yet; see `linkNew`. */
  readonly state?: IndexState;
}

/**
 * Updates some files except for their neighbors, in a time that hardly depends on the size of the index.
 * @param state the current index
 * @throws AbortError; stored work is kept, and the next pass over the folder continues from there
 */
export async function updateFiles(
  store: IndexStore,
  state: IndexState,
  corpus: Corpus,
  paths: readonly string[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<FilesUpdate> {
  const began = performance.now();
  const found = await corpus.discoverPaths(paths, { signal });
  const nothing = { documents: 0, passages: 0, embedded: 0, removed: 0, seconds: 0 };
  if (found.needsFullPass || found.files.length > maxFilesPerUpdate) return { summary: { outcome: 'full-pass-needed', ...nothing } };
  const stored = await store.documents();
  const changed = found.files.filter((file) => looksChanged(file, stored.get(file.path), corpus));
  const skippedPaths = found.skipped.filter(({ isUnreachable }) => isUnreachable !== true).map(({ path }) => path);
  const gone = documentsBelow(stored, [...found.gone, ...skippedPaths]);
  const replaced = changed.flatMap(({ path }) => stored.get(path) ?? []);
  const rows = rowsOf([...gone, ...replaced]);
  const placed = await store.placed();
  const [removed, searchTerms] = [new Set(rows.rows), await storedSearchTerms(store.database, rows)];
  await removeGone(store, corpus, gone, found.skipped);
  const read = await readChanged(store, corpus, changed, { signal, onDocument: () => undefined, keepPassages: true });
  const unchanged = await stillStored(store, replaced, read.passages);
  for (const row of unchanged) removed.delete(row);
  const leftOut = await leftOutAfter(store, paths, withUnreached(found, read.unreached));
  if (removed.size === 0 && read.passages.length === 0) {
    // Other windows look at the tables only when this has changed.
    if (leftOut !== undefined || gone.length + read.failed > 0)
      await store.setMeta({ indexedAtUtc: new Date().toISOString(), ...(leftOut === undefined ? {} : { leftOut }) });
    return { summary: { outcome: 'nothing-changed', ...nothing } };
  }

  const cache = new VectorCache(store.database, embedder.id, embedder.dimension);
  const texts = read.passages.map(({ contentHash, indexed, embeddedStart }) => ({ contentHash, text: indexed.slice(embeddedStart) }));
  const { embedded, vectors } = await embedTexts(texts, cache, embedder, signal);
  const next = changedState(state, removed, read.passages, { vectorOf: (hash) => vectors.get(hash), searchTerms });
  await store.frequencies.change(
    (await store.placed()) - placed,
    frequenciesIn([...removed].map((row) => searchTerms.get(row)?.terms ?? '')),
    frequenciesIn(read.passages.map(({ searchTerms: { terms } }) => terms)),
  );
  await finish(store, embedder, embedded, {
    ...(leftOut === undefined ? {} : { leftOut }),
    // Without a graph to bring up to date, nothing follows that would say so.
    ...(isExact(next.vectors) ? {} : { graph: JSON.stringify(graphOf(next)) }),
  });
  return {
    summary: {
      outcome: 'updated',
      documents: changed.length + gone.length,
      passages: read.passages.length,
      embedded,
      removed: removed.size,
      seconds: (performance.now() - began) / 1000,
    },
    state: next,
  };
}

/**
 * Brings the graph up to date with the passages.
 * @returns undefined when it already was, or there is none
 * @throws AbortError
 */
export async function linkNew(
  store: IndexStore,
  state: IndexState,
  model: string,
  { kernel, signal }: Pick<IndexOptions, 'kernel' | 'signal'>,
): Promise<IndexState | undefined> {
  const { vectors } = state;
  if (!isExact(vectors)) return undefined;
  const added = unlistedRows(state);
  const lists = await patchGraph(kernel, vectors, state.lists, { added, removed: [] }, { signal });
  if (lists.rows.length === 0 && state.removed.length === 0) return undefined;
  await new NeighborTable(store.database, model).patch(lists, state.removed);
  const linked: IndexState = { ...linkedState(state, lists), removed: [] };
  await store.setMeta({ graph: JSON.stringify(graphOf(linked)) });
  return linked;
}

/**
 * Embeds everything with another model, builds its graph, and then replaces the current model in one step.
 * @param learnedPassages from how many passages it was learned; undefined for a model that learns nothing from them
 * @throws AbortError; the current model stays, and stored vectors are kept for the next attempt
 */
export async function adoptEmbedder(
  store: IndexStore,
  embedder: Embedder,
  learnedPassages: number | undefined,
  options: PassOptions,
): Promise<{ readonly embedSeconds: number; readonly graphSeconds: number }> {
  const seconds = { embed: 0, graph: 0 };
  const clock = stopwatch(seconds);
  const { progress } = options;
  const passages = await store.passageCount();
  const cache = new VectorCache(store.database, embedder.id, embedder.dimension);
  const onPassages = (done: number): void => progress.working('embed', passages, passages === 0 ? 1 : done / passages);
  await clock('embed', () => embedMissing(store, cache, embedder, { signal: options.signal, onPassages }));
  const graph = await clock('graph', () =>
    refreshGraph(store, cache, new NeighborTable(store.database, embedder.id), {
      ...options,
      onShare: (share) => progress.working('graph', passages, share),
    }),
  );
  const { tokens = 0, fragments = 0 } = embedder.takeTokenCounts?.() ?? {};
  const learned: Record<string, string> =
    learnedPassages === undefined
      ? {}
      : {
          learnedPassages: String(learnedPassages),
          changedSinceLearned: '0',
          learnedTokens: JSON.stringify({ tokens, fragments }),
          tokensSinceLearned: JSON.stringify({ tokens: 0, fragments: 0 }),
        };
  progress.working('store', passages, 0);
  await finish(store, embedder, 0, { graph: JSON.stringify(graph), ...learned });
  return { embedSeconds: seconds.embed, graphSeconds: seconds.graph };
}

/** The single write that puts a pass into effect, for this process and for others. */
async function finish(store: IndexStore, embedder: Embedder, newContents: number, more: Readonly<Record<string, string>>): Promise<void> {
  const metas = await store.metas();
  const before = tokenCounts(metas.get('tokensSinceLearned'));
  const { tokens, fragments } = embedder.takeTokenCounts?.() ?? tokenCounts(undefined);
  await store.setMeta({
    epoch: await store.epoch(),
    embedder: embedder.id,
    indexedAtUtc: new Date().toISOString(),
    changedSinceLearned: String(Number(metas.get('changedSinceLearned') ?? 0) + newContents),
    tokensSinceLearned: JSON.stringify({ tokens: before.tokens + tokens, fragments: before.fragments + fragments }),
    ...more,
  });
}

/** Parses the stored `learnedTokens` or `tokensSinceLearned`. */
export function tokenCounts(stored: string | undefined): TokenCounts {
  return stored === undefined ? { tokens: 0, fragments: 0 } : (JSON.parse(stored) as TokenCounts);
}

/** What is stored of the files that rules leave out, if it changes. */
async function leftOutAfter(
  store: IndexStore,
  paths: readonly string[],
  found: Awaited<ReturnType<Corpus['discoverPaths']>>,
): Promise<string | undefined> {
  const before = await store.leftOut();
  const [looked, gone] = [new Set(paths), new Set(found.gone)];
  const now = new Set(found.skipped.map(({ path }) => path));
  const isOver = (path: string): boolean => !now.has(path) && (looked.has(path) || isAtOrBelow(path, gone));
  const over = new Set([...before.keys()].filter(isOver));
  if (over.size === 0 && found.skipped.every(({ path, reason }) => before.get(path) === reason)) return undefined;
  const kept = [...before].filter(([path]) => !over.has(path) && !now.has(path)).map(([path, reason]) => ({ path, reason }));
  return packReasons(reasonsOf([...kept, ...found.skipped]));
}

function withUnreached<T extends Discovery>(found: T, unreached: readonly SkippedFile[]): T {
  return unreached.length === 0
    ? found
    : { ...found, skipped: [...found.skipped, ...unreached].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** Removes documents that were not found, except where a drive does not answer. @throws the errors of `Corpus.requirePresent` */
async function removeGone(
  store: IndexStore,
  corpus: Corpus,
  documents: readonly StoredDocument[],
  skipped: readonly SkippedFile[],
): Promise<void> {
  const unreachable = new Set(skipped.filter(({ isUnreachable }) => isUnreachable === true).map(({ path }) => path));
  const gone = documents.filter(({ path }) => !isAtOrBelow(path, unreachable));
  if (gone.length === 0) return;
  await corpus.requirePresent();
  await store.removeDocuments(gone);
}

/** Documents at or below these paths. */
function documentsBelow(stored: ReadonlyMap<string, StoredDocument>, paths: readonly string[]): readonly StoredDocument[] {
  const exact = paths.flatMap((path) => stored.get(path) ?? []);
  const folders = new Set(paths.filter((path) => !stored.has(path)));
  if (folders.size === 0) return exact;
  const below = [...stored.values()].filter(({ path }) => isAtOrBelow(path, folders));
  return [...new Set([...exact, ...below])];
}

/** Rows of documents that were read again and turned out to be unchanged. */
async function stillStored(
  store: IndexStore,
  replaced: readonly StoredDocument[],
  passages: readonly { readonly passage: { readonly path: string } }[],
): Promise<Iterable<number>> {
  const stored = await store.documents();
  const reread = new Set(passages.map(({ passage }) => passage.path));
  const same = replaced.filter((old) => {
    const now = stored.get(old.path);
    return now !== undefined && isIndexed(now) && now.hash === old.hash && !reread.has(old.path);
  });
  return rowsOf(same).rows;
}

/** Adds the seconds that work takes to the entry of its stage. */
function stopwatch<Stage extends string>(
  seconds: Record<Stage, number>,
): (<T>(stage: Stage, work: () => Promise<T>) => Promise<T>) & { total(): number } {
  const began = performance.now();
  const timed = async <T>(stage: Stage, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      return await work();
    } finally {
      seconds[stage] += (performance.now() - start) / 1000;
    }
  };
  return Object.assign(timed, { total: () => (performance.now() - began) / 1000 });
}
