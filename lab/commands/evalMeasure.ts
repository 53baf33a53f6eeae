/** Runs the systems of an evaluation: indexes the documents, asks the questions, judges the answers. */
import { join, resolve } from 'node:path';
import { isAbort } from '../../src/base/abort.ts';
import { cacheFolder } from '../../src/base/cacheFolder.ts';
import { AriadneError, isAriadneError, messageOf } from '../../src/base/errors.ts';
import { hashOf } from '../../src/base/hash.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { SearchOptions } from '../../src/search/search.ts';
import type { Dataset, DatasetQuestion } from '../evaluation/dataset.ts';
import { evaluate, type EvalProgress } from '../evaluation/evaluate.ts';
import type { EvalRecord, PassageLookup, System } from '../evaluation/evalRecord.ts';
import { openJudgments, type Judge } from '../evaluation/judgments.ts';
import { ResultsFile } from '../evaluation/resultsFile.ts';
import type { DocumentFolder } from '../evaluation/workingFolder.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import type { FirstStageMethod } from '../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import { asksGold, searchesCandidates } from '../../src/protocol/givenByDataset.ts';
import { fold } from '../../src/trace/fold.ts';
import { newRunId } from '../../src/cli/askOptions.ts';
import type { JudgedAnswers } from './evalFindings.ts';
import { judgeAll, tryJudge } from './evalJudge.ts';
import type { ChosenSystem, MeasuredSystem } from './evalSystems.ts';
import { stringOption } from '../../src/cli/effects.ts';
import { countOption, printError, printInPlace, type CommandContext } from '../../src/cli/terminal.ts';
import { modelsOf, scopeOf } from '../../src/cli/askOptions.ts';
import { withEngine } from '../../src/cli/withEngine.ts';

export interface Plan {
  readonly dataset: Dataset;
  readonly questions: readonly DatasetQuestion[];
  readonly systems: readonly ChosenSystem[];
  readonly judge: Judge | undefined;
  readonly concurrency: number;
  readonly out: string;
  readonly documents: DocumentFolder;
}

interface Measured {
  /** In the order of the plan. */
  readonly systems: readonly MeasuredSystem[];
  /** Names of systems that cannot run with the chosen models. */
  readonly leftOut: readonly string[];
  /** Absent without a judge. */
  readonly judged?: JudgedAnswers;
}

/** @throws AriadneError `not-given` naming the first question that lists no candidates where a system searches them */
function requireCandidates({ questions, systems }: Plan): void {
  const searching = systems.find(({ system }) => searchesCandidates(system.params));
  const lacking = questions.find(({ candidates }) => candidates === undefined);
  if (!searching || !lacking) return;
  throw new AriadneError(
    'not-given',
    `System "${searching.name}" searches the candidates of each question, but line ${lacking.lineNumber1} of questions.jsonl lists none. Add "candidates" to the line, or set "scope" to "corpus".`,
  );
}

/** @throws AriadneError `not-given` naming the first question without a decomposition where a system asks its steps */
function requireSubQuestions({ questions, systems }: Plan): void {
  const asking = systems.find(({ system }) => asksGold(system.params));
  const lacking = questions.find(({ subQuestions }) => subQuestions === undefined);
  if (!asking || !lacking) return;
  throw new AriadneError(
    'not-given',
    `System "${asking.name}" asks the sub-questions of the dataset, but line ${lacking.lineNumber1} of questions.jsonl has no "decomposition" whose steps can be asked. Add one, or set "subQuestions" to "generated".`,
  );
}

/**
 * Asks the questions of all systems, those of one embedder after the other, since an index has the vectors of one.
 * @throws AriadneError, after which the same evaluation continues
 */
export async function measure(context: CommandContext, plan: Plan): Promise<Measured> {
  requireCandidates(plan);
  requireSubQuestions(plan);
  const { signal } = context;
  const { judge } = plan;
  const judging = judge && {
    judge,
    judgments: openJudgments(join(plan.out, 'judgments.jsonl')),
    concurrency: countOption(context, 'concurrency', 4),
    signal,
  };
  const results = new ResultsFile(join(plan.out, 'answers.jsonl'));
  const tried = async (records: readonly EvalRecord[]): Promise<void> => (judging ? tryJudge({ ...judging, records }) : undefined);
  const parts: { readonly systems: readonly MeasuredSystem[]; readonly leftOut: readonly string[] }[] = [];
  for (const embedder of new Set(plan.systems.map(({ system }) => system.models.embedder))) {
    const systems = plan.systems.filter(({ system }) => system.models.embedder === embedder);
    parts.push(await measureWith(withStorageOf(embedder, context, plan), { ...plan, systems, results, tried }));
  }
  const found = parts.flatMap(({ systems }) => systems);
  const systems = plan.systems.flatMap(({ name }) => found.find((one) => one.name === name) ?? []);
  const judged = judging && {
    judge: judging.judge,
    ...(await judgeAll({ ...judging, records: systems.flatMap(({ records }) => records) })),
  };
  return { systems, leftOut: parts.flatMap(({ leftOut }) => leftOut), judged };
}

/** The embedder of the command has the usual index; each other one has an index beside it. */
function withStorageOf(embedder: string, context: CommandContext, { documents }: Plan): CommandContext {
  if (embedder === modelsOf(context).embedder) return context;
  const given = stringOption(context, 'storage');
  if (given !== undefined && /^[a-z][a-z0-9+.-]+:\/\//i.test(given))
    throw new AriadneError(
      'usage',
      'An index at an address has the vectors of one embedder. Compare embedders with a folder as --storage.',
    );
  const own = hashOf([resolve(documents.folder), embedder], 16);
  return { ...context, values: { ...context.values, embedder, storage: join(given ?? cacheFolder(), own) } };
}

interface Part extends Plan {
  readonly results: ResultsFile;
  /** Judges the first answers. */
  readonly tried: (records: readonly EvalRecord[]) => Promise<void>;
}

/** Indexes the documents, lets the embedder learn from them, and asks the questions. */
async function measureWith(
  context: CommandContext,
  plan: Part,
): Promise<{ readonly systems: readonly MeasuredSystem[]; readonly leftOut: readonly string[] }> {
  const { signal } = context;
  const { results } = plan;
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
    const ask = async (
      { pipeline, params, models: of, firstStage, scope: ofAll, form: ofSystem }: System,
      { question, candidates, subQuestions, scope = ofAll, form: own }: DatasetQuestion,
      stop: AbortSignal,
    ) => {
      const runId = newRunId();
      const told: RunEvent[] = [];
      events.set(runId, told);
      const log = join(plan.out, 'runs', pipeline, `${runId}.jsonl`);
      const among = searchesCandidates(params) && candidates ? { candidates: candidates.map(plan.documents.pathOf) } : {};
      const limits = scope === undefined ? {} : { scope };
      const form = ofSystem === 'own' ? own : ofSystem;
      const writes = form === undefined ? {} : { form };
      const gold = asksGold(params) && subQuestions ? { subQuestions: [...subQuestions] } : {};
      try {
        await engine.runs.ask(
          { runId, question, pipeline, params, models: of, firstStage, ...among, ...limits, ...gold, ...writes, log },
          stop,
        );
      } catch (error) {
        // A run that a bug ended is reported as failed. What ended before it began is not a run.
        if (isAbort(error) || isAriadneError(error) || told.at(-1)?.kind !== 'run-finished') throw error;
        printError(`${pipeline}: ${messageOf(error)} (${log})`);
      } finally {
        events.delete(runId);
      }
      return { trace: fold(told), log };
    };
    const asked = { ...plan, results, ask, lookup: lookupIn(engine, plan.documents), signal };
    printError(plan.systems.length === 1 ? 'Asking the first question' : `Asking the first question of ${plan.systems.length} systems`);
    // Asks one question of each system first, so that a system that cannot run is known before hours are spent.
    const able: ChosenSystem[] = [];
    const leftOut: string[] = [];
    const first: EvalRecord[] = [];
    for (const one of plan.systems) {
      try {
        first.push(
          ...(await evaluate({ ...asked, system: one.system, questions: plan.questions.slice(0, 1), onProgress: () => undefined })),
        );
        able.push(one);
      } catch (error) {
        if (one.isNamed || !isAriadneError(error, 'reasoner-lacking')) throw error;
        leftOut.push(one.name);
        printError(`${one.name} is skipped because it needs a language model.`);
      }
    }
    await plan.tried(first);
    const measured: Omit<MeasuredSystem, 'singleSearch'>[] = [];
    for (const { name, system } of able) {
      const onProgress = progressOnStderr(name, process.stderr.isTTY && !context.isJson);
      measured.push({ name, system, records: await evaluate({ ...asked, system, onProgress }) });
    }
    const searches = new Map<FirstStageMethod, readonly (readonly string[])[]>();
    for (const method of new Set(measured.map(({ system }) => system.firstStage)))
      searches.set(method, await searchOnce(engine, plan, { method, models, scope: scopeOf(context), signal }));
    const singleSearchOf = ({ params, firstStage }: System): Pick<MeasuredSystem, 'singleSearch'> => {
      const found = searches.get(firstStage);
      return found && !searchesCandidates(params) ? { singleSearch: found } : {};
    };
    return { systems: measured.map((one) => ({ ...one, ...singleSearchOf(one.system) })), leftOut };
  });
}

function lookupIn(engine: Engine, { idOf }: DocumentFolder): PassageLookup {
  type Found = Awaited<ReturnType<PassageLookup>>;
  const known = new Map<string, NonNullable<ReturnType<Found['get']>>>();
  return async (ids) => {
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0)
      for (const passage of await engine.searches.passages(missing)) known.set(passage.id, { passage, documentId: idOf(passage.path) });
    return known;
  };
}

/** Deep enough for the largest number of documents that the searches of one run have ever found together. */
const singleSearchDepth = 100;

async function searchOnce(
  engine: Engine,
  { questions, documents }: Plan,
  { method, models, scope: ofAll, signal }: Pick<SearchOptions, 'method' | 'models' | 'scope' | 'signal'>,
): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for (const { question, scope = ofAll } of questions) {
    // Quotes as in the runs it is compared with.
    const results = await engine.search(question, { method, k: singleSearchDepth, models, scope, quotes: 'preferred', signal });
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
function progressOnStderr(name: string, isLive: boolean): (progress: EvalProgress) => void {
  let last = -1;
  return ({ done, of, reused, remainingSeconds }) => {
    const tenth = Math.floor((10 * done) / of);
    if (!isLive && tenth === last) return;
    last = tenth;
    const isDone = done >= of;
    const before = reused > 0 ? `, ${reused} of them answered before` : '';
    const rest = isDone || remainingSeconds === undefined ? '' : `, about ${durationOf(remainingSeconds)} left`;
    const line = `${name}: ${done} of ${of} questions${before}${rest}`;
    if (isLive) printInPlace(isDone ? null : line);
    if (!isLive || isDone) printError(line);
  };
}

function durationOf(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
