import { basename, dirname, join } from 'node:path';
import type { MentionKind } from '../src/indexing/interfaces.ts';
import type { SearchMethod } from '../src/protocol/engine.ts';
import { datasetsIn, readDataset, writeDocuments, type Dataset, type GoldQuestion } from './dataset.ts';
import { openEngine, type EngineUnderTest } from './engineUnderTest.ts';
import { atLeast, withTempFolder, type Bench, type BenchOptions, type BenchReport, type Check } from './harness.ts';
import { seenIn, unguarded, withMentions, withoutBridge, withoutKind, withoutQuestion, type MentionVariant } from './mentionVariants.ts';

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

interface MeasuredDataset {
  readonly dataset: string;
  readonly passages: number;
  readonly methods: readonly MeasuredMethod[];
}

interface Questions {
  readonly full: readonly GoldQuestion[];
  readonly sub: readonly GoldQuestion[];
}

export const retrieval: Bench = {
  name: 'retrieval',
  describe:
    'recall of gold documents at 1, 3, 5, 10 and 20 for every method, full questions and gold sub-questions, and for linked without each of its parts; --dataset names a data set or a folder of them',
  async run(options) {
    const { datasets = [], quick } = options;
    const folders = datasets.flatMap((folder) => datasetsIn(folder));
    if (folders.length === 0) throw new Error('Name a data set, or a folder of data sets, with --dataset DIR.');
    const measured: MeasuredDataset[] = [];
    for (const folder of folders) {
      const dataset = readDataset(folder);
      // Such as FreshQA, whose gold documents are not passages of its corpus.
      if (dataset.questions.length === 0) options.log(`${basename(folder)}: no question has gold documents`);
      else measured.push(await measureDataset(nameOf(folder, folders), dataset, options));
    }
    return report(measured, quick);
  },
};

/** Languages of a data set are named with it. */
export function nameOf(folder: string, all: readonly string[]): string {
  const isAlone = all.every(
    (other) => other === folder || dirname(other) !== dirname(folder) || all.some((one) => one === dirname(folder)),
  );
  return isAlone || basename(folder).length > 2 ? basename(folder) : join(basename(dirname(folder)), basename(folder));
}

function measureDataset(name: string, dataset: Dataset, options: BenchOptions): Promise<MeasuredDataset> {
  const { quick, signal, log } = options;
  return withTempFolder(async (folder) => {
    const documents = join(folder, 'docs');
    writeDocuments(dataset.documents, documents);
    const engine = await openEngine(documents, join(folder, 'storage'), signal);
    try {
      const { passages, seconds } = await engine.index();
      log(`${name}: ${dataset.documents.length} documents, ${passages} passages indexed in ${seconds.total.toFixed(1)} s`);
      const some = <T>(questions: readonly T[]): readonly T[] => (quick ? questions.slice(0, 20) : questions);
      const questions = { full: some(dataset.questions), sub: some(dataset.subQuestions) };
      const plain = await measure(engine, 'dense', questions, options, 'dense-plain');
      const learned = await engine.learn();
      log(
        `${learned.outcome}: ${learned.pairs} pairs, ${learned.seconds.learn.toFixed(1)} s of ${learned.seconds.total.toFixed(1)} s to learn`,
      );
      const methods: MeasuredMethod[] = [];
      for (const method of ['bm25', 'dense', 'hybrid', 'nar'] as const) methods.push(await measure(engine, method, questions, options));
      const kinds = new Set<MentionKind>();
      const linked = await withMentions(seenIn(kinds), () => measure(engine, 'linked', questions, options));
      const ablation = await ablate(engine, [...kinds].sort(), questions, options);
      return { dataset: name, passages, methods: [...methods, plain, linked, ...ablation] };
    } finally {
      await engine.close();
    }
  });
}

/**
 * `linked` without its bridge; where something is mentioned, also without a kind of mention, without what the question names, and without
 * its guard.
 */
async function ablate(
  engine: EngineUnderTest,
  kinds: readonly MentionKind[],
  questions: Questions,
  options: BenchOptions,
): Promise<readonly MeasuredMethod[]> {
  const ofMentions: readonly (readonly [string, MentionVariant])[] = [
    ...kinds.map((kind) => [`linked, no ${kind}`, withoutKind(kind)] as const),
    ['linked, no names in the question', withoutQuestion],
    ['linked, unguarded', unguarded],
  ];
  const bridge = ['linked, no bridge', withoutBridge] as const;
  const variants = kinds.length === 0 ? [bridge] : [bridge, ...ofMentions];
  const measured: MeasuredMethod[] = [];
  for (const [name, variant] of variants)
    measured.push(await withMentions(variant, () => measure(engine, 'linked', questions, options, name)));
  return measured;
}

async function measure(
  engine: EngineUnderTest,
  method: SearchMethod,
  { full, sub }: Questions,
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

function report(measured: readonly MeasuredDataset[], isQuick: boolean): BenchReport {
  const rows = measured.flatMap(({ dataset, methods }) =>
    methods.flatMap(({ method, recall, subQuestions }) => [
      [dataset, method, 'full', ...cells(recall)],
      ...(subQuestions ? [[dataset, method, 'sub', ...cells(subQuestions.recall)]] : []),
    ]),
  );
  return {
    columns: ['data set', 'method', 'questions', ...cutoffs.map((k) => `recall@${k}`)],
    rows,
    // With twenty questions, a difference of a hundredth is meaningless.
    checks: isQuick ? [] : measured.flatMap(checksOf),
    json: { datasets: measured },
  };
}

function checksOf({ dataset, methods }: MeasuredDataset): readonly Check[] {
  return [
    ...fusionChecks(`${dataset}, full`, methods, ({ recall }) => recall),
    ...fusionChecks(`${dataset}, sub`, methods, (of) => of.subQuestions?.recall),
    ...linkedChecks(dataset, methods),
  ];
}

/** Following mentions must not lose what the search has found. */
function linkedChecks(dataset: string, methods: readonly MeasuredMethod[]): readonly Check[] {
  const of = (name: string): number => methods.find(({ method }) => method === name)?.recall[5] ?? 0;
  return [atLeast(`${dataset}, full questions: linked recall@5`, of('linked'), of('hybrid') - fusionTolerance)];
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
