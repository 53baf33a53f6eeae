/** One run: a question through a pipeline, told to a recorder from start to end. */
import { isAbort } from '../base/abort.ts';
import { isAriadneError } from '../base/errors.ts';
import type { NewRunEvent } from '../protocol/events.ts';
import type { Citation, Trace } from '../protocol/trace.ts';
import type { AnyPipeline, PipelineResult, RunContext } from '../pipelines/pipeline.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';
import { RunTrace } from '../trace/runTrace.ts';
import { cite, type SourceLines } from './cite.ts';

export type RunHeader = Omit<Extract<NewRunEvent, { kind: 'run-started' }>, 'kind' | 'logVersion'>;

/** Where a run is told to, by the pipeline and its collaborators alike, and what has been told so far. */
export type RunTeller = TraceSink & Memo & { readonly trace: Trace };

export interface Execution {
  readonly pipeline: AnyPipeline;
  readonly header: RunHeader;
  readonly recorder: RunTeller;
  readonly collaborators: Omit<RunContext, 'trace' | 'signal'>;
  readonly sourceLines: SourceLines;
  readonly signal: AbortSignal;
  readonly bytesSent: () => number;
}

/**
 * Runs to the end, whatever the end: answered, abstained, failed or cancelled is told by the last event.
 * @throws only what is a bug
 */
export async function execute(execution: Execution): Promise<void> {
  const { pipeline, header, recorder, collaborators, signal } = execution;
  recorder.emit({ kind: 'run-started', logVersion: 1, ...header });
  const ctx: RunContext = { ...collaborators, trace: new RunTrace(recorder), signal };
  const outcome = await settle(async () => {
    const result = await pipeline.run(ctx, header.question, header.params);
    signal.throwIfAborted();
    return { ...result, citations: await cite(recorder.trace, execution.sourceLines, recorder) };
  });
  if (outcome.kind !== 'answered') {
    const failure = outcome.kind === 'cancelled' ? 'The run was stopped.' : outcome.failure;
    closeOpenNodes(recorder, failure);
    recorder.emit({
      kind: 'run-finished',
      status: outcome.kind,
      answer: null,
      abstained: false,
      stopReason: outcome.kind === 'cancelled' ? 'cancelled' : outcome.code,
      failure,
      bytesSent: execution.bytesSent(),
    });
    if (outcome.kind === 'failed' && outcome.bug !== undefined) throw outcome.bug;
    return;
  }
  const { answer, stopReason, citations } = outcome.result;
  recorder.emit({ kind: 'cited', citations: [...citations] });
  const failed = recorder.trace.nodes.find(({ failure }) => failure !== undefined);
  recorder.emit({
    kind: 'run-finished',
    status: failed ? 'degraded' : 'ok',
    answer,
    // Without an answer after a failure nobody knows whether the documents have one.
    abstained: answer === null && !failed,
    stopReason,
    ...(failed?.failure === undefined ? {} : { failure: failed.failure }),
    bytesSent: execution.bytesSent(),
  });
}

interface CitedResult extends PipelineResult {
  readonly citations: readonly Citation[];
}

type Outcome =
  | { readonly kind: 'answered'; readonly result: CitedResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly code: string; readonly failure: string; readonly bug?: Error };

async function settle(run: () => Promise<CitedResult>): Promise<Outcome> {
  try {
    return { kind: 'answered', result: await run() };
  } catch (error) {
    if (isAbort(error)) return { kind: 'cancelled' };
    if (isAriadneError(error)) return { kind: 'failed', code: error.code, failure: error.message };
    return {
      kind: 'failed',
      code: 'bug',
      failure: 'Ariadne has a bug here; please report it with the diagnostics ("Ariadne: Copy Diagnostics").',
      bug: asError(error),
    };
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** What was going on did not end by itself: running nodes failed, waiting ones never began. */
function closeOpenNodes(recorder: RunTeller, failure: string): void {
  for (const { id, status } of recorder.trace.nodes) {
    if (status === 'running') recorder.emit({ kind: 'node-changed', node: id, status: 'failed', set: { failure } });
    if (status === 'pending') recorder.emit({ kind: 'node-changed', node: id, status: 'blocked' });
  }
}
