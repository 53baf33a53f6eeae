/** Plans a run: a new question, a resumed run, or a run based on another with changes. */
import { askedFormOf } from '../protocol/writtenAnswer.ts';
import { AriadneError } from '../base/errors.ts';
import { defined } from '../base/defined.ts';
import { hashOf } from '../base/hash.ts';
import { requestedForm } from '../language/requests.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import { parseParameters, pipelineById } from '../pipelines/registry.ts';
import type { AskRequest, RerunRequest, ResumeRequest } from '../protocol/runRequests.ts';
import type { RunEvent, RunStarted } from '../protocol/events.ts';
import type { FollowedRun } from '../protocol/followUp.ts';
import type { Knowledge } from '../protocol/knowledge.ts';
import { builtinModels, runSpec, type ModelIds, type RunSpec } from '../protocol/runSpec.ts';
import { parseScope } from '../protocol/scopeSyntax.ts';
import { fold } from '../trace/fold.ts';
import { requirePrices } from './budget.ts';
import { requireCandidates, requireSubQuestions } from './requireGiven.ts';
import { mergedEdits, ofAnyPipeline, withoutTakenBack } from './edits.ts';
import { requireEditable, requireNoNodes } from './requireEditable.ts';
import { canResume } from './resume.ts';
import type { Run } from './run.ts';

/**
 * @throws AriadneError `question-empty`, `pipeline-unknown`, `parameter-invalid`, `budget-invalid`, `not-given`,
 * `scope-invalid`
 */
export function planAsk({ runId, knowledge, ...asked }: AskRequest): Run {
  const question = asked.question.trim();
  if (question === '') throw new AriadneError('question-empty', 'The question is empty. Type one and ask again.');
  const pipeline = pipelineById(asked.pipeline);
  const params = withKnowledge(pipeline, asked.params, knowledge);
  const scope = asked.scope?.trim() === '' ? undefined : asked.scope?.trim();
  return { runId, pipeline, spec: checked(pipeline, runSpec.parse({ ...asked, question, params, scope })) };
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
  const { spec, ...begun } = runOf(events, pipelineOf);
  const ended = fold(events);
  const budget = request.budget ?? ended.budget;
  requirePrices(budget);
  return {
    ...begun,
    spec: { ...spec, models: { ...builtinModels, ...request.models, ...answering(spec.models) }, budget },
    earlier: { own: events, origin, ended, searchesAgain: spec.from?.searchesAgain },
  };
}

/** @throws AriadneError `edit-invalid`, and like `planAsk` */
export function planRerun(events: readonly RunEvent[], request: RerunRequest, pipelineOf = pipelineById): Run {
  const { runId, from: _from, edits: changes, takenBack, isFresh, searchesAgain, models, knowledge, log: _log, ...changed } = request;
  const { spec: before, runId: beforeId, documentsLike } = startOf(events);
  const pipeline = pipelineOf(request.pipeline ?? before.pipeline);
  const isOther = pipeline.id !== before.pipeline;
  const ended = fold(events);
  if (isOther || isFresh) requireNoNodes(changes);
  else requireEditable(changes, ended);
  // Earlier changes stay in effect.
  const keptEdits = withoutTakenBack(before.from?.edits, takenBack);
  const edits = isFresh ? changes : mergedEdits(isOther ? ofAnyPipeline(keptEdits) : keptEdits, changes);
  const params = isOther || isFresh ? withKnowledge(pipeline, changed.params, knowledge) : changed.params;
  const spec: RunSpec = {
    ...before,
    budget: undefined,
    unindexed: undefined,
    ...defined(changed),
    // Of a log of an earlier build, only those that the pipeline still has.
    params: { ...(isOther ? {} : pipeline.parameters.parse(before.params)), ...params },
    models: { ...builtinModels, ...answering(before.models), ...defined(models ?? {}) },
    follows: before.follows && withoutCosts(before.follows),
    from: { runId: beforeId, indexEpoch: ended.indexEpoch, edits, isFresh, searchesAgain },
  };
  return {
    runId,
    pipeline,
    spec: checked(pipeline, spec),
    // Results of the earlier run stay usable.
    ...(isFresh ? {} : { begun: { documentsLike }, earlier: { origin: events, ended, searchesAgain } }),
  };
}

/**
 * The run of a log as it began.
 * @throws AriadneError `log-damaged`, `pipeline-unknown`
 */
export function runOf(events: readonly RunEvent[], pipelineOf = pipelineById): Run {
  const { runId, spec, documentsLike, logprobs } = startOf(events);
  return { runId, spec, pipeline: pipelineOf(spec.pipeline), begun: { documentsLike, logprobs } };
}

/** The specification with all parameters of the pipeline, and how the question asks to be answered. */
function checked(pipeline: AnyPipeline, spec: RunSpec): RunSpec {
  const [problem] = spec.scope === undefined ? [] : parseScope(spec.scope).problems;
  if (problem) throw new AriadneError('scope-invalid', problem.message);
  requirePrices(spec.budget);
  const params = parseParameters(pipeline, spec.params);
  requireCandidates({ ...spec, params });
  requireSubQuestions({ ...spec, params });
  return defined({
    ...spec,
    params,
    pipeline: pipeline.id,
    chosenForm: askedFormOf(spec) === 'auto' ? requestedForm(spec.question) : undefined,
  });
}

/** The other run has paid for the rewriting. */
function withoutCosts({ calls: _calls, sent: _sent, ...follows }: FollowedRun): FollowedRun {
  return follows;
}

/** What was asked for, where the pipeline has the parameter and the request names no value for it. */
function withKnowledge(
  { parameters }: AnyPipeline,
  params: Readonly<Record<string, unknown>> = {},
  knowledge?: Knowledge,
): Record<string, unknown> {
  return knowledge === undefined || !('knowledge' in parameters.shape) ? params : { knowledge, ...params };
}

/** The models that answer: a run that goes on keeps them, unlike those that search. */
function answering({ embedder: _embedder, reranker: _reranker, entailment: _entailment, ...models }: ModelIds): Partial<ModelIds> {
  return models;
}

/** @throws AriadneError `log-damaged` */
function startOf([first]: readonly RunEvent[]): RunStarted {
  if (first?.kind !== 'run-started') throw new AriadneError('log-damaged', 'The run log does not start with a run.');
  return first;
}

/** Seed shifts of nodes that ask again, different in each run. */
export function seedShiftOf({ runId, spec: { from } }: Run): ((node: string) => number) | undefined {
  if (!from || (!from.isFresh && from.edits.rerun === undefined)) return undefined;
  const shift = 1 + Number.parseInt(hashOf([runId], 5), 16);
  return (node) => (from.isFresh || from.edits.rerun?.includes(node) ? shift : 0);
}
