/** Plans a run: a new question, a resumed run, or a run based on another with changes. */
import { AriadneError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import { requestedForm } from '../language/requests.ts';
import { parseParameters, pipelineById } from '../pipelines/registry.ts';
import {
  builtinModels,
  defaultFirstStage,
  firstStageBeforeNamed,
  firstStageMethod,
  type AskRequest,
  type ModelIds,
  type RerunRequest,
  type ResumeRequest,
} from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { FollowedRun } from '../protocol/followUp.ts';
import { parseScope } from '../protocol/scopeSyntax.ts';
import type { AnswerForm, WrittenForm } from '../protocol/writtenAnswer.ts';
import { fold } from '../trace/fold.ts';
import { requirePrices } from './budget.ts';
import { requireCandidates } from './candidates.ts';
import { requireSubQuestions } from './givenSubQuestions.ts';
import { mergedEdits, ofAnyPipeline, withoutTakenBack } from './edits.ts';
import { requireEditable, requireNoNodes } from './requireEditable.ts';
import { canResume } from './resume.ts';
import type { Run } from './run.ts';

/**
 * @throws AriadneError `question-empty`, `pipeline-unknown`, `parameter-invalid`, `budget-invalid`, `candidates-missing`,
 * `sub-questions-missing`, `scope-invalid`
 */
export function planAsk(request: AskRequest): Run {
  const question = request.question.trim();
  if (question === '') throw new AriadneError('question-empty', 'The question is empty. Type one and ask again.');
  const pipeline = pipelineById(request.pipeline);
  const {
    runId,
    models,
    firstStage = defaultFirstStage,
    candidates,
    subQuestions,
    anyDocument,
    budget,
    form,
    strict,
    follows,
    unindexed,
  } = request;
  const scope = request.scope?.trim() === '' ? undefined : request.scope?.trim();
  if (scope !== undefined) requireScope(scope);
  requirePrices(budget);
  const params = parseParameters(pipeline, withKnowledge(pipeline, request));
  requireCandidates({ params, candidates });
  requireSubQuestions({ params, subQuestions });
  const wanted = { form, chosenForm: chosenFor(form, question), strict };
  const limits = { candidates, scope, anyDocument };
  return { runId, pipeline, params, question, models, firstStage, subQuestions, ...limits, ...wanted, budget, follows, unindexed };
}

/**
 * @param origin the log of the run that this one was made from, where it is still there
 * @throws AriadneError `run-finished` for a run that has its answer; `pipeline-unknown`, `budget-invalid`
 */
export function planResume(
  events: readonly RunEvent[],
  request: ResumeRequest,
  origin?: readonly RunEvent[],
  pipelineOf = pipelineById,
): Run {
  if (!canResume(events)) {
    throw new AriadneError(
      'run-finished',
      'This run is finished, so there is nothing to resume. "ariadne replay" shows it, "ariadne ask" asks again.',
    );
  }
  const { models, ...begun } = runOf(events, pipelineOf);
  const budget = request.budget ?? fold(events).budget;
  requirePrices(budget);
  return {
    ...begun,
    models: { ...builtinModels, ...request.models, ...answeringOf(models) },
    budget,
    earlier: { own: events, origin, ...(begun.from?.searchesAgain ? { searchesAgain: true } : {}) },
  };
}

/** @throws AriadneError `edit-invalid`, and like `planAsk` */
export function planRerun(events: readonly RunEvent[], request: RerunRequest, pipelineOf = pipelineById): Run {
  const trace = fold(events);
  const { runId, budget, isFresh, searchesAgain } = request;
  const again = searchesAgain ? { searchesAgain } : {};
  requirePrices(budget);
  const started = startOf(events);
  const pipeline = pipelineOf(request.pipeline ?? started.pipeline);
  const isOther = pipeline.id !== started.pipeline;
  const before = runOf(events, () => pipeline);
  const kept = { ...builtinModels, ...answeringOf(before.models) };
  const { chat = kept.chat, embedder = kept.embedder, reranker = kept.reranker, entailment = kept.entailment } = request.models ?? {};
  const { reader = kept.reader, planner = kept.planner } = request.models ?? {};
  const { form = before.form, strict = before.strict, scope = before.scope, anyDocument = before.anyDocument } = request;
  if (scope !== undefined) requireScope(scope);
  if (isOther || isFresh) requireNoNodes(request.edits);
  else requireEditable(request.edits, trace);
  // Earlier changes stay in effect.
  const keptEdits = withoutTakenBack(before.edits, request.takenBack);
  const edits = isFresh ? request.edits : mergedEdits(isOther ? ofAnyPipeline(keptEdits) : keptEdits, request.edits);
  const params = parseParameters(pipeline, {
    ...(isOther ? {} : before.params),
    ...(isOther || isFresh ? withKnowledge(pipeline, request) : request.params),
  });
  requireCandidates({ params, candidates: before.candidates });
  requireSubQuestions({ params, subQuestions: before.subQuestions });
  return {
    runId,
    pipeline,
    params,
    question: before.question,
    models: { embedder, reranker, entailment, ...answeringOf({ chat, reader, planner }) },
    firstStage: before.firstStage,
    candidates: before.candidates,
    subQuestions: before.subQuestions,
    scope,
    anyDocument,
    form,
    chosenForm: chosenFor(form, before.question),
    strict,
    budget,
    edits,
    follows: before.follows && withoutCosts(before.follows),
    unindexed: request.unindexed,
    // Results of the earlier run stay usable.
    documentsLike: isFresh ? undefined : before.documentsLike,
    from: { runId: before.runId, indexEpoch: trace.indexEpoch, edits, ...(isFresh ? { isFresh } : {}), ...again },
    ...(isFresh ? {} : { earlier: { origin: events, ...again } }),
  };
}

/**
 * The run of a log as it began.
 * @throws AriadneError `log-damaged`, `pipeline-unknown`
 */
export function runOf(events: readonly RunEvent[], pipelineOf = pipelineById): Run {
  const first = startOf(events);
  const {
    runId,
    params,
    question,
    candidates,
    subQuestions,
    scope,
    anyDocument,
    form,
    chosenForm,
    strict,
    budget,
    from,
    follows,
    documentsLike = [],
    logprobs,
    digests = false,
    closest = 0,
    leads = false,
    conflicts = false,
    preferred = false,
  } = first;
  return {
    runId,
    pipeline: pipelineOf(first.pipeline),
    params,
    question,
    models: { ...first.models, entailment: first.models.entailment ?? builtinModels.entailment },
    firstStage: firstStageMethod.catch(firstStageBeforeNamed).parse(first.firstStage),
    candidates,
    subQuestions,
    scope: scope?.text,
    anyDocument,
    form,
    chosenForm,
    strict,
    budget,
    edits: from?.edits,
    from,
    follows,
    documentsLike,
    logprobs,
    digests,
    // As many as before logs said how many.
    closest: closest === true ? 5 : closest,
    leads,
    conflicts,
    preferred,
  };
}

function chosenFor(form: AnswerForm | undefined, question: string): WrittenForm | undefined {
  return form === 'auto' ? requestedForm(question) : undefined;
}

/** The other run has paid for the rewriting. */
function withoutCosts({ calls: _calls, sent: _sent, ...follows }: FollowedRun): FollowedRun {
  return follows;
}

/** What was asked for, where the pipeline has the parameter and the request names no value for it. */
function withKnowledge(
  { parameters }: AnyPipeline,
  { params = {}, knowledge }: Pick<RerunRequest, 'params' | 'knowledge'>,
): Readonly<Record<string, unknown>> {
  return knowledge === undefined || !('knowledge' in parameters.shape) ? params : { knowledge, ...params };
}

function requireScope(text: string): void {
  const [problem] = parseScope(text).problems;
  if (problem) throw new AriadneError('scope-invalid', problem.message);
}

/** The models that answer: a run that goes on keeps them, unlike those that search. */
function answeringOf({
  chat,
  reader,
  planner,
}: Pick<ModelIds, 'chat' | 'reader' | 'planner'>): Pick<ModelIds, 'chat' | 'reader' | 'planner'> {
  return { chat, ...(reader === undefined ? {} : { reader }), ...(planner === undefined ? {} : { planner }) };
}

function startOf([first]: readonly RunEvent[]): Extract<RunEvent, { kind: 'run-started' }> {
  if (first?.kind !== 'run-started') throw new AriadneError('log-damaged', 'The run log does not start with a run.');
  return first;
}

/** Seed shifts of nodes that ask again, different in each run. */
export function seedShiftOf({ runId, from }: Run): ((node: string) => number) | undefined {
  if (!from || (!from.isFresh && from.edits.rerun === undefined)) return undefined;
  const shift = 1 + Number.parseInt(hashOf([runId], 5), 16);
  return (node) => (from.isFresh || from.edits.rerun?.includes(node) ? shift : 0);
}
