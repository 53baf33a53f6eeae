import { basename } from 'node:path';
import type { SearchMethod } from '../src/protocol/engine.ts';
import type { Trace } from '../src/protocol/trace.ts';
import { digestOfRun } from '../src/trace/digest.ts';
import { openEngine, type EngineUnderTest } from './engineUnderTest.ts';
import { withTempFolder, type Bench, type BenchOptions, type BenchReport } from './harness.ts';
import { firstScreen } from './measureDigest.ts';
import { withMentions, withoutBridge } from './mentionVariants.ts';
import {
  missingGold,
  naturalQuestions,
  placeOf,
  shareOfDocuments,
  shareOfFacts,
  type NaturalQuestion,
  type Place,
} from './naturalQuestions.ts';

const methods = ['bm25', 'hybrid', 'linked', 'linked, no bridge'] as const;
const cutoffs = [5, 10, 20] as const;
/** A passage list long enough for its first five documents. */
const depth = 100;

/** Shares of the facts of a question. */
interface Measured {
  readonly documents: number;
  /** By cutoff. */
  readonly places: readonly number[];
}

interface MeasuredQuestion {
  readonly question: NaturalQuestion;
  readonly methods: Readonly<Record<(typeof methods)[number], Measured>>;
  readonly screen: number;
}

export const natural: Bench = {
  name: 'natural',
  describe:
    'questions as people ask them: facts whose document is among the first 5, whose place is among the first 5, 10 and 20 passages, and is quoted on the first screen of an answer without a model; --dataset names a set of bench/natural, --documents its folder',
  async run(options) {
    const { dataset, documents, log } = options;
    if (dataset === undefined || documents === undefined)
      throw new Error('Name a set of bench/natural with --dataset DIR and its documents with --documents DIR.');
    const questions = naturalQuestions(dataset);
    const missing = await missingGold(questions, documents);
    if (missing.length > 0) throw new Error(`The folder does not have:\n${missing.join('\n')}`);
    const measured = await withTempFolder((storage) => measureFolder(questions, documents, storage, options));
    log(`${questions.length} questions`);
    return report(basename(dataset), measured);
  },
};

async function measureFolder(
  questions: readonly NaturalQuestion[],
  folder: string,
  storage: string,
  { quick, signal, log }: BenchOptions,
): Promise<readonly MeasuredQuestion[]> {
  const engine = await openEngine(folder, storage, signal);
  try {
    const { documents, passages, seconds } = await engine.index();
    log(`${documents} documents, ${passages} passages indexed in ${seconds.total.toFixed(1)} s`);
    await engine.learn();
    const measured: MeasuredQuestion[] = [];
    for (const question of quick ? questions.slice(0, 4) : questions) {
      signal.throwIfAborted();
      measured.push(await measure(engine, question));
    }
    return measured;
  } finally {
    await engine.close();
  }
}

async function measure(engine: EngineUnderTest, question: NaturalQuestion): Promise<MeasuredQuestion> {
  const search = async (method: SearchMethod): Promise<Measured> => {
    const found = (await engine.search(question.question, method, depth)).map(({ passage }) => placeOf(passage));
    const documents = [...new Set(found.map(({ path }) => path))].slice(0, 5);
    return {
      documents: shareOfDocuments(question, new Set(documents)),
      places: cutoffs.map((k) => shareOfFacts(question, found.slice(0, k))),
    };
  };
  const [bm25, hybrid, linked] = [await search('bm25'), await search('hybrid'), await search('linked')];
  const unbridged = await withMentions(withoutBridge, () => search('linked'));
  const screen = shareOfFacts(question, shownFirst(await engine.ask(question.question)));
  return { question, methods: { bm25, hybrid, linked, 'linked, no bridge': unbridged }, screen };
}

/** The quotes below an answer, in the order in which the panel and the terminal show them. */
function shownFirst(trace: Trace): readonly Place[] {
  const shown = digestOfRun(trace).first.slice(0, firstScreen);
  return shown.map(({ path, startLine, endLine, page }) => ({ path, startLine, endLine, firstPage: page, lastPage: page }));
}

/** By kind only for the half that is worked with. */
function report(set: string, measured: readonly MeasuredQuestion[]): BenchReport {
  const halves = Map.groupBy(measured, ({ question }) => question.half);
  const kinds = [...Map.groupBy(halves.get('dev') ?? [], ({ question }) => question.kind)];
  const rows = [
    ...[...halves].flatMap(([half, some]) => methods.map((method) => rowOf([set, half, 'all', method], some, method))),
    ...kinds.map(([kind, some]) => rowOf([set, 'dev', kind, 'linked'], some, 'linked')),
  ];
  return {
    columns: ['set', 'half', 'kind', 'method', 'questions', 'document@5', ...cutoffs.map((k) => `place@${k}`), 'first screen'],
    rows,
    checks: [],
    json: {
      set,
      rows: rows.map(([, half, kind, method, n, documents, ...shares]) => ({ half, kind, method, questions: n, documents, shares })),
      questions: measured.filter(({ question }) => question.half === 'dev').map(({ question: { id }, ...of }) => ({ id, ...of })),
    },
  };
}

function rowOf(
  names: readonly string[],
  measured: readonly MeasuredQuestion[],
  method: (typeof methods)[number],
): readonly (string | number)[] {
  const mean = (share: (one: MeasuredQuestion) => number): string =>
    (measured.reduce((sum, one) => sum + share(one), 0) / measured.length).toFixed(3);
  return [
    ...names,
    measured.length,
    mean((one) => one.methods[method].documents),
    ...cutoffs.map((_, i) => mean((one) => one.methods[method].places[i] ?? 0)),
    // A run searches with `linked`.
    method === 'linked' ? mean(({ screen }) => screen) : '',
  ];
}
