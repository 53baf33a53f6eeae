/** One run: a question through a pipeline, told to a recorder from start to end. */
import { isAbort } from '../base/abort.ts';
import { isAriadneError } from '../base/errors.ts';
import { foldEvent, emptyTrace } from '../trace/fold.ts';
import type { NewRunEvent } from '../protocol/events.ts';
import type { Trace } from '../protocol/trace.ts';
import type { AnyPipeline, PipelineResult, RunContext } from '../pipelines/pipeline.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';
import { RunTrace } from '../trace/runTrace.ts';
import { cite, type SourceLines } from './cite.ts';

export type RunHeader = Omit<Extract<NewRunEvent, { kind: 'run-started' }>, 'kind' | 'logVersion'>;

export interface Execution {
  readonly pipeline: AnyPipeline;
  readonly header: RunHeader;
  readonly recorder: TraceSink & Memo;
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
  const folded = new Folded(recorder);
  folded.emit({ kind: 'run-started', logVersion: 1, ...header });
  const ctx: RunContext = { ...collaborators, trace: new RunTrace(folded), signal };
  const outcome = await settle(() => pipeline.run(ctx, header.question, header.params));
  if (outcome.kind !== 'answered') {
    const failure = outcome.kind === 'cancelled' ? 'The run was stopped.' : outcome.failure;
    closeOpenNodes(folded, failure);
    folded.emit({
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
  const { answer, stopReason } = outcome.result;
  folded.emit({ kind: 'cited', citations: [...(await cite(folded.trace, execution.sourceLines, recorder))] });
  const failed = folded.trace.nodes.find(({ failure }) => failure !== undefined);
  folded.emit({
    kind: 'run-finished',
    status: failed ? 'degraded' : 'ok',
    answer,
    abstained: answer === null,
    stopReason,
    ...(failed?.failure === undefined ? {} : { failure: failed.failure }),
    bytesSent: execution.bytesSent(),
  });
}

type Outcome =
  | { readonly kind: 'answered'; readonly result: PipelineResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly code: string; readonly failure: string; readonly bug?: Error };

async function settle(run: () => Promise<PipelineResult>): Promise<Outcome> {
  try {
    return { kind: 'answered', result: await run() };
  } catch (error) {
    if (isAbort(error)) return { kind: 'cancelled' };
    if (isAriadneError(error)) return { kind: 'failed', code: error.code, failure: error.message };
    return { kind: 'failed', code: 'bug', failure: 'Ariadne has a bug here; please report it with the diagnostics ("Ariadne: Copy Diagnostics").', bug: asError(error) };
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** What was going on did not end by itself: running nodes failed, waiting ones never began. */
function closeOpenNodes(folded: Folded, failure: string): void {
  for (const { id, status } of folded.trace.nodes) {
    if (status === 'running') folded.emit({ kind: 'node-changed', node: id, status: 'failed', set: { failure } });
    if (status === 'pending') folded.emit({ kind: 'node-changed', node: id, status: 'blocked' });
  }
}

/** Passes events on to the recorder and keeps their fold, so that citing and closing need no second account of the run. */
class Folded implements TraceSink {
  readonly #recorder: TraceSink;
  trace: Trace = emptyTrace;

  constructor(recorder: TraceSink) {
    this.#recorder = recorder;
  }

  emit(event: NewRunEvent): void {
    this.#recorder.emit(event);
    this.trace = foldEvent(this.trace, { n: 0, at: this.now(), ...event });
  }

  now(): number {
    return this.#recorder.now();
  }
}
