import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDocument, writeMarked } from './corpus.ts';
import { indexCorpus, loadNearestKernel, openEngine, storedState, type EngineUnderTest, type IndexedCorpus } from './engineUnderTest.ts';
import { graphRecall } from './graphRecall.ts';
import {
  atLeast,
  atMost,
  percentile,
  timed,
  withTempFolder,
  type Bench,
  type BenchOptions,
  type BenchReport,
  type Took,
} from './harness.ts';

const maxSecondsToSearchable = 1;
/**
 * The highest allowed growth for four times the passages. The cost of an edit hardly depends on them, but some parts do: its new vectors
 * are compared with all (one matrix product), the arrays of the index are copied, and the first search after it reopens the tables.
 */
const maxGrowth = 2;
const minGraphRecall = 0.99;
const documentsPerBatch = 20;

export const update: Bench = {
  name: 'update',
  describe:
    'edit one document until it is found [flat], at 12,500 and 50,000 passages, in turn; then the share of the exact graph that the patched one has after 1,000 mixed edits',
  run: (options) =>
    withTempFolder(async (folder) => {
      const { quick } = options;
      const sizes = quick ? [1_000, 4_000] : [12_500, 50_000];
      const indexes: IndexedCorpus[] = [];
      for (const size of sizes) indexes.push(await indexCorpus(join(folder, String(size)), size, options));
      const engines = await Promise.all(indexes.map(({ folder: docs, storage }) => openEngine(docs, storage, options.signal)));
      try {
        const edited = indexes.map((index, i) => new EditedIndex(index, engines[i]!));
        const measured = await measureInTurn(edited, options);
        const mixed = await editMixed(edited.at(-1)!, quick ? 60 : 1_000, options);
        return report(measured, mixed);
      } finally {
        for (const engine of engines) await engine.close();
      }
    }),
};

interface Measured {
  readonly passages: number;
  /** Elapsed, from the moment the file is written. */
  readonly editSeconds: readonly number[];
  /** The same, as processor time. */
  readonly editCpuMs: readonly number[];
}

interface Mixed {
  readonly edits: number;
  readonly seconds: number;
  readonly graphRecall: number;
}

function report(measured: readonly Measured[], mixed: Mixed): BenchReport {
  const [small, large] = [measured[0]!, measured.at(-1)!];
  const growth = median(large.editCpuMs.map((ms, round) => ms / small.editCpuMs[round]!));
  return {
    columns: ['passages', 'edit to found, median s', 'p95 s', 'median cpu s', 'mixed edits', 'edits per s', 'graph recall'],
    rows: measured.map(({ passages, editSeconds, editCpuMs }) => [
      passages,
      median(editSeconds),
      percentile(editSeconds, 0.95),
      median(editCpuMs) / 1000,
      ...(passages === large.passages ? [mixed.edits, mixed.edits / mixed.seconds, mixed.graphRecall] : ['', '', '']),
    ]),
    checks: [
      atMost('one edited document searchable, p95 s', percentile(large.editSeconds, 0.95), maxSecondsToSearchable),
      atMost(`edit at ${large.passages} passages over that at ${small.passages}, processor time, median`, growth, maxGrowth),
      atLeast('edges of the exact graph after the mixed edits', mixed.graphRecall, minGraphRecall),
    ],
    json: { measured, mixed, growth },
  };
}

/** What disturbs the machine for a while disturbs all that is compared: each is measured once per round, in an order that changes. */
async function measureInTurn(indexes: readonly EditedIndex[], { quick, signal, log }: BenchOptions): Promise<readonly Measured[]> {
  const measured = indexes.map(({ passages }) => ({
    passages,
    editSeconds: [] as number[],
    editCpuMs: [] as number[],
  }));
  const rounds = quick ? 6 : 25;
  // The first round warms up.
  for (let round = -1; round < rounds; round++) {
    signal.throwIfAborted();
    for (const [i, index] of inOrder([...indexes.entries()], round)) {
      const found = await index.edit();
      if (round < 0) continue;
      measured[i]!.editSeconds.push(found.ms / 1000);
      measured[i]!.editCpuMs.push(found.cpuMs);
    }
    if (round % 5 === 4) log(`${round + 1} of ${rounds} rounds of edits`);
  }
  return measured;
}

function inOrder<T>(items: readonly T[], round: number): readonly T[] {
  return round % 2 === 0 ? items : [...items].reverse();
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** An index whose documents are edited, each at most once. */
class EditedIndex {
  readonly #index: IndexedCorpus;
  readonly #engine: EngineUnderTest;
  #edits = 0;

  constructor(index: IndexedCorpus, engine: EngineUnderTest) {
    this.#index = index;
    this.#engine = engine;
  }

  get passages(): number {
    return this.#index.summary.passages;
  }

  /** Time until an edited document is found. */
  async edit(): Promise<Took> {
    const took = await timed(() => this.#editUntilFound());
    await this.#atRest();
    return took;
  }

  /** Alternately changes a document, deletes one, and restores or adds one. Each document is edited at most once. */
  async editMixed(edits: number, { signal, log }: BenchOptions): Promise<void> {
    const { corpus, folder } = this.#index;
    const step = Math.max(1, Math.floor(corpus.documents / edits));
    for (let from = 0; from < edits; from += documentsPerBatch) {
      signal.throwIfAborted();
      const paths: string[] = [];
      for (let edit = from; edit < Math.min(edits, from + documentsPerBatch); edit++) {
        const document = (edit * step) % corpus.documents;
        const path = corpus.path(document);
        if (edit % 3 === 0) writeDocument(corpus, folder, document, 2);
        else if (edit % 3 === 1) rmSync(join(folder, path), { force: true });
        else {
          const copy = `${path.slice(0, -'.md'.length)}-${edit}.md`;
          writeDocument({ ...corpus, path: () => copy }, folder, document, 3);
          paths.push(copy);
        }
        if (edit % 3 !== 2) paths.push(path);
      }
      await this.#engine.update(paths);
      if (from % 200 === 0) log(`${from} of ${edits} mixed edits`);
    }
    await this.#atRest();
  }

  async graphRecall(): Promise<number> {
    return graphRecall(await storedState(this.#index.storage), await loadNearestKernel());
  }

  /** Waits until the neighbors of updated passages are complete, since a later update waits for them. The passages can be found before. */
  async #atRest(): Promise<void> {
    await this.#engine.update([]);
  }

  /** Writes new text with a unique word into a document and searches for it until it is found. */
  async #editUntilFound(): Promise<void> {
    const { corpus, folder } = this.#index;
    const edit = this.#edits++;
    const document = (edit * 37) % corpus.documents;
    // With a number, so that no two words have the same stem.
    const word = `zq${edit}x`;
    writeMarked(corpus, folder, document, word);
    await this.#engine.update([corpus.path(document)]);
    const [found] = await this.#engine.search(word, 'bm25', 1);
    if (found?.passage.path !== corpus.path(document)) throw new Error(`"${word}" was not found where it was written`);
  }
}

async function editMixed(index: EditedIndex, edits: number, options: BenchOptions): Promise<Mixed> {
  const { ms } = await timed(() => index.editMixed(edits, options));
  return { edits, seconds: ms / 1000, graphRecall: await index.graphRecall() };
}
