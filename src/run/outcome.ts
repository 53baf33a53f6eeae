/** How a run ends: answered, abstained, out of its budget, failed or cancelled. */
import { failureUnder, isAbort } from '../base/abort.ts';
import { isAriadneError, type ErrorCode } from '../base/errors.ts';
import type { RunFinished } from '../protocol/events.ts';
import type { SentPart } from '../protocol/trace.ts';
import type { RunRecorder } from '../trace/runRecorder.ts';
import { unsupportedSentences } from './cite.ts';
import { digestOfUnfinished } from './draftDigest.ts';
import type { RunFindings } from './stages.ts';

type Outcome =
  | { readonly kind: 'answered'; readonly found: RunFindings }
  | { readonly kind: 'cancelled' }
  /** Even the last answering step could not run. */
  | { readonly kind: 'out-of-budget'; readonly code: ErrorCode; readonly failure: string }
  | { readonly kind: 'failed'; readonly code: ErrorCode | 'bug'; readonly failure: string; readonly bug?: Error };

export async function settle(stopped: AbortSignal, work: () => Promise<RunFindings>): Promise<Outcome> {
  try {
    return { kind: 'answered', found: await work() };
  } catch (thrown) {
    const error = failureUnder(stopped, thrown);
    if (isAbort(error)) return { kind: 'cancelled' };
    if (isAriadneError(error, 'budget-exhausted')) return { kind: 'out-of-budget', code: error.code, failure: error.message };
    if (isAriadneError(error)) return { kind: 'failed', code: error.code, failure: error.message };
    return {
      kind: 'failed',
      code: 'bug',
      failure: 'This is a bug in Ariadne. Please report it with the diagnostics ("Ariadne: Copy Diagnostics").',
      bug: error instanceof Error ? error : new Error(String(error)),
    };
  }
}

/** Records the end of the run. */
export function finish(recorder: RunRecorder, outcome: Outcome, parts: readonly SentPart[]): void {
  const sent = sentInAll(parts);
  const answered = outcome.kind === 'answered';
  // The failure of an unfinished run is a call rejected by the budget.
  const ended = answered ? recorder.trace.failure : outcome.kind === 'cancelled' ? 'The run was stopped.' : outcome.failure;
  if (ended !== undefined) closeOpenNodes(recorder, ended);
  if (outcome.kind === 'out-of-budget' || (answered && ended !== undefined)) recorder.emit({ kind: 'flagged', flag: 'budget_exhausted' });
  if (!answered) {
    recorder.emit({ kind: 'cited', citations: [], digest: [...digestOfUnfinished(recorder.trace)] });
    recorder.emit({
      kind: 'run-finished',
      status: outcome.kind === 'out-of-budget' ? 'degraded' : outcome.kind,
      // The best answer so far when the run was stopped.
      answer: outcome.kind === 'failed' ? null : (recorder.trace.nodes.find(({ kind }) => kind === 'root')?.answer ?? null),
      abstained: false,
      stopReason: outcome.kind === 'cancelled' ? 'cancelled' : outcome.code,
      failure: ended,
      ...sent,
    });
    return;
  }
  const { answer, stopReason, citations, written, digest, conflicts = [] } = outcome.found;
  const unsupported = answer === null ? [] : unsupportedSentences(answer, citations);
  recorder.emit({
    kind: 'cited',
    citations: [...citations],
    unsupported: unsupported.length > 0 ? [...unsupported] : undefined,
    written,
    digest: [...digest],
    conflicts: conflicts.length > 0 ? [...conflicts] : undefined,
  });
  const failure = ended ?? recorder.trace.nodes.find((node) => node.failure !== undefined)?.failure;
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

/** Ends open nodes: running ones failed, waiting ones never began. */
function closeOpenNodes(recorder: RunRecorder, failure: string): void {
  for (const { id, status } of recorder.trace.nodes) {
    if (status === 'running') recorder.emit({ kind: 'node-changed', node: id, status: 'failed', set: { failure } });
    if (status === 'pending') recorder.emit({ kind: 'node-changed', node: id, status: 'blocked' });
  }
}

/** By destination and purpose. */
function sentInAll(parts: readonly SentPart[]): Pick<RunFinished, 'bytesSent' | 'sent'> {
  const byKey = Map.groupBy(parts, ({ host, purpose }) => `${host} ${purpose}`);
  const sent = [...byKey.values()].map((same) =>
    same.reduce((a, b) => ({ ...a, requests: a.requests + b.requests, bytesSent: a.bytesSent + b.bytesSent })),
  );
  return { bytesSent: sent.reduce((sum, { bytesSent }) => sum + bytesSent, 0), ...(sent.length > 0 ? { sent } : {}) };
}
