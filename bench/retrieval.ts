import { basename, join } from 'node:path';
import type { SearchMethod } from '../src/protocol/engine.ts';
import { readDataset, writeDocuments, type GoldQuestion } from './dataset.ts';
import { openEngine, type EngineUnderTest } from './engineUnderTest.ts';
import { atLeast, withTempFolder, type Bench, type BenchOptions, type BenchReport, type Check } from './harness.ts';

const cutoffs = [1, 3, 5, 10, 20] as const;
/** The number of passages to request: a long document may have several before the twentieth document is found. */
const depth = 100;
/** By how much a fused ranking may find less than the better of its two halves. */
const fusionTolerance = 0.01;

/** Mean over questions, by cutoff. */
type Recall = Readonly<Record<string, number>>;

interface MeasuredMethod {
  readonly method: string;
  readonly recall: Recall;
  readonly subQuestions?: { readonly recall: Recall };
}

export const retrieval: Bench = {
  name: 'retrieval',
  describe:
    'recall of gold documents at 1, 3, 5, 10 and 20 for every method, full questions and gold sub-questions, against BM25; needs --dataset',
  run: (options) =>
    withTempFolder(async (folder) => {
      const { dataset: source, quick, signal, log } = options;
      if (source === undefined) throw new Error('Name a data set with --dataset DIR.');
      const dataset = readDataset(source);
      const documents = join(folder, 'docs');
      writeDocuments(dataset.documents, documents);
      const engine = await openEngine(documents, join(folder, 'storage'), signal);
      try {
        const { passages, seconds } = await engine.index();
        log(`${dataset.documents.length} documents, ${passages} passages indexed in ${seconds.total.toFixed(1)} s`);
        const some = <T>(questions: readonly T[]): readonly T[] => (quick ? questions.slice(0, 20) : questions);
        const questions = { full: some(dataset.questions), sub: some(dataset.subQuestions) };
        const plain = await measure(engine, 'dense', questions, options, 'dense-plain');
        const learned = await engine.learn();
        log(
          `${learned.outcome}: ${learned.pairs} pairs, ${learned.seconds.learn.toFixed(1)} s of ${learned.seconds.total.toFixed(1)} s to learn`,
        );
        const methods: MeasuredMethod[] = [];
        for (const method of ['bm25', 'dense', 'hybrid', 'nar'] as const) methods.push(await measure(engine, method, questions, options));
        return report(basename(source), passages, [...methods, plain], quick);
      } finally {
        await engine.close();
      }
    }),
};

async function measure(
  engine: EngineUnderTest,
  method: SearchMethod,
  { full, sub }: { readonly full: readonly GoldQuestion[]; readonly sub: readonly GoldQuestion[] },
  { signal, log }: BenchOptions,
  name: string = method,
): Promise<MeasuredMethod> {
  const recall = await recallOf(engine, method, full, signal);
  const ofSub = sub.length === 0 ? undefined : await recallOf(engine, method, sub, signal);
  log(`${name}: ${cells(recall).join(' ')}${ofSub ? `, sub-questions ${cells(ofSub).join(' ')}` : ''}`);
  return { method: name, recall, ...(ofSub ? { subQuestions: { recall: ofSub } } : {}) };
}

async function recallOf(
  engine: EngineUnderTest,
  method: SearchMethod,
  questions: readonly GoldQuestion[],
  signal: AbortSignal,
): Promise<Recall> {
  const sums = new Map<number, number>(cutoffs.map((k) => [k, 0]));
  for (const { question, supporting } of questions) {
    signal.throwIfAborted();
    const found = await engine.search(question, method, depth);
    const ids = [...new Set(found.map(({ passage }) => basename(passage.path, '.md')))];
    for (const k of cutoffs) {
      const top = new Set(ids.slice(0, k));
      const share = supporting.filter((id) => top.has(id)).length / supporting.length;
      sums.set(k, (sums.get(k) ?? 0) + share);
    }
  }
  return Object.fromEntries([...sums].map(([k, sum]) => [String(k), sum / questions.length]));
}

function report(dataset: string, passages: number, methods: readonly MeasuredMethod[], isQuick: boolean): BenchReport {
  const checks = [
    ...fusionChecks('full', methods, ({ recall }) => recall),
    ...fusionChecks('sub', methods, (of) => of.subQuestions?.recall),
  ];
  const rows = methods.flatMap(({ method, recall, subQuestions }) => [
    [method, 'full', ...cells(recall)],
    ...(subQuestions ? [[method, 'sub', ...cells(subQuestions.recall)]] : []),
  ]);
  return {
    columns: ['method', 'questions', ...cutoffs.map((k) => `recall@${k}`)],
    rows,
    // With twenty questions, a difference of a hundredth is meaningless.
    checks: isQuick ? [] : checks,
    json: { dataset, passages, methods },
  };
}

/** A fused ranking must not be worse than its better half at any cutoff. */
function fusionChecks(
  questions: string,
  methods: readonly MeasuredMethod[],
  recallIn: (method: MeasuredMethod) => Recall | undefined,
): readonly Check[] {
  const of = (name: string): Recall | undefined => methods.filter(({ method }) => method === name).map(recallIn)[0];
  const [bm25, dense, hybrid] = [of('bm25'), of('dense'), of('hybrid')];
  if (!bm25 || !dense || !hybrid) return [];
  return cutoffs.map((k) => {
    const better = Math.max(bm25[k] ?? 0, dense[k] ?? 0);
    return atLeast(`${questions} questions: hybrid recall@${k}`, hybrid[k] ?? 0, better - fusionTolerance);
  });
}

function cells(recall: Recall): readonly string[] {
  return cutoffs.map((k) => (recall[k] ?? 0).toFixed(3));
}
