import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDocument, writeMarked } from './corpus.ts';
import { indexCorpus, loadNearestKernel, openEngine, storedState, type EngineUnderTest, type IndexedCorpus } from './engineUnderTest.ts';
import { graphRecall } from './graphRecall.ts';
import { atLeast, atMost, percentile, timed, withTempFolder, type Bench, type BenchOptions } from './harness.ts';
import { withoutMentionPass } from './mentionVariants.ts';

const maxSecondsToSearchable = 1;
/**
 * The highest allowed growth for four times the passages. The cost of an edit hardly depends on them, but some parts do: its new vectors
 * are compared with all (one matrix product), the arrays of the index are copied, and the first search after it reopens the tables.
 */
const maxGrowth = 2;
const minGraphRecall = 0.99;
const documentsPerBatch = 20;
/** Of an edit's time with finding its mentions over the time without, both until its neighbors are complete. */
const maxMentionGrowth = 1.3;

export const update: Bench = {
  name: 'update',
  describe:
    'edit one document until it is found [flat], and until its neighbors and mentions are complete, with and without mentions, at 12,500 and 50,000 passages; then the share of the exact graph that the patched one has after 1,000 mixed edits',
  run: async (options) => {
    const { quick } = options;
    const small = await withTempFolder((folder) => measure(folder, quick ? 1_000 : 12_500, 0, options));
    const large = await withTempFolder((folder) => measure(folder, quick ? 4_000 : 50_000, quick ? 60 : 1_000, options));
    const growth = percentile(large.editSeconds, 0.5) / percentile(small.editSeconds, 0.5);
    return {
      columns: ['passages', 'edit to found, median s', 'p95 s', 'with / without mentions', 'mixed edits', 'edits per s', 'graph recall'],
      rows: [small, large].map(({ passages, editSeconds, mentionGrowth, mixed }) => [
        passages,
        percentile(editSeconds, 0.5),
        percentile(editSeconds, 0.95),
        mentionGrowth,
        ...(mixed ? [mixed.edits, mixed.edits / mixed.seconds, mixed.graphRecall] : ['', '', '']),
      ]),
      checks: [
        atMost('one edited document searchable, p95 s', percentile(large.editSeconds, 0.95), maxSecondsToSearchable),
        atMost(`median edit at ${large.passages} passages over that at ${small.passages}`, growth, maxGrowth),
        ...[small, large].map(({ passages, mentionGrowth }) =>
          atMost(`edit with mentions over without at ${passages} passages`, mentionGrowth, maxMentionGrowth),
        ),
        atLeast('edges of the exact graph after the mixed edits', large.mixed?.graphRecall ?? NaN, minGraphRecall),
      ],
      json: { small, large, growth },
    };
  },
};

interface Measured {
  readonly passages: number;
  /** Measured from the moment the file is written. */
  readonly editSeconds: readonly number[];
  /** Median time of an edit until its neighbors are complete, with finding its mentions over without. */
  readonly mentionGrowth: number;
  readonly mixed?: { readonly edits: number; readonly seconds: number; readonly graphRecall: number };
}

async function measure(folder: string, passages: number, edits: number, options: BenchOptions): Promise<Measured> {
  const { quick, signal, log } = options;
  const index = await indexCorpus(folder, passages, options);
  const engine = await openEngine(index.folder, index.storage, signal);
  try {
    const editSeconds: number[] = [];
    const count = quick ? 6 : 25;
    for (let edit = 0; edit < count; edit++) editSeconds.push(await secondsToFind(engine, index, edit));
    log(`an edited document is found after ${percentile(editSeconds, 0.5).toFixed(2)} s`);
    const mentionGrowth = await growthByMentions(engine, index, count);
    log(`with mentions, an edit takes ${mentionGrowth.toFixed(2)} times as long`);
    if (edits === 0) return { passages: index.summary.passages, editSeconds, mentionGrowth };
    const began = performance.now();
    await editInBatches(engine, index, edits, options);
    await atRest(engine);
    const seconds = (performance.now() - began) / 1000;
    const recall = await graphRecall(await storedState(index.storage), await loadNearestKernel());
    return { passages: index.summary.passages, editSeconds, mentionGrowth, mixed: { edits, seconds, graphRecall: recall } };
  } finally {
    await engine.close();
  }
}

/** Writes new text with a unique word into a document and searches for it until it is found. */
async function secondsToFind(engine: EngineUnderTest, { corpus, folder }: IndexedCorpus, edit: number): Promise<number> {
  const document = (edit * 37) % corpus.documents;
  // With a number, so that no two words have the same stem.
  const word = `zq${edit}x`;
  await atRest(engine);
  const began = performance.now();
  writeMarked(corpus, folder, document, word);
  await engine.update([corpus.path(document)]);
  const [found] = await engine.search(word, 'bm25', 1);
  const seconds = (performance.now() - began) / 1000;
  if (found?.passage.path !== corpus.path(document)) throw new Error(`"${word}" was not found where it was written`);
  return seconds;
}

/** Processor time, which other programs disturb less. Edits without mentions come last, since the next pass would find theirs. */
async function growthByMentions(engine: EngineUnderTest, index: IndexedCorpus, count: number): Promise<number> {
  const medianOf = async (first: number): Promise<number> => {
    const times: number[] = [];
    for (let edit = first; edit < first + count; edit++) {
      await atRest(engine);
      const { cpuMs } = await timed(async () => {
        await secondsToFind(engine, index, edit);
        await atRest(engine);
      });
      times.push(cpuMs);
    }
    return percentile(times, 0.5);
  };
  const withMentions = await medianOf(count);
  return withMentions / (await withoutMentionPass(() => medianOf(2 * count)));
}

/** Waits until the neighbors of updated passages are complete, since a later update waits for them. The passages can be found before. */
async function atRest(engine: EngineUnderTest): Promise<void> {
  await engine.update([]);
}

/** Alternately changes a document, deletes one, and restores or adds one. Each document is edited at most once. */
async function editInBatches(
  engine: EngineUnderTest,
  { corpus, folder }: IndexedCorpus,
  edits: number,
  { signal, log }: BenchOptions,
): Promise<void> {
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
    await engine.update(paths);
    if (from % 200 === 0) log(`${from} of ${edits} mixed edits`);
  }
}
