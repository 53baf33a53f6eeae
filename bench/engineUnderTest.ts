/** The engine as benches use it. Everything they know of its interface is in this file. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { connect, MatchQuery } from '@lancedb/lancedb';
import { AriadneError } from '../src/base/errors.ts';
import { silentLogger } from '../src/base/logger.ts';
import { Engine } from '../src/engine/engine.ts';
import type { EngineFiles } from '../src/models/library/localProviders.ts';
import type { LearnSummary } from '../src/folder/learnEmbedder.ts';
import type { UpdateSummary } from '../src/indexing/indexer.ts';
import type { IndexState } from '../src/indexing/indexState.ts';
import { loadSnapshot } from '../src/indexing/loadSnapshot.ts';
import { parseLocation } from '../src/indexing/location.ts';
import { IndexStore } from '../src/indexing/store.ts';
import { AlignmentReranker } from '../src/models/builtin/alignmentReranker.ts';
import { StaticEmbedder } from '../src/models/builtin/staticEmbedder.ts';
import { termsOf } from '../src/language/terms/terms.ts';
import { NearestKernel } from '../src/models/nearest.ts';
import { type SearchMethod, type SearchResult } from '../src/protocol/engine.ts';
import { defaultDiscovery } from '../src/protocol/indexRequests.ts';
import { builtinModels } from '../src/protocol/runSpec.ts';
import type { IndexSummary } from '../src/protocol/indexStatus.ts';
import type { Trace } from '../src/protocol/trace.ts';
import { fold } from '../src/trace/fold.ts';
import { readRunLog } from '../src/trace/runLog.ts';
import { createCorpus, writeCorpus, type Corpus } from './corpus.ts';
import type { BenchOptions } from './harness.ts';

/** The built command line. */
export const builtCli = join(import.meta.dirname, '..', 'dist', 'cli.js');

/** The built files that the engine loads or runs. */
export const builtFiles: EngineFiles = {
  kernels: join(import.meta.dirname, '..', 'dist', 'kernels'),
  reader: join(import.meta.dirname, '..', 'dist', 'reader.js'),
  learner: join(import.meta.dirname, '..', 'dist', 'learner.js'),
  models: { entry: join(import.meta.dirname, '..', 'dist', 'models.js'), wasm: join(import.meta.dirname, '..', 'dist', 'ort') },
};

export interface EngineUnderTest {
  index(): Promise<IndexSummary>;
  /** @param paths relative to the folder */
  update(paths: readonly string[]): Promise<UpdateSummary>;
  learn(): Promise<LearnSummary>;
  /** Searches like a run: passages with the phrases that the query quotes come first. */
  search(query: string, method: SearchMethod, k: number, scope?: string): Promise<readonly SearchResult[]>;
  /** A run of the default method, without a model. */
  ask(question: string): Promise<Trace>;
  close(): Promise<void>;
}

/** Opens the engine with the built-in models, in this process, without network access. */
export async function openEngine(folder: string, storage: string, signal: AbortSignal): Promise<EngineUnderTest> {
  const engine = await openBareEngine(folder, storage);
  return {
    index: () => engine.index(defaultDiscovery, builtinModels, { signal, confirmed: true }),
    update: (paths) => engine.update(paths, defaultDiscovery, builtinModels, signal),
    learn: () => engine.learn(builtinModels, signal),
    search: (query, method, k, scope) => engine.search(query, { method, k, scope, models: builtinModels, quotes: 'preferred', signal }),
    ask: async (question) => {
      const request = { runId: randomUUID(), question, pipeline: 'sunar-nar', params: {}, models: builtinModels };
      return fold(await readRunLog((await engine.runs.ask(request, signal)).log));
    },
    close: () => engine.close(),
  };
}

/** @param baseUrl the only server that may be contacted */
export function openBareEngine(folder: string, storage: string, baseUrl?: string): Promise<Engine> {
  return Engine.open(
    { folder, storage },
    {
      logger: silentLogger,
      fetch: (url, init) =>
        baseUrl !== undefined && url.startsWith(baseUrl)
          ? fetch(url, init)
          : Promise.reject(new AriadneError('door-refused', `Nothing may be sent to ${url}.`)),
      chatBaseUrl: () => baseUrl,
      onIndexProgress: () => undefined,
      onRunEvent: () => undefined,
      files: builtFiles,
    },
  );
}

export interface IndexedCorpus {
  readonly corpus: Corpus;
  readonly folder: string;
  readonly storage: string;
  readonly textBytes: number;
  readonly summary: IndexSummary;
}

/** Bytes of generated text per passage. */
export const bytesPerPassage = 1004;

/** Generates a corpus of about this many passages below `folder` and indexes it. */
export async function indexCorpus(folder: string, passages: number, { signal, log }: BenchOptions): Promise<IndexedCorpus> {
  const corpus = createCorpus({ seed: 1, textBytes: passages * bytesPerPassage });
  const [docs, storage] = [join(folder, 'docs'), join(folder, 'storage')];
  const textBytes = writeCorpus(corpus, docs);
  const engine = await openEngine(docs, storage, signal);
  try {
    const summary = await engine.index();
    log(`indexed ${summary.documents} documents, ${summary.passages} passages, in ${summary.seconds.total.toFixed(1)} s`);
    return { corpus, folder: docs, storage, textBytes, summary };
  } finally {
    await engine.close();
  }
}

interface BareTable {
  /** @param columns beside row and score */
  readonly search: (query: string, n: number, columns?: readonly string[]) => Promise<number>;
  readonly read: (rows: readonly number[]) => Promise<number>;
  readonly close: () => void;
}

/** What a passage is made of. */
export const passageColumns: readonly string[] = ['indexed', 'passage'];

/** LanceDB's queries and nothing else, which are a lower limit for the time of searches. */
export async function openBareTable(storage: string): Promise<BareTable> {
  const connection = await connect(databaseOf(storage));
  const table = await connection.openTable('passages');
  return {
    search: async (query, n, columns = []) =>
      (
        await table
          .query()
          .fullTextSearch(new MatchQuery(termsOf(query, 'en').join(' '), 'terms'))
          .select(['row', '_score', ...columns])
          .limit(n)
          .toArrow()
      ).numRows,
    read: async (rows) =>
      (
        await table
          .query()
          .where(`row IN (${rows.join(', ')})`)
          .select(['row', ...passageColumns])
          .toArrow()
      ).numRows,
    close: () => {
      table.close();
      connection.close();
    },
  };
}

/** The in-memory part of an index, read from the current tables. */
export async function storedState(storage: string): Promise<IndexState> {
  const store = await IndexStore.open(parseLocation(databaseOf(storage)));
  try {
    const snapshot = await loadSnapshot(store, await loadNearestKernel(), () => Promise.resolve(dimension));
    if (!snapshot) throw new Error('there is no index');
    const state = await snapshot.state();
    snapshot.close();
    return state;
  } finally {
    store.close();
  }
}

/** Dimension of the built-in vectors. */
export const dimension = 256;

export function loadNearestKernel(): Promise<NearestKernel> {
  return NearestKernel.load(builtFiles.kernels);
}

export function databaseOf(storage: string): string {
  return join(storage, 'index.lancedb');
}

/** From now on, counts the milliseconds in which a built-in model works in this process, once where two do. */
export function watchModelTime(): { ms: number } {
  const spent = { ms: 0 };
  let [working, since] = [0, 0];
  for (const [model, method] of [
    [StaticEmbedder, 'embed'],
    [AlignmentReranker, 'score'],
  ] as const) {
    const original: unknown = Reflect.get(model.prototype, method);
    if (typeof original !== 'function') throw new Error(`${model.name} has no ${method}`);
    Reflect.set(model.prototype, method, async function (this: unknown, ...args: readonly unknown[]) {
      if (working++ === 0) since = performance.now();
      try {
        return (await Reflect.apply(original, this, args)) as unknown;
      } finally {
        if (--working === 0) spent.ms += performance.now() - since;
      }
    });
  }
  return spent;
}
