import type { SearchMethod } from '../src/protocol/engine.ts';
import { dimension, indexCorpus, loadNearestKernel, openBareTable, openEngine, passageColumns, watchModelTime } from './engineUnderTest.ts';
import { atMost, percentile, timed, withTempFolder, type Bench, type BenchReport, type Check } from './harness.ts';

const methods = ['bm25', 'dense', 'hybrid', 'linked', 'nar'] as const satisfies readonly SearchMethod[];
const resultsAsked = 10;
/** How deep the halves of a fused search are searched. */
const fusionDepth = 100;
const rounds = 3;

/** What each search cannot do without, and how many times its time it may take. */
const limits: readonly { readonly of: SearchMethod; readonly needs: readonly string[]; readonly atMost: number }[] = [
  { of: 'bm25', needs: ['bare text, 10 passages'], atMost: 1.15 },
  { of: 'dense', needs: ['bare product', 'bare read of 10'], atMost: 1.15 },
  { of: 'hybrid', needs: ['bare text, 100', 'bare product', 'bare read of 10'], atMost: 1.15 },
  { of: 'linked', needs: ['hybrid'], atMost: 1.3 },
  { of: 'nar', needs: ['hybrid'], atMost: 2 },
];

interface Measured {
  readonly method: string;
  /** Of each query in each round. */
  readonly totalMs: readonly number[];
  /** Of each query in its fastest round, without the time of embedder and reranker. */
  readonly ownMs: readonly number[];
}

export const search: Bench = {
  name: 'search',
  describe:
    'searches at 50,000 passages, without model time [linear in passages for dense], against a bare LanceDB query and a bare matrix product',
  run: (options) =>
    withTempFolder(async (folder) => {
      const { quick, signal, log } = options;
      const index = await indexCorpus(folder, quick ? 2_000 : 50_000, options);
      const queries = Array.from({ length: quick ? 50 : 500 }, (_, i) => index.corpus.query(i));
      const modelTime = watchModelTime();
      const engine = await openEngine(index.folder, index.storage, signal);
      const bare = await openBareTable(index.storage);
      const bareProduct = await createBareProduct(index.summary.passages);
      const searches: Readonly<Record<string, (query: string) => Promise<unknown>>> = {
        ...Object.fromEntries(methods.map((method) => [method, (query: string) => engine.search(query, method, resultsAsked)])),
        'bare text, 10 passages': (query) => bare.search(query, resultsAsked, passageColumns),
        'bare text, 100': (query) => bare.search(query, fusionDepth),
        'bare product': bareProduct,
        'bare read of 10': () => bare.read(Array.from({ length: resultsAsked }, () => Math.floor(Math.random() * index.summary.passages))),
      };
      try {
        const measured = await measure(searches, queries, modelTime, signal);
        log(`${queries.length} queries of each, taking turns`);
        return report(index.summary.passages, measured);
      } finally {
        bare.close();
        await engine.close();
      }
    }),
};

/**
 * All searches take turns with every query, so that a disturbance affects all of them. Rounds over all queries are far enough apart that
 * the passage cache no longer has the preceding one.
 */
async function measure(
  searches: Readonly<Record<string, (query: string) => Promise<unknown>>>,
  queries: readonly string[],
  modelTime: { ms: number },
  signal: AbortSignal,
): Promise<readonly Measured[]> {
  const all = Object.entries(searches).map(([method, run]) => ({
    method,
    run,
    totalMs: [] as number[],
    ownMs: queries.map(() => Infinity),
  }));
  for (const query of queries.slice(0, 20)) for (const { run } of all) await run(query);
  for (let round = 0; round < rounds; round++) {
    for (const [i, query] of queries.entries()) {
      signal.throwIfAborted();
      for (const { run, totalMs, ownMs } of all) {
        modelTime.ms = 0;
        const { ms } = await timed(() => run(query));
        totalMs.push(ms);
        ownMs[i] = Math.min(ownMs[i] ?? Infinity, ms - modelTime.ms);
      }
    }
  }
  return all;
}

/** The ten nearest of as many random vectors as there are passages, which is a lower limit for the time of a dense search. */
async function createBareProduct(passages: number): Promise<() => Promise<unknown>> {
  const kernel = await loadNearestKernel();
  const [query, vectors] = [dimension, passages * dimension].map((length) => Float32Array.from({ length }, () => Math.random() - 0.5));
  if (!query || !vectors) throw new Error('no vectors');
  return () => kernel.nearest(query, vectors, dimension, resultsAsked);
}

function report(passages: number, measured: readonly Measured[]): BenchReport {
  const rows = measured.map(({ method, totalMs, ownMs }) => ({
    method,
    p50Ms: percentile(totalMs, 0.5),
    p95Ms: percentile(totalMs, 0.95),
    ownP50Ms: percentile(ownMs, 0.5),
    ownP95Ms: percentile(ownMs, 0.95),
  }));
  const checks = limits.map((limit) => checkOf(limit, rows));
  return {
    columns: ['search', 'p50 ms', 'p95 ms', 'p50 without models', 'p95 without models'],
    rows: rows.map(({ method, p50Ms, p95Ms, ownP50Ms, ownP95Ms }) => [method, p50Ms, p95Ms, ownP50Ms, ownP95Ms]),
    checks,
    json: { passages, searches: rows, ratios: checks.map(({ name, value }) => ({ name, value })) },
  };
}

/** Compares medians: searches that take turns are disturbed alike. What a search needs is added up, although some could be done at once. */
function checkOf(
  { of, needs, atMost: most }: (typeof limits)[number],
  rows: readonly { readonly method: string; readonly ownP50Ms: number }[],
): Check {
  const msOf = (name: string): number => rows.find(({ method }) => method === name)?.ownP50Ms ?? NaN;
  const needed = needs.reduce((sum, name) => sum + msOf(name), 0);
  return atMost(`${of}: median without model time over that of ${needs.join(' + ')}`, msOf(of) / needed, most);
}
