/** Executes one run from start to end: a question through a pipeline, recorded. */
import { failureUnder, isAbort } from '../base/abort.ts';
import { isAriadneError, type ErrorCode } from '../base/errors.ts';
import { logVersion, type NewRunEvent, type RunEvent } from '../protocol/events.ts';
import { knowledgeOf } from '../protocol/knowledge.ts';
import type { Entailment } from '../models/models.ts';
import type { RunSpec } from '../protocol/runSpec.ts';
import type { EvidenceConflict, Trace, WrittenAnswer } from '../protocol/trace.ts';
import type { PipelineResult, RunContext } from '../pipelines/pipeline.ts';
import { promptVersion } from '../reasoning/prompts/blocks.ts';
import { composeRole } from '../reasoning/roles/composeRoles.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import { createBatchScorer, createPassageSource } from '../retrieval/batchScorer.ts';
import { NeighborhoodReranker } from '../retrieval/nar.ts';
import { LiveCalls } from '../trace/callSource.ts';
import { fold } from '../trace/fold.ts';
import { RunRecorder } from '../trace/runRecorder.ts';
import { RunTrace } from '../trace/runTrace.ts';
import { BudgetGuard } from './budget.ts';
import { searchedPart } from './candidates.ts';
import { cite, unsupportedSentences, type Cited } from './cite.ts';
import { addClosest } from './closest.ts';
import { documentsLike } from './documentsLike.ts';
import { compose, type Composition } from './compose.ts';
import { evidenceConflicts } from './evidenceConflicts.ts';
import { allowed, requirePassages, withEdits } from './edits.ts';
import {
  recordClosest,
  recordEntailment,
  recordLeads,
  recordNar,
  recordPassages,
  recordRetriever,
  recordScorer,
  recordVectors,
} from './recordedCalls.ts';
import { QuotedSource } from './quotedSource.ts';
import { quotedForm } from './quotedForms.ts';
import { requireServed } from './requireServed.ts';
import { earlierResults } from './resume.ts';
import type { Run, RunComponents } from './run.ts';

/** Executes within the run's budget, with the results of its earlier logs; see `execute`. */
export async function runLive(run: Run, given: RunComponents, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<void> {
  const {
    earlier,
    spec: { budget = {}, follows },
  } = run;
  const rewritten = earlier?.own ? [] : (follows?.sent ?? []);
  const components: RunComponents = {
    ...given,
    bytesSent: () => given.bytesSent() + rewritten.reduce((sum, { bytesSent }) => sum + bytesSent, 0),
    sent: () => [...(given.sent?.() ?? []), ...rewritten],
  };
  const guard = new BudgetGuard(budget);
  const recorder = new RunRecorder(
    (event) => {
      onEvent(event);
      guard.told(event);
    },
    {
      calls: new LiveCalls(guard, earlierResults(run, components.index)),
      after: earlier?.own ?? [],
    },
  );
  await execute(run, components, recorder, signal);
}

/**
 * Executes to the end: the last event says answered, abstained, failed or cancelled.
 * @param firstEvent Default: one with the current time.
 * @throws AriadneError `passage-missing`, `reasoner-lacking` and AbortError before the first event, later only bugs
 */
export async function execute(
  run: Run,
  components: RunComponents,
  recorder: RunRecorder,
  stopped: AbortSignal,
  firstEvent?: NewRunEvent,
): Promise<void> {
  const { spec, pipeline } = run;
  requirePassages(components.index, spec.from?.edits);
  const documents = run.begun?.documentsLike ?? [...documentsLike(components.index)];
  const knowledge = knowledgeOf(spec.params);
  const reasoner = components.createReasoner({ recorder, documents, knowledge, logprobs: run.begun?.logprobs });
  requireServed(pipeline, reasoner);
  stopped.throwIfAborted();
  recorder.emit(firstEvent ?? openingEvent(run, components, reasoner, documents));
  for (const call of spec.follows?.calls ?? []) recorder.emit({ kind: 'llm-called', call });
  // Ends work that the run did not wait for.
  const ended = new AbortController();
  const signal = AbortSignal.any([stopped, ended.signal]);
  const ctx = contextOf(run, components, { reasoner, knowledge }, recorder, signal);
  const outcome = await settle(stopped, async () => {
    const result = await pipeline.run(ctx, spec.question, spec.params);
    signal.throwIfAborted();
    const edits = spec.from?.edits;
    const { retriever } = withEdits({ ...ctx, retriever: recordClosest(components.retriever, recorder, searchedPart(spec)) }, edits);
    const leads = recordLeads(components.index, recorder);
    await addClosest({ answer: result.answer, isWritten: isWritten(spec) }, { ...ctx, retriever, leads, edits }, recorder);
    const source = new QuotedSource(components.sourceLines, recorder);
    const cited = await cite(recorder.trace, source);
    const conflicts = async (isOfQuotes: boolean): Promise<readonly EvidenceConflict[]> =>
      evidenceConflicts(recorder.trace, cited, source, isOfQuotes);
    const found = { answer: result.answer, cited, source, trace: recorder.trace, conflicts };
    const written = await writtenAnswer(spec, found, ctx, components.entailment);
    return { ...result, ...cited, ...(written ? { written } : { conflicts: await conflicts(result.answer === null) }) };
  });
  finish(recorder, outcome, sentInAll(run, components));
  ended.abort();
  if (outcome.kind === 'failed' && outcome.bug !== undefined) throw outcome.bug;
}

type FoundInAll = Pick<Composition, 'answer' | 'cited' | 'source' | 'trace'> & {
  readonly conflicts: (isOfQuotes: boolean) => Promise<readonly EvidenceConflict[]>;
};

/** In another form than the pipeline's own: by the model that answers, or without one from quotes. */
async function writtenAnswer(
  { form = 'short', chosenForm, strict: isStrict = false, question }: RunSpec,
  { conflicts, ...found }: FoundInAll,
  ctx: RunContext,
  { id }: Entailment,
): Promise<WrittenAnswer | undefined> {
  if (form === 'short') return undefined;
  if (!ctx.reasoner.serves(composeRole)) return quotedForm(form, question, found.cited.digest, found.trace.passages, await conflicts(true));
  // The built-in model compares short answers, not sentences with what they rest on.
  const entailment = id.startsWith('builtin') ? undefined : ctx.entailment;
  return compose({ ...found, form: chosenForm ?? form, isStrict, entailment }, ctx);
}

function isWritten({ form = 'short' }: RunSpec): boolean {
  return form !== 'short';
}

/** The first event of the execution: a header, or a continuation. */
function openingEvent({ runId, spec, earlier }: Run, components: RunComponents, reasoner: Reasoner, documents: string[]): NewRunEvent {
  const { index, embedder, reranker, entailment, folder, scope, identity, otherLanguage, answering = spec.models } = components;
  const now = new Date().toISOString();
  const indexEpoch = index.epoch;
  if (earlier?.own) return { kind: 'run-resumed', resumedAtUtc: now, indexEpoch, budget: spec.budget };
  return {
    kind: 'run-started',
    logVersion,
    runId,
    spec: { ...spec, models: { ...answering, embedder: embedder.id, reranker: reranker.id, entailment: entailment.id } },
    startedAtUtc: now,
    folder,
    indexEpoch,
    scope,
    identity,
    otherLanguage,
    documentsLike: documents,
    logprobs: reasoner.can.logprobs,
    promptVersion,
  };
}

/**
 * The pipeline's context: every call is recorded, with the user's edits applied outside, so that earlier results remain usable where no
 * edit applies.
 */
function contextOf(
  { spec }: Run,
  components: RunComponents,
  answering: Pick<RunContext, 'reasoner' | 'knowledge'>,
  recorder: RunRecorder,
  signal: AbortSignal,
): RunContext {
  const { retriever, index, neighborsOf, reranker, embedder, keepsVectors, entailment } = components;
  const passages = recordPassages(createPassageSource(index), recorder);
  const prefersNamed = spec.firstStage === 'linked' && !spec.anyDocument;
  const scorer = recordScorer(createBatchScorer(index, neighborsOf, reranker, prefersNamed), reranker.id, recorder, {
    scope: spec.scope,
    prefersNamed,
  });
  const recorded = {
    retriever: recordRetriever(retriever, recorder, searchedPart(spec), keepsVectors ? embedder.id : undefined),
    reranker: new NeighborhoodReranker({ scorer, passages, exists: allowed(spec.from?.edits), observer: recordNar(recorder) }),
  };
  return {
    ...withEdits(recorded, spec.from?.edits),
    ...answering,
    passages,
    vectors: recordVectors(embedder, recorder),
    entailment: recordEntailment(entailment, recorder),
    trace: new RunTrace(recorder),
    signal,
    subQuestions: spec.subQuestions ?? [],
  };
}

type SentInAll = Pick<Extract<NewRunEvent, { kind: 'run-finished' }>, 'bytesSent' | 'sent'>;

/** Also before the run was interrupted. */
function sentInAll({ earlier }: Run, components: RunComponents): SentInAll {
  const before = earlier?.own && fold(earlier.own);
  const bytesSent = (before?.bytesSent ?? 0) + components.bytesSent();
  const byKey = Map.groupBy([...(before?.sent ?? []), ...(components.sent?.() ?? [])], ({ host, purpose }) => `${host} ${purpose}`);
  const sent = [...byKey.values()].map((parts) =>
    parts.reduce((a, b) => ({ ...a, requests: a.requests + b.requests, bytesSent: a.bytesSent + b.bytesSent })),
  );
  return { bytesSent, ...(sent.length > 0 ? { sent } : {}) };
}

/** Records the end of the run. */
function finish(recorder: RunRecorder, outcome: Outcome, sent: SentInAll): void {
  if (outcome.kind !== 'answered') {
    const failure = outcome.kind === 'cancelled' ? 'The run was stopped.' : outcome.failure;
    closeOpenNodes(recorder, failure);
    if (outcome.kind === 'out-of-budget') recorder.emit({ kind: 'flagged', flag: 'budget_exhausted' });
    recorder.emit({
      kind: 'run-finished',
      status: outcome.kind === 'out-of-budget' ? 'degraded' : outcome.kind,
      answer: outcome.kind === 'failed' ? null : standingAnswer(recorder.trace),
      abstained: false,
      stopReason: outcome.kind === 'cancelled' ? 'cancelled' : outcome.code,
      failure,
      ...sent,
    });
    return;
  }
  const { answer, stopReason, citations, written, digest, conflicts = [] } = outcome.result;
  // The failure of an unfinished run is a call rejected by the budget.
  const budgetFailure = recorder.trace.failure;
  if (budgetFailure !== undefined) {
    recorder.emit({ kind: 'flagged', flag: 'budget_exhausted' });
    closeOpenNodes(recorder, budgetFailure);
  }
  const unsupported = answer === null ? [] : unsupportedSentences(answer, citations);
  recorder.emit({
    kind: 'cited',
    citations: [...citations],
    ...(unsupported.length > 0 ? { unsupported: [...unsupported] } : {}),
    written,
    ...(digest === undefined ? {} : { digest: [...digest] }),
    ...(conflicts.length === 0 ? {} : { conflicts: [...conflicts] }),
  });
  const failure = budgetFailure ?? recorder.trace.nodes.find((node) => node.failure !== undefined)?.failure;
  recorder.emit({
    kind: 'run-finished',
    status: failure === undefined ? 'ok' : 'degraded',
    answer,
    // Without an answer after a failure, it is unknown whether the documents contain one.
    abstained: answer === null && failure === undefined,
    stopReason,
    failure,
    ...sent,
  });
}

/** The best answer so far when the run was stopped; null when there was none. */
function standingAnswer({ nodes }: Trace): string | null {
  return nodes.find(({ kind }) => kind === 'root')?.answer ?? null;
}

type CitedResult = PipelineResult & Cited & { readonly written?: WrittenAnswer; readonly conflicts?: readonly EvidenceConflict[] };

type Outcome =
  | { readonly kind: 'answered'; readonly result: CitedResult }
  | { readonly kind: 'cancelled' }
  /** Even the last answering step could not run. */
  | { readonly kind: 'out-of-budget'; readonly code: ErrorCode; readonly failure: string }
  | { readonly kind: 'failed'; readonly code: ErrorCode | 'bug'; readonly failure: string; readonly bug?: Error };

async function settle(stopped: AbortSignal, run: () => Promise<CitedResult>): Promise<Outcome> {
  try {
    return { kind: 'answered', result: await run() };
  } catch (thrown) {
    const error = failureUnder(stopped, thrown);
    if (isAbort(error)) return { kind: 'cancelled' };
    if (isAriadneError(error, 'budget-exhausted')) return { kind: 'out-of-budget', code: error.code, failure: error.message };
    if (isAriadneError(error)) return { kind: 'failed', code: error.code, failure: error.message };
    return {
      kind: 'failed',
      code: 'bug',
      failure: 'This is a bug in Ariadne. Please report it with the diagnostics ("Ariadne: Copy Diagnostics").',
      bug: asError(error),
    };
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Ends open nodes: running ones failed, waiting ones never began. */
function closeOpenNodes(recorder: RunRecorder, failure: string): void {
  for (const { id, status } of recorder.trace.nodes) {
    if (status === 'running') recorder.emit({ kind: 'node-changed', node: id, status: 'failed', set: { failure } });
    if (status === 'pending') recorder.emit({ kind: 'node-changed', node: id, status: 'blocked' });
  }
}
