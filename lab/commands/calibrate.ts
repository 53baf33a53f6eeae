import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolder } from '../../src/base/cacheFolder.ts';
import { AriadneError } from '../../src/base/errors.ts';
import { isAbstention, parametersFor, promptVersion, selfDcBranch } from '../../src/run/aboutPipelines.ts';
import { calibrate, tooFew, type Calibration, type CalibrationCase } from '../evaluation/calibration.ts';
import { readDataset } from '../evaluation/dataset.ts';
import type { EvalRecord } from '../evaluation/evalRecord.ts';
import { percent } from '../evaluation/reportNumbers.ts';
import { documentFolder } from '../evaluation/workingFolder.ts';
import { parametersOf } from '../../src/cli/askOptions.ts';
import { calibrateReader } from './calibrateReader.ts';
import {
  stringOption,
  whyNoReader,
  whyNoServer,
  whyUnused,
  withEffects,
  type Given,
  type WhyIdle,
  takes,
  takesEach,
} from '../../src/cli/effects.ts';
import { f1Of } from './evalFindings.ts';
import { measure } from './evalMeasure.ts';
import type { MeasuredSystem } from './evalSystems.ts';
import { countOption, exitCode, print, printError, printJson, type Command, type CommandContext } from '../../src/cli/terminal.ts';
import { engineOptions, firstStageOf, firstStageOption, modelsOf } from '../../src/cli/askOptions.ts';

const pipeline = 'self-dc';

/** Thresholds with which the whole question takes one way, whatever the confidence. Sub-questions of a split one are looked up. */
const ways = {
  retrieve: { alpha: 1, beta: 0.5, tau: 1 },
  generate: { alpha: 0, beta: 0 },
  decompose: { alpha: 0.5, beta: 0.5, tau: 2 },
} as const;

export const calibrateCommand: Command = {
  usage: ['ariadne calibrate <dataset> [options]'],
  help: `Choose the thresholds of self-dc (alpha, beta) for a chat model, from the questions of a dataset with accepted answers: each is answered from memory, from a search and by splitting it.
Prints settings. Rerun a stopped command to continue. With --reader and no --chat: how sure this local reader must be to answer. Saves it for the model.`,
  arguments: ['<dataset>'],
  options: withEffects(
    {
      ...engineOptions,
      ...firstStageOption,
      limit: takes('N', 'only the first questions'),
      set: takesEach('NAME=VALUE', 'a parameter of self-dc'),
      concurrency: takes('N', 'how many questions are asked at once'),
      out: takes('DIR', 'where the measurements are'),
    },
    {
      set: (given) => (isOfReader(given) ? 'It is for the thresholds of self-dc. Leave it out with --reader.' : undefined),
      concurrency: (given) =>
        isOfReader(given) ? 'A local reader reads one question after the other. Leave it out with --reader.' : undefined,
      reranker: unusedBy('reranker'),
      entailment: unusedBy('entailment'),
      planner: unusedBy('planner'),
      reader: whyNoReader,
      ...whyNoServer((given) => ({
        talking: [stringOption(given, 'chat'), stringOption(given, 'planner')],
        others: ['embedder', 'reranker', 'entailment', 'reader'].map((role) => stringOption(given, role)),
      })),
    },
  ),
  async run(context) {
    if (isOfReader(context)) return calibrateReader(context);
    const { chat } = modelsOf(context);
    const [folder = ''] = context.positionals;
    const systems = systemsOf(context);
    if (chat === 'builtin') throw new AriadneError('reasoner-lacking', 'Confidence comes from a language model, and none is chosen.');
    const limit = countOption(context, 'limit', Number.MAX_SAFE_INTEGER);
    const concurrency = countOption(context, 'concurrency', 4);
    const dataset = readDataset(folder, isAbstention);
    const questions = dataset.questions.filter(({ answers }) => answers.length > 0).slice(0, limit);
    if (questions.length === 0)
      throw new AriadneError('dataset-broken', `No question of ${folder} has an accepted answer, so there is nothing to calibrate with.`);
    const out = resolve(
      stringOption(context, 'out') ?? join(cacheFolder(), 'calibrations', `${dataset.name}-${dataset.fingerprint.slice(0, 8)}`),
    );
    printError(`Results go to ${out}`);
    const documents = documentFolder(dataset, join(cacheFolder(), 'datasets'));
    const measured = await measure(context, { dataset, questions, systems, judge: undefined, concurrency, out, documents });
    const f1 = f1Of(dataset.name);
    const { cases, method, missing } = casesOf(measured.systems, f1);
    if (missing === cases.length)
      throw new AriadneError(
        'model-unfit',
        'The model gave no confidence for any question, so there is nothing to calibrate. Choose another one.',
      );
    const found = calibrate(cases, defaults(), selfDcBranch);
    const json = {
      dataset: dataset.name,
      questions: cases.length,
      measure: f1,
      method,
      missing,
      ...found,
      settings: settingsOf(found, method),
    };
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'calibration.json'), `${JSON.stringify(json, null, 2)}\n`);
    if (context.isJson) printJson({ ...json, out });
    else print(calibrationText(json));
    return exitCode.done;
  },
};

/** Whether a reader is calibrated, and not a chat model. */
function isOfReader(given: Given): boolean {
  const { chat, reader = 'builtin' } = modelsOf(given);
  return chat === 'builtin' && reader !== 'builtin';
}

function unusedBy(role: 'reranker' | 'entailment' | 'planner'): WhyIdle {
  return (given) =>
    isOfReader(given) ? 'The reader reads what a search finds. Leave it out with --reader.' : whyUnused(role, [{ pipeline, params: {} }]);
}

/** @throws AriadneError `usage`, `parameter-invalid` */
function systemsOf(context: CommandContext) {
  const given = parametersOf(context);
  const fixed = ['alpha', 'beta', 'tau'].find((name) => name in given);
  if (fixed !== undefined) throw new AriadneError('usage', `--set ${fixed} cannot be given, because calibrating varies it.`);
  return Object.entries(ways).map(([name, thresholds]) => ({
    name,
    system: {
      pipeline,
      params: parametersFor(pipeline, { ...given, ...thresholds }),
      models: modelsOf(context),
      firstStage: firstStageOf(context),
      promptVersion,
    },
    isNamed: true,
  }));
}

function defaults(): { readonly alpha: number; readonly beta: number } {
  const { alpha, beta } = parametersFor(pipeline, {});
  return { alpha: Number(alpha), beta: Number(beta) };
}

/** The results of each question by way. Confidence and its method are those of the run that was asked to split. */
function casesOf(systems: readonly MeasuredSystem[], f1: ReturnType<typeof f1Of>) {
  const byWay = new Map(systems.map(({ name, records }) => [name, new Map(records.map((record) => [record.id, record]))]));
  const of = (way: keyof typeof ways, id: string): EvalRecord | undefined => byWay.get(way)?.get(id);
  const decided = [...(byWay.get('decompose')?.values() ?? [])];
  const method = decided.find(({ decision }) => decision?.method !== undefined)?.decision?.method;
  const cases = decided.map((record): CalibrationCase => {
    const each = <T>(value: (one: EvalRecord | undefined) => T) => ({
      retrieve: value(of('retrieve', record.id)),
      generate: value(of('generate', record.id)),
      decompose: value(record),
    });
    return {
      confidence: record.decision?.confidence ?? null,
      score: each((one) => one?.metrics?.[f1] ?? 0),
      calls: each((one) => one?.costs.llm_calls ?? 0),
    };
  });
  return { cases, method, missing: cases.filter(({ confidence }) => confidence === null).length };
}

function settingsOf({ chosen }: Calibration, method: string | undefined): Readonly<Record<string, unknown>> {
  return { 'ariadne.pipelineParameters': { [pipeline]: { method, ...chosen } } };
}

function calibrationText(
  found: Calibration & {
    readonly questions: number;
    readonly measure: string;
    readonly method: string | undefined;
    readonly missing: number;
    readonly settings: unknown;
  },
): string {
  const { chosen, measure: f1, byDefault, shares, questions } = found;
  const isBetter = found.heldOut > byDefault.score;
  return [
    `alpha = ${chosen.alpha}, beta = ${chosen.beta}${found.method === undefined ? '' : `, for confidence by ${found.method}`}`,
    '',
    `  ${f1}, % `.padEnd(34) + 'model calls per question',
    `  defaults      ${percent(byDefault.score).padStart(6)}`.padEnd(34) + byDefault.calls.toFixed(2),
    `  these         ${percent(found.score).padStart(6)}`.padEnd(34) + found.calls.toFixed(2),
    `  on questions left out of the choice ${percent(found.heldOut)}`,
    '',
    `Looked up: ${percent(shares.retrieve)} %, from memory: ${percent(shares.generate)} %, split: ${percent(shares.decompose)} % of ${questions} questions.`,
    ...(found.missing > 0 ? [`The model gave no confidence for ${found.missing} questions; they are looked up.`] : []),
    isBetter
      ? 'On questions left out of the choice, thresholds chosen this way do better than the defaults.'
      : 'On questions left out of the choice, thresholds chosen this way do no better than the defaults. Keep the defaults.',
    ...tooFew(questions),
    ...(isBetter ? ['', JSON.stringify(found.settings, null, 2)] : []),
  ].join('\n');
}
