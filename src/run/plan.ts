/** What a run is to do, however it begins: new, from where it was interrupted, or from another run with changes. */
import { AriadneError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import { parseParameters, pipelineById } from '../pipelines/registry.ts';
import {
  builtinModels,
  firstStageMethod,
  type AskRequest,
  type FirstStageMethod,
  type ModelIds,
  type RerunRequest,
  type ResumeRequest,
} from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { RunBudget, RunEdits, RunOrigin, TakenBack } from '../protocol/runOptions.ts';
import { fold } from '../trace/fold.ts';
import { requirePrices } from './budget.ts';
import type { RunHeader, RunResumption } from './execute.ts';
import { requireEditable, requireNoNodes } from './requireEditable.ts';

export interface RunPlan {
  readonly runId: string;
  readonly pipeline: AnyPipeline;
  readonly params: Record<string, unknown>;
  readonly question: string;
  readonly models: ModelIds;
  readonly firstStage: FirstStageMethod;
  readonly budget?: RunBudget | undefined;
  readonly edits?: RunEdits | undefined;
  /** The run that this one is made from. */
  readonly from?: RunOrigin | undefined;
  /** The log that results are taken from. */
  readonly earlier?: EarlierRun | undefined;
}

export interface EarlierRun {
  /** `own`: the run itself goes on; `other`: this is a new run made from it. */
  readonly kind: 'own' | 'other';
  readonly header: RunHeader;
  readonly events: readonly RunEvent[];
  /** Of the run that the run itself was made from. */
  readonly source: readonly RunEvent[];
  /** That the events were told with last. */
  readonly indexEpoch: string;
  /** Recorded failures hold as well; false when it is them that the run is to get over. */
  readonly failuresHold: boolean;
  readonly bytesSent: number;
}

/** @throws AriadneError `question-empty`, `pipeline-unknown`, `parameter-invalid`, `budget-invalid` */
export function planAsk(request: AskRequest): RunPlan {
  const question = request.question.trim();
  if (question === '') throw new AriadneError('question-empty', 'The question is empty. Type one and ask again.');
  const pipeline = pipelineById(request.pipeline);
  const { runId, models, firstStage = 'bm25', budget } = request;
  if (budget) requirePrices(budget);
  return { runId, pipeline, params: parseParameters(pipeline, request.params), question, models, firstStage, budget };
}

/** @throws AriadneError `run-finished` for a run that has its answer; `pipeline-unknown`, `budget-invalid` */
export function planResume(
  events: readonly RunEvent[],
  request: ResumeRequest,
  source: readonly RunEvent[] = [],
  pipelineOf = pipelineById,
): RunPlan {
  const trace = fold(events);
  if (!canResume(events)) {
    throw new AriadneError(
      'run-finished',
      'This run is finished, so there is nothing to resume. "ariadne replay" shows it, "ariadne ask" asks again.',
    );
  }
  const header = headerOf(events);
  const { params, question, runId } = header;
  const budget = request.budget ?? trace.budget;
  if (budget) requirePrices(budget);
  return {
    runId,
    pipeline: pipelineOf(header.pipeline),
    params,
    question,
    models: { ...builtinModels, ...request.models, chat: header.models.chat },
    firstStage: firstStageOf(header),
    budget,
    edits: header.from?.edits,
    from: header.from,
    earlier: {
      kind: 'own',
      header,
      events,
      source,
      indexEpoch: trace.indexEpoch,
      failuresHold: trace.status !== 'failed',
      bytesSent: trace.bytesSent,
    },
  };
}

/** @throws AriadneError `edit-invalid`, `pipeline-unknown`, `parameter-invalid`, `budget-invalid` */
export function planRerun(events: readonly RunEvent[], request: RerunRequest, pipelineOf = pipelineById): RunPlan {
  const trace = fold(events);
  const { indexEpoch } = trace;
  const { budget, models = {}, isFresh } = request;
  if (budget) requirePrices(budget);
  const header = headerOf(events);
  const pipeline = pipelineOf(request.pipeline ?? header.pipeline);
  const isOther = pipeline.id !== header.pipeline;
  if (isOther || isFresh) requireNoNodes(request.edits);
  else requireEditable(request.edits, trace);
  // What was changed before stays changed.
  const before = without(header.from?.edits, request.takenBack);
  const edits = isFresh ? request.edits : merged(isOther ? ofAnyPipeline(before) : before, request.edits);
  return {
    runId: request.runId,
    pipeline,
    params: parseParameters(pipeline, isOther ? (request.params ?? {}) : { ...header.params, ...request.params }),
    question: header.question,
    models: {
      chat: models.chat ?? header.models.chat,
      embedder: models.embedder ?? builtinModels.embedder,
      reranker: models.reranker ?? builtinModels.reranker,
      entailment: models.entailment ?? builtinModels.entailment,
    },
    firstStage: firstStageOf(header),
    budget,
    edits,
    from: { runId: header.runId, indexEpoch, edits, ...(isFresh ? { isFresh } : {}) },
    ...(isFresh ? {} : { earlier: { kind: 'other', header, events, source: [], indexEpoch, failuresHold: false, bytesSent: 0 } }),
  };
}

function without({ texts = {}, pinned = [], banned = [] }: RunEdits = {}, takenBack: TakenBack = {}): RunEdits {
  return {
    texts: Object.fromEntries(Object.entries(texts).filter(([node]) => !takenBack.texts?.includes(node))),
    pinned: pinned.filter(({ passageId }) => !takenBack.pinned?.includes(passageId)),
    banned: banned.filter((passageId) => !takenBack.banned?.includes(passageId)),
  };
}

/** Nodes of another pipeline that have the same name are other nodes. */
function ofAnyPipeline({ pinned = [], banned = [] }: RunEdits): RunEdits {
  return { pinned: pinned.filter(({ node }) => node === undefined), banned };
}

/** Whether a run has not come to an answer yet: it was cut short, stopped, or failed over something that may have passed. */
export function canResume(events: readonly RunEvent[]): boolean {
  const last = events.at(-1);
  return last?.kind !== 'run-finished' || last.status === 'cancelled' || last.status === 'failed';
}

/** How the log says that the execution of a plan begins: by a header, or by going on after one. */
export function beginning(
  { runId, pipeline, params, question, firstStage, budget, from, earlier }: RunPlan,
  folder: string,
  models: RunHeader['models'],
  indexEpoch: string,
  now = new Date().toISOString(),
): { readonly header: RunHeader; readonly resumed?: RunResumption } {
  const limits = budget === undefined ? {} : { budget };
  if (earlier?.kind === 'own') return { header: earlier.header, resumed: { resumedAtUtc: now, indexEpoch, ...limits } };
  return {
    header: {
      runId,
      pipeline: pipeline.id,
      params,
      question,
      startedAtUtc: now,
      folder,
      models,
      indexEpoch,
      firstStage,
      ...limits,
      ...(from === undefined ? {} : { from }),
    },
  };
}

/** For nodes that ask again: each run has its own. */
export function seedShiftOf({ runId, from }: Pick<RunPlan, 'runId' | 'from'>): ((node: string) => number) | undefined {
  if (!from || (!from.isFresh && from.edits.rerun === undefined)) return undefined;
  const shift = 1 + Number.parseInt(hashOf([runId], 5), 16);
  return (node) => (from.isFresh || from.edits.rerun?.includes(node) ? shift : 0);
}

function headerOf([first]: readonly RunEvent[]): RunHeader {
  if (first?.kind !== 'run-started') throw new AriadneError('log-damaged', 'The run log does not start with a run.');
  const { kind: _kind, n: _n, at: _at, logVersion: _version, ...header } = first;
  return header;
}

function firstStageOf({ firstStage }: RunHeader): FirstStageMethod {
  return firstStageMethod.catch('bm25').parse(firstStage);
}

/** What was asked again before need not be again. */
function merged(before: RunEdits, now: RunEdits): RunEdits {
  const texts = { ...before.texts, ...now.texts };
  const pinned = [...(before.pinned ?? []).filter(({ passageId }) => !now.banned?.includes(passageId)), ...(now.pinned ?? [])];
  const banned = [
    ...(before.banned ?? []).filter((passageId) => !now.pinned?.some((pin) => pin.passageId === passageId)),
    ...(now.banned ?? []),
  ];
  return {
    ...(Object.keys(texts).length > 0 ? { texts } : {}),
    ...(pinned.length > 0 ? { pinned } : {}),
    ...(banned.length > 0 ? { banned } : {}),
    ...(now.rerun && now.rerun.length > 0 ? { rerun: now.rerun } : {}),
  };
}
