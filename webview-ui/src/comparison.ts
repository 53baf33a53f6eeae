/** Selects the run to compare with the shown one. Pure. */
import type { PanelState, ToPanel } from '../../src/protocol/panel.ts';
import type { Trace } from '../../src/protocol/trace.ts';

export interface Comparison {
  /** Chosen by the user. Default: the run that the shown one is based on. */
  readonly chosen?: { readonly runId: string; readonly withId: string };
  /** The run whose comparison the user has hidden. */
  readonly hiddenFor?: string;
  /** The run as received from the host; without a trace it does not exist any more. */
  readonly other?: { readonly runId: string; readonly trace?: Trace };
}

type Runs = PanelState['runs'];

/** Id of the run to compare with the shown one. */
export function comparedWith({ chosen, hiddenFor }: Comparison, runs: Runs, runId: string | undefined): string | undefined {
  if (chosen && chosen.runId === runId && runs.some((run) => run.runId === chosen.withId)) return chosen.withId;
  return hiddenFor === runId ? undefined : earlierOf(runs, runId);
}

/** The trace of the compared run, if it has been received. */
export function otherTrace({ other }: Comparison, withId: string | undefined): Trace | undefined {
  return other !== undefined && other.runId === withId ? other.trace : undefined;
}

export function takeOther(comparison: Comparison, { runId, snapshot }: Extract<ToPanel, { kind: 'other-run' }>): Comparison {
  return { ...comparison, other: { runId, ...(snapshot ? { trace: snapshot.trace } : {}) } };
}

export function hide({ chosen: _chosen, ...comparison }: Comparison, runId: string): Comparison {
  return { ...comparison, hiddenFor: runId };
}

export function compare({ hiddenFor: _hidden, ...comparison }: Comparison, runId: string, withId: string): Comparison {
  return { ...comparison, chosen: { runId, withId } };
}

/** The run that this one is based on, if it still exists. */
export function earlierOf(runs: Runs, runId: string | undefined): string | undefined {
  const from = runs.find((run) => run.runId === runId)?.fromRunId;
  return runs.some((run) => run.runId === from) ? from : undefined;
}

/** The latest run based on this one. */
export function laterOf(runs: Runs, runId: string | undefined): string | undefined {
  if (runId === undefined) return undefined;
  const made = runs.filter((run) => run.fromRunId === runId);
  return made.toSorted((a, b) => b.startedAtUtc.localeCompare(a.startedAtUtc))[0]?.runId;
}
