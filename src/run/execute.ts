/** One run: a question through a pipeline, told to a recorder from start to end. */
import { isAbort } from '../base/abort.ts';
import { isAriadneError, type ErrorCode } from '../base/errors.ts';
import { logVersion, type NewRunEvent } from '../protocol/events.ts';
import type { Citation, Trace } from '../protocol/trace.ts';
import type { AnyPipeline, PipelineResult, RunContext } from '../pipelines/pipeline.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';
import { RunTrace } from '../trace/runTrace.ts';
import { cite, type SourceLines, unsupportedSentences } from './cite.ts';

export type RunHeader = Omit<Extract<NewRunEvent, { kind: 'run-started' }>, 'kind' | 'logVersion'>;
export type RunResumption = Omit<Extract<NewRunEvent, { kind: 'run-resumed' }>, 'kind'>;

/** Where the events of a run go, from the pipeline and its collaborators alike, and the events so far. */
type RunTeller = TraceSink & Memo & { readonly trace: Trace };

export interface Execution {
  readonly pipeline: AnyPipeline;
  readonly header: RunHeader;
  /** The run was cut short and goes on: the header is in its log already. */
  readonly resumed?: RunResumption | undefined;
  readonly recorder: RunTeller;
  readonly collaborators: Omit<RunContext, 'trace' | 'signal'>;
  readonly sourceLines: SourceLines;
  readonly signal: AbortSignal;
  readonly bytesSent: () => number;
}

/**
 * Runs to the end, whatever the end: the last event says answered, abstained, failed or cancelled.
 * @throws only what is a bug
 */
export async function execute(execution: Execution): Promise<void> {
  const { pipeline, header, resumed, recorder, collaborators, bytesSent } = execution;
  if (resumed) recorder.emit({ kind: 'run-resumed', ...resumed });
  else recorder.emit({ kind: 'run-started', logVersion, ...header });
  // What a run did not wait for need not go on without it.
  const ended = new AbortController();
  const signal = AbortSignal.any([execution.signal, ended.signal]);
  const reasoner = asItWas(collaborators.reasoner, header);
  const ctx: RunContext = { ...collaborators, reasoner, trace: new RunTrace(recorder), signal };
  const outcome = await settle(async () => {
    const result = await pipeline.run(ctx, header.question, header.params);
    signal.throwIfAborted();
    return { ...result, citations: await cite(recorder.trace, execution.sourceLines, recorder) };
  });
  finish(recorder, outcome, bytesSent());
  ended.abort();
  if (outcome.kind === 'failed' && outcome.bug !== undefined) throw outcome.bug;
}

/** What was learned of a chat server since the run began must not make its second execution another. */
function asItWas(reasoner: Reasoner, { logprobs = reasoner.can.logprobs }: RunHeader): Reasoner {
  return {
    id: reasoner.id,
    can: { ...reasoner.can, logprobs },
    serves: (role) => reasoner.serves(role),
    perform: (role, input, call) => reasoner.perform(role, input, call),
    sample: (role, input, n, call) => reasoner.sample(role, input, n, call),
  };
}

/** Tells the end of the run. */
function finish(recorder: RunTeller, outcome: Outcome, bytesSent: number): void {
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
      bytesSent,
    });
    return;
  }
  const { answer, stopReason, citations } = outcome.result;
  // While a run is going on, its failure is that a call was refused for want of budget.
  const budgetFailure = recorder.trace.failure;
  if (budgetFailure !== undefined) {
    recorder.emit({ kind: 'flagged', flag: 'budget_exhausted' });
    closeOpenNodes(recorder, budgetFailure);
  }
  const unsupported = answer === null ? [] : unsupportedSentences(answer, citations);
  recorder.emit({ kind: 'cited', citations: [...citations], ...(unsupported.length > 0 ? { unsupported: [...unsupported] } : {}) });
  const failure = budgetFailure ?? recorder.trace.nodes.find((node) => node.failure !== undefined)?.failure;
  recorder.emit({
    kind: 'run-finished',
    status: failure === undefined ? 'ok' : 'degraded',
    answer,
    // Without an answer after a failure nobody knows whether the documents have one.
    abstained: answer === null && failure === undefined,
    stopReason,
    ...(failure === undefined ? {} : { failure }),
    bytesSent,
  });
}

/** The best the run had to say when it was stopped; null when it had nothing yet. */
function standingAnswer({ nodes }: Trace): string | null {
  return nodes.find(({ kind }) => kind === 'root')?.answer ?? null;
}

interface CitedResult extends PipelineResult {
  readonly citations: readonly Citation[];
}

type Outcome =
  | { readonly kind: 'answered'; readonly result: CitedResult }
  | { readonly kind: 'cancelled' }
  /** Where even the last answering step could not be made. */
  | { readonly kind: 'out-of-budget'; readonly code: ErrorCode; readonly failure: string }
  | { readonly kind: 'failed'; readonly code: ErrorCode | 'bug'; readonly failure: string; readonly bug?: Error };

async function settle(run: () => Promise<CitedResult>): Promise<Outcome> {
  try {
    return { kind: 'answered', result: await run() };
  } catch (error) {
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

/** What was running did not finish: running nodes failed, waiting ones never began. */
function closeOpenNodes(recorder: RunTeller, failure: string): void {
  for (const { id, status } of recorder.trace.nodes) {
    if (status === 'running') recorder.emit({ kind: 'node-changed', node: id, status: 'failed', set: { failure } });
    if (status === 'pending') recorder.emit({ kind: 'node-changed', node: id, status: 'blocked' });
  }
}
