import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAbort } from '../base/abort.ts';
import { AriadneError, isAriadneError, messageOf } from '../base/errors.ts';
import type { Engine } from '../engine/engine.ts';
import { isAbstention, listPipelines, parametersFor, promptVersion } from '../engine/aboutPipelines.ts';
import { readDataset, type Dataset, type DatasetQuestion } from '../evaluation/dataset.ts';
import { evaluate, type EvalProgress } from '../evaluation/evaluate.ts';
import type { EvalRecord, PassageLookup, System } from '../evaluation/evalRecord.ts';
import { openJudgments, type Judge } from '../evaluation/judgments.ts';
import { ResultsFile } from '../evaluation/resultsFile.ts';
import { documentFolder, type DocumentFolder } from '../evaluation/workingFolder.ts';
import { defaultDiscovery } from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import { fold } from '../trace/fold.ts';
import { newRunId, parametersOf } from './ask.ts';
import { findings, plotName, type JudgedAnswers } from './evalFindings.ts';
import { judgeAll, judgeOf, judgeOptions, judgeUsage, tryJudge } from './evalJudge.ts';
import type { Command } from './terminal.ts';
import { restartFrugally } from './restart.ts';
import {
  cacheFolder,
  countOption,
  engineOptions,
  engineUsage,
  exitCode,
  firstStageOf,
  firstStageOption,
  firstStageUsage,
  modelsOf,
  print,
  printError,
  printInPlace,
  printJson,
  stringOption,
  withEngine,
  type CommandContext,
} from './terminal.ts';

const defaultPipelines = 'retrieve-read,sunar-nar';

export const evalCommand: Command = {
  usage: `ariadne eval <dataset> [--pipelines a,b] [--limit N] [--set name=value]... ${firstStageUsage} [--concurrency N] [--out DIR] ${judgeUsage} ${engineUsage}`,
  help: `Measure pipelines (${defaultPipelines}, or those named; "all" for every one) on a dataset: questions.jsonl with corpus.jsonl[.gz] or docs/.
      Answers, a table and a plot go to --out, by default a folder in the user's cache. Rerun a stopped command to continue.
      --judge asks a model whether each answer is right (acc): at OPENAI_BASE_URL, or at --judge-url with the key ARIADNE_JUDGE_API_KEY.`,
  arguments: ['<dataset>'],
  options: {
    ...engineOptions,
    ...firstStageOption,
    ...judgeOptions,
    pipelines: { type: 'string' },
    limit: { type: 'string' },
    set: { type: 'string', multiple: true },
    concurrency: { type: 'string' },
    out: { type: 'string' },
  },
  async run(context) {
    restartFrugally();
    const [folder = ''] = context.positionals;
    const systems = systemsOf(context);
    const judge = judgeOf(context);
    const limit = countOption(context, 'limit', Number.MAX_SAFE_INTEGER);
    const concurrency = countOption(context, 'concurrency', modelsOf(context).chat === 'builtin' ? 1 : 4);
    const dataset = readDataset(folder, isAbstention);
    const questions = dataset.questions.slice(0, limit);
    const out = resolve(
      stringOption(context, 'out') ?? join(cacheFolder(), 'evaluations', `${dataset.name}-${dataset.fingerprint.slice(0, 8)}`),
    );
    printError(`Results go to ${out}`);
    const documents = documentFolder(dataset, join(cacheFolder(), 'datasets'));
    const found = await measure(context, { dataset, questions, systems, judge, concurrency, out, documents });
    const { json, markdown, plot } = findings({ dataset, questions, concurrency, ...found });
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'RESULTS.md'), markdown);
    writeFileSync(join(out, 'results.json'), `${JSON.stringify(json, null, 2)}\n`);
    writeFileSync(join(out, plotName), plot);
    if (context.isJson) printJson({ ...json, out });
    else print(markdown.trimEnd());
    return exitCode.done;
  },
};

interface Plan {
  readonly dataset: Dataset;
  readonly questions: readonly DatasetQuestion[];
  readonly systems: readonly ChosenSystem[];
  readonly judge: Judge | undefined;
  readonly concurrency: number;
  readonly out: string;
  readonly documents: DocumentFolder;
}

interface ChosenSystem extends System {
  /** True if named on the command line: then it is an error, not a note, that it cannot run. */
  readonly isNamed: boolean;
}

interface Measured {
  readonly systems: readonly { readonly system: System; readonly records: readonly EvalRecord[] }[];
  /** For each question, the documents that one search with the question finds, best first. */
  readonly singleSearch: readonly (readonly string[])[];
  /** Pipelines that cannot run with the chosen models. */
  readonly leftOut: readonly string[];
  /** Absent without a judge. */
  readonly judged?: JudgedAnswers;
}

/** @throws AriadneError `usage`, `pipeline-unknown`, `parameter-invalid` */
function systemsOf(context: CommandContext): readonly ChosenSystem[] {
  const known = listPipelines();
  const named = stringOption(context, 'pipelines') ?? defaultPipelines;
  const isNamed = named !== 'all';
  const ids = isNamed ? [...new Set(named.split(',').map((id) => id.trim()))].filter((id) => id !== '') : known.map(({ id }) => id);
  if (ids.length === 0) throw new AriadneError('usage', '--pipelines takes ids with commas between them. "ariadne pipelines" lists them.');
  const given = Object.entries(parametersOf(context));
  const namesOf = (id: string): readonly string[] => known.find((one) => one.id === id)?.parameters.map(({ name }) => name) ?? [];
  const unused = given.find(([name]) => !ids.some((id) => namesOf(id).includes(name)));
  if (unused) throw new AriadneError('parameter-invalid', `None of ${ids.join(', ')} has a parameter ${unused[0]}.`);
  return ids.map((pipeline) => ({
    pipeline,
    params: parametersFor(pipeline, Object.fromEntries(given.filter(([name]) => namesOf(pipeline).includes(name)))),
    models: modelsOf(context),
    firstStage: firstStageOf(context),
    promptVersion,
    isNamed,
  }));
}

/** Indexes the documents, lets the embedder learn from them, and asks the questions. */
async function measure(context: CommandContext, plan: Plan): Promise<Measured> {
  const { signal } = context;
  const events = new Map<string, RunEvent[]>();
  // Events for replay stay in the log; the trace is folded without them.
  const onRunEvent = (runId: string, event: RunEvent): void => {
    if (event.kind !== 'recorded') events.get(runId)?.push(event);
  };
  return withEngine(context, plan.documents.folder, { onRunEvent }, async (engine) => {
    const models = modelsOf(context);
    await engine.index(defaultDiscovery, models, { confirmed: true, signal });
    await engine.learn(models, signal);
    await warnOfMissing(engine, plan);
    const results = new ResultsFile(join(plan.out, 'answers.jsonl'));
    const ask = async ({ pipeline, params, models: of, firstStage }: System, question: string, stop: AbortSignal) => {
      const runId = newRunId();
      const own: RunEvent[] = [];
      events.set(runId, own);
      const log = join(plan.out, 'runs', pipeline, `${runId}.jsonl`);
      try {
        await engine.runs.ask({ runId, question, pipeline, params, models: of, firstStage, log }, stop);
      } catch (error) {
        // A run that a bug ended is reported as failed. What ended before it began is not a run.
        if (isAbort(error) || isAriadneError(error) || own.at(-1)?.kind !== 'run-finished') throw error;
        printError(`${pipeline}: ${messageOf(error)} (${log})`);
      } finally {
        events.delete(runId);
      }
      return { trace: fold(own), log };
    };
    const asked = { ...plan, results, ask, lookup: lookupIn(engine, plan.documents), signal };
    const { judge } = plan;
    const judging = judge && {
      judge,
      judgments: openJudgments(join(plan.out, 'judgments.jsonl')),
      concurrency: countOption(context, 'concurrency', 4),
      signal,
    };
    // Asks one question of each system first, so that a system that cannot run is known before hours are spent.
    const able: System[] = [];
    const leftOut: string[] = [];
    const first: EvalRecord[] = [];
    for (const { isNamed, ...system } of plan.systems) {
      try {
        first.push(...(await evaluate({ ...asked, system, questions: plan.questions.slice(0, 1), onProgress: () => undefined })));
        able.push(system);
      } catch (error) {
        if (isNamed || !isAriadneError(error, 'reasoner-lacking')) throw error;
        leftOut.push(system.pipeline);
        printError(`${system.pipeline} is skipped because it needs a language model.`);
      }
    }
    if (judging) await tryJudge({ ...judging, records: first });
    const measured: { readonly system: System; readonly records: readonly EvalRecord[] }[] = [];
    for (const system of able) {
      const onProgress = progressOnStderr(system.pipeline, process.stderr.isTTY && !context.isJson);
      measured.push({ system, records: await evaluate({ ...asked, system, onProgress }) });
    }
    const singleSearch = await searchOnce(engine, plan, context);
    const judged = judging && {
      judge: judging.judge,
      ...(await judgeAll({ ...judging, records: measured.flatMap(({ records }) => records) })),
    };
    return { systems: measured, singleSearch, leftOut, ...(judged ? { judged } : {}) };
  });
}

function lookupIn(engine: Engine, { idOf }: DocumentFolder): PassageLookup {
  type Found = Awaited<ReturnType<PassageLookup>>;
  const known = new Map<string, NonNullable<ReturnType<Found['get']>>>();
  return async (ids) => {
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0)
      for (const passage of await engine.passages(missing)) known.set(passage.id, { passage, documentId: idOf(passage.path) });
    return known;
  };
}

/** Deep enough for the largest number of documents that the searches of one run have ever found together. */
const singleSearchDepth = 100;

async function searchOnce(
  engine: Engine,
  { questions, documents }: Plan,
  context: CommandContext,
): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for (const { question } of questions) {
    const results = await engine.search(question, {
      method: firstStageOf(context),
      k: singleSearchDepth,
      models: modelsOf(context),
      // The same as in the runs it is compared with.
      quotes: 'preferred',
      signal: context.signal,
    });
    found.push([...new Set(results.map(({ passage }) => documents.idOf(passage.path)))]);
  }
  return found;
}

const filesAtOnce = 5000;

/** Warns of gold documents that are not in the index and so can never be found. */
async function warnOfMissing(engine: Engine, { questions, documents }: Plan): Promise<void> {
  const indexed = new Set<string>();
  for (let from = 0; ;) {
    const { total, files } = await engine.files(from, filesAtOnce);
    for (const { path, state } of files) if (state === 'indexed') indexed.add(documents.idOf(path));
    from += files.length;
    if (from >= total || files.length === 0) break;
  }
  const missing = questions.flatMap(({ gold, lineNumber1 }) => gold.filter((id) => !indexed.has(id)).map((id) => ({ id, lineNumber1 })));
  const [first] = missing;
  if (!first) return;
  printError(
    `${missing.length} gold documents are not in the index and cannot be found, the first "${first.id}" of line ${first.lineNumber1} of questions.jsonl.`,
  );
}

/** A line that changes in place; without a terminal, a line every tenth. */
function progressOnStderr(pipeline: string, isLive: boolean): (progress: EvalProgress) => void {
  let last = -1;
  return ({ done, of, reused, remainingSeconds }) => {
    const tenth = Math.floor((10 * done) / of);
    if (!isLive && tenth === last) return;
    last = tenth;
    const isDone = done >= of;
    const before = reused > 0 ? `, ${reused} of them answered before` : '';
    const rest = isDone || remainingSeconds === undefined ? '' : `, about ${durationOf(remainingSeconds)} left`;
    const line = `${pipeline}: ${done} of ${of} questions${before}${rest}`;
    if (isLive) printInPlace(isDone ? null : line);
    if (!isLive || isDone) printError(line);
  };
}

function durationOf(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
