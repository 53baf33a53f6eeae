/** Brings an index up to date with its folder: reads what changed, embeds what is new, rebuilds what depends on it. */
import { breathe } from '../base/abort.ts';
import { isAriadneError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import type { CutDocument, FoundFile, SkippedFile } from '../corpus/document.ts';
import type { Embedder } from '../models/models.ts';
import type { IndexProgress, IndexSummary } from '../protocol/engine.ts';
import { epochOf, loadVectors } from './load.ts';
import type { NearestKernel } from '../models/nearest.ts';
import type { VectorTable } from './snapshot.ts';
import { graphK } from './schema.ts';
import type { IndexStore, StoredDocument } from './store.ts';

/** The folder as the indexer sees it. */
export interface Corpus {
  discover(options: {
    readonly signal: AbortSignal;
  }): Promise<{ readonly files: readonly FoundFile[]; readonly skipped: readonly SkippedFile[] }>;
  /** @throws AriadneError when the document cannot be read; it is then skipped with that reason. */
  read(file: FoundFile, options: { readonly signal: AbortSignal }): Promise<CutDocument>;
}

export interface IndexOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: IndexProgress) => void;
  /** The embedder to use now that the passages are stored; the built-in one learns its vocabulary from `texts`. */
  readonly prepareEmbedder: (store: IndexStore, changedPassages: number, signal: AbortSignal) => Promise<Embedder>;
}

/** Documents are stored in appends of about this many passages: large enough for Lance, small enough for memory. */
const passagesPerAppend = 4000;
const textsPerEmbedding = 512;
const vectorsPerAppend = 8192;

/**
 * One pass over the folder. Unchanged documents (same size and modification time, or same bytes) are not read or embedded again.
 * @throws AbortError when cancelled; what was stored stays, and the next pass goes on from there.
 */
export async function updateIndex(store: IndexStore, kernel: NearestKernel, corpus: Corpus, options: IndexOptions): Promise<IndexSummary> {
  const { signal, onProgress } = options;
  const began = performance.now();
  const seconds = { read: 0, cut: 0, embed: 0, graph: 0, fulltext: 0, total: 0 };
  onProgress({ stage: 'discover', documentsDone: 0, documentsTotal: 0, passages: 0 });
  await store.refresh();
  await store.repair();
  const found = await corpus.discover({ signal });
  const stored = await store.documents();
  const read = await readChanged(store, corpus, found.files, stored, options, seconds);
  const skipped = [...found.skipped, ...read.skipped];
  const skippedPaths = new Set(read.skipped.map(({ path }) => path));
  const present = new Set(found.files.map(({ path }) => path).filter((path) => !skippedPaths.has(path)));
  await store.removeDocuments([...stored.values()].filter(({ path }) => !present.has(path)));

  const documents = await store.documents();
  const passages = [...documents.values()].reduce((sum, document) => sum + document.passages, 0);
  const report = (stage: IndexProgress['stage'], done = documents.size): void => {
    onProgress({ stage, documentsDone: done, documentsTotal: documents.size, passages });
  };
  report('fulltext');
  await timed(seconds, 'fulltext', () => store.refreshFullText());
  report('embed', 0);
  const embedder = await timed(seconds, 'embed', () => options.prepareEmbedder(store, read.changedPassages, signal));
  const embedded = await timed(seconds, 'embed', () =>
    embedMissing(store, embedder, signal, (done) => report('embed', Math.round((done / Math.max(1, passages)) * documents.size))),
  );
  const epoch = epochOf(documents.values());
  report('graph', 0);
  const edges = await timed(seconds, 'graph', () =>
    refreshGraph(store, kernel, embedder, signal, (share) => report('graph', Math.round(share * documents.size))),
  );
  report('store');
  await store.setMeta({
    epoch,
    embedder: embedder.id,
    indexedAtUtc: new Date().toISOString(),
    skipped: JSON.stringify(skipped),
  });
  await store.optimize();
  seconds.total = (performance.now() - began) / 1000;
  return {
    documents: documents.size,
    passages,
    skipped: skipped.map(({ path, reason }) => ({ path, reason })),
    embedded,
    reused: passages - embedded,
    seconds,
    graph: { k: graphK, edges, exact: true },
  };
}

interface ReadResult {
  readonly skipped: readonly SkippedFile[];
  readonly changedPassages: number;
}

async function readChanged(
  store: IndexStore,
  corpus: Corpus,
  files: readonly FoundFile[],
  stored: ReadonlyMap<string, StoredDocument>,
  { signal, onProgress }: IndexOptions,
  seconds: { read: number; cut: number },
): Promise<ReadResult> {
  const skipped: SkippedFile[] = [];
  const touched: StoredDocument[] = [];
  let batch: { file: FoundFile; cut: CutDocument }[] = [];
  let batchPassages = 0;
  let changedPassages = 0;
  let nextRow = await store.nextRow();
  const flush = async (): Promise<void> => {
    await store.putDocuments(batch, nextRow);
    nextRow += batchPassages;
    batch = [];
    batchPassages = 0;
  };
  for (const [done, file] of files.entries()) {
    signal.throwIfAborted();
    onProgress({ stage: 'read', documentsDone: done, documentsTotal: files.length, passages: changedPassages, current: file.path });
    const old = stored.get(file.path);
    if (old?.sizeBytes === file.sizeBytes && old.mtimeMs === file.mtimeMs) continue;
    try {
      const began = performance.now();
      const cut = await corpus.read(file, { signal });
      seconds.read += (performance.now() - began - cut.cutMs) / 1000;
      seconds.cut += cut.cutMs / 1000;
      if (old?.hash === cut.hash) {
        touched.push({ ...old, sizeBytes: file.sizeBytes, mtimeMs: file.mtimeMs });
        continue;
      }
      batch.push({ file, cut });
      batchPassages += cut.passages.length;
      changedPassages += cut.passages.length;
    } catch (error) {
      if (!isAriadneError(error)) throw error;
      skipped.push({ path: file.path, reason: error.message });
    }
    if (batchPassages >= passagesPerAppend) await flush();
    await breathe();
  }
  await flush();
  await store.touchDocuments(touched);
  onProgress({ stage: 'read', documentsDone: files.length, documentsTotal: files.length, passages: changedPassages });
  return { skipped, changedPassages };
}

/** Embeds every content that has no vector of this model yet; returns how many. Equal contents are embedded once. */
async function embedMissing(
  store: IndexStore,
  embedder: Embedder,
  signal: AbortSignal,
  onDone: (passages: number) => void,
): Promise<number> {
  await store.keepEmbeddingsOf(embedder.id, embedder.dimension);
  const known = new Set<string>();
  await store.eachEmbedding(embedder.id, (contentHash) => known.add(contentHash));
  let hashes: string[] = [];
  let vectors: Float32Array[] = [];
  let embedded = 0;
  let seen = 0;
  const flush = async (): Promise<void> => {
    await store.addEmbeddings(hashes, embedder.id, concatenate(vectors), embedder.dimension);
    hashes = [];
    vectors = [];
  };
  for await (const batch of store.indexedTexts()) {
    for (let i = 0; i < batch.length; i += textsPerEmbedding) {
      signal.throwIfAborted();
      const fresh = batch.slice(i, i + textsPerEmbedding).filter(({ contentHash }) => !known.has(contentHash) && known.add(contentHash));
      vectors.push(
        await embedder.embed(
          fresh.map(({ text }) => text),
          { signal },
        ),
      );
      hashes.push(...fresh.map(({ contentHash }) => contentHash));
      embedded += fresh.length;
      onDone((seen += Math.min(textsPerEmbedding, batch.length - i)));
    }
    if (hashes.length >= vectorsPerAppend) await flush();
  }
  await flush();
  return embedded;
}

/** Brings the neighbor graph up to date with the passages; returns its number of edges. */
async function refreshGraph(
  store: IndexStore,
  kernel: NearestKernel,
  embedder: Embedder,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<number> {
  const reader = await store.reader();
  if (!reader) return 0;
  const keys = await reader.keys();
  reader.close();
  // Rows, not just contents: a document that was lost and read again has other rows than before.
  const graphOf = hashOf([embedder.id, ...keys.map(({ row, contentHash }) => `${row} ${contentHash}`)], 32);
  if ((await store.meta('graph')) === graphOf) return Number(await store.meta('graphEdges'));
  const edges = await buildGraph(store, kernel, await loadVectors(store, keys, embedder.id, embedder.dimension), signal, onShare);
  await store.setMeta({ graph: graphOf, graphEdges: String(edges) });
  return edges;
}

/** Computes and stores the exact neighbor graph; returns its number of edges. Source: pipelines.md 2.2. */
async function buildGraph(
  store: IndexStore,
  kernel: NearestKernel,
  vectors: VectorTable,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<number> {
  const { rows, values, dimension } = vectors;
  const k = Math.min(graphK + 1, rows.length);
  const nearest = await kernel.nearest(values, values, dimension, k, { signal, onTile: (done) => onShare(done / rows.length) });
  const neighbors = new Int32Array(rows.length * graphK).fill(-1);
  const similarities = new Float32Array(rows.length * graphK);
  let edges = 0;
  for (let i = 0; i < rows.length; i++) {
    let kept = 0;
    for (let j = i * k; j < (i + 1) * k && kept < graphK; j++) {
      const at = nearest.rows[j]!;
      if (at === i || at < 0) continue;
      neighbors[i * graphK + kept] = rows[at]!;
      similarities[i * graphK + kept] = nearest.similarities[j]!;
      kept++;
    }
    edges += kept;
  }
  if (rows.length > 0) await store.putNeighbors(rows, neighbors, similarities);
  return edges;
}

function concatenate(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function timed<T>(
  seconds: Record<'embed' | 'graph' | 'fulltext', number>,
  stage: 'embed' | 'graph' | 'fulltext',
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    seconds[stage] += (performance.now() - began) / 1000;
  }
}
