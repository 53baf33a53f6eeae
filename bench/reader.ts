import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scoreAnswer } from '../lab/evaluation/answerScores.ts';
import { ExtractiveReasoner } from '../src/reasoning/extractive/extractiveReasoner.ts';
import { reasonerOf } from '../src/reasoning/reasoner.ts';
import { readRole } from '../src/reasoning/roles/readRoles.ts';
import type { PartOptions } from '../src/reasoning/extractive/parts.ts';
import { provenance } from '../src/reasoning/extractive/learnedReader.ts';
import type { Passage } from '../src/protocol/passage.ts';
import type { ReadOutput } from '../src/reasoning/roles/readRoles.ts';
import type { Bench, BenchOptions, BenchReport } from './harness.ts';
import { judged, type Judgment, readableDatasetsIn, readingCases, type ReadingCase } from './readingCases.ts';
import { riskPlot } from './riskPlot.ts';

const variants: readonly (readonly [string, PartOptions])[] = [
  ['all parts', {}],
  ['without decomposition', { decomposition: false }],
  ['without abstention', { abstention: false }],
];
const thresholds = [0.7, 0.8, 0.85, 0.9, 0.95] as const;

export const reader: Bench = {
  name: 'reader',
  describe:
    'the extractive reasoner over gold passages among others, with and without its parts; for a data set or a folder of them (--dataset), else for samples; of data sets that it was trained on, the half that was held out; --out FILE plots risk against coverage',
  run: async (options) => {
    const { dataset: folder = join(import.meta.dirname, '..', 'samples'), log } = options;
    const folders = readableDatasetsIn(folder);
    if (folders.length === 0)
      throw new Error(`${folder} has no data set: questions.jsonl with corpus.jsonl[.gz] or docs/, there or below.`);
    const measured: Measured[] = [];
    for (const { dataset, kind, cases } of folders.flatMap((one) => readingCases(one, options.quick ? 20 : Infinity))) {
      const isKnown = provenance.sets.some(({ name }) => name === dataset);
      const unseen = cases.filter(({ isTraining }) => !isKnown || !isTraining);
      for (const [name, parts] of variants)
        measured.push(await measure({ dataset: isKnown ? `${dataset} (held out)` : dataset, kind, parts: name }, parts, unseen, options));
      log(`${dataset}: ${unseen.length} ${kind}`);
    }
    if (options.out !== undefined) writeFileSync(options.out, plotOf(measured));
    return report(measured);
  },
};

/** From the run that abstains from nothing. */
function plotOf(measured: readonly Measured[]): string {
  const all = measured.filter(({ parts }) => parts === 'without abstention');
  return riskPlot(
    all.map(({ dataset, kind, answerable, given }) => ({ name: `${dataset}, ${kind}`, questions: answerable, answers: given })),
  );
}

interface Subject {
  readonly dataset: string;
  readonly kind: string;
  readonly parts: string;
}

/** An answer with its confidence. */
interface Judged extends Judgment {
  readonly confidence: number;
}

interface Measured extends Subject {
  readonly questions: number;
  /** Those that have an answer; the shares below are of them. */
  readonly answerable: number;
  readonly exactMatch: number;
  readonly f1: number;
  readonly given: readonly Judged[];
  /** Share of all questions that are answered when their gold passages are missing. */
  readonly invented: number;
}

async function measure(subject: Subject, options: PartOptions, cases: readonly ReadingCase[], { signal }: BenchOptions): Promise<Measured> {
  const reasoner = reasonerOf(new ExtractiveReasoner(options));
  const read = async (question: string, passages: readonly Passage[]): Promise<ReadOutput> =>
    (await reasoner.perform(readRole, { question, passages, cot: false }, { node: 'root', sample: 0, signal })).output;
  const given: Judged[] = [];
  const sums = { answerable: 0, f1: 0, invented: 0 };
  for (const { question, answers, passages, others } of cases) {
    if ((await read(question, others)).answer !== null) sums.invented++;
    if (answers.length === 0) continue;
    sums.answerable++;
    const { answer, confidence = 1 } = await read(question, passages);
    if (answer === null) continue;
    sums.f1 += scoreAnswer(answer, answers)?.f1_hotpot ?? 0;
    given.push({ confidence, ...judged(answer, answers) });
  }
  const { answerable, f1, invented } = sums;
  return {
    ...subject,
    questions: cases.length,
    answerable,
    exactMatch: given.filter(({ isExact }) => isExact).length / answerable,
    f1: f1 / answerable,
    given,
    invented: invented / cases.length,
  };
}

function rightOf(given: readonly Judged[]): number {
  return given.filter(({ isRight }) => isRight).length;
}

/** The 95 % interval of a share. Source: Wilson 1927. */
function wilson(hits: number, of: number): readonly [number, number] {
  const z = 1.96;
  const middle = (hits + z ** 2 / 2) / (of + z ** 2);
  const half = (z * Math.sqrt((hits * (of - hits)) / of + z ** 2 / 4)) / (of + z ** 2);
  return [middle - half, middle + half];
}

function report(measured: readonly Measured[]): BenchReport {
  const percent = (share: number): string => (Number.isNaN(share) ? '–' : (100 * share).toFixed(1));
  const at = (all: readonly Judged[], threshold: number): string => {
    const given = all.filter(({ confidence }) => confidence >= threshold);
    return given.length === 0 ? '–' : `${percent(rightOf(given) / given.length)} of ${given.length}`;
  };
  return {
    columns: [
      ...['data set', 'of', 'parts', 'questions', 'given', 'coverage %', 'right of given %', '95 %', 'exact match %', 'F1 %', 'abstained'],
      ...['invented %', ...thresholds.map((threshold) => `right % at ${threshold}`)],
    ],
    rows: measured.map(({ dataset, kind, parts, questions, answerable, exactMatch, f1, given, invented }) => [
      dataset,
      kind,
      parts,
      questions,
      given.length,
      percent(given.length / answerable),
      percent(rightOf(given) / given.length),
      given.length === 0 ? '' : wilson(rightOf(given), given.length).map(percent).join('–'),
      percent(exactMatch),
      percent(f1),
      answerable - given.length,
      percent(invented),
      ...thresholds.map((threshold) => at(given, threshold)),
    ]),
    checks: [],
    json: { measured },
  };
}
