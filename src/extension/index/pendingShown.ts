/** What the status bar says while changed files wait to be indexed. Pure. */
import type { CommandId } from '../contributions.ts';
import { count } from '../../base/amounts.ts';

export interface PendingFacts {
  /** The number of changed files that are not indexed yet; `all` when the whole folder must be scanned. */
  readonly pending: number | 'all';
  /** How long some have been waiting. */
  readonly forMs: number;
  /** Why they are not being indexed: another window writes the index, or indexing failed or was stopped. */
  readonly standstill: 'waiting' | 'held' | undefined;
}

export interface PendingShown {
  readonly text: string;
  readonly tooltip: string;
  readonly command: CommandId | 'ariadne.index.focus';
}

/** A saved file usually takes less, and happens all the time. */
export const longPendingMs = 2_000;

/** @returns undefined when there is nothing to say */
export function pendingShown({ pending, forMs, standstill }: PendingFacts): PendingShown | undefined {
  if (pending === 0) return undefined;
  const files = pending === 'all' ? 'Changes' : count(pending, 'changed file');
  const unknown = `not indexed yet, so answers do not know ${pending === 1 ? 'it' : 'them'}.`;
  const are = pending === 1 ? 'is' : 'are';
  switch (standstill) {
    case 'held':
      return {
        text: `$(history) ${files} not indexed`,
        tooltip: `${files} ${are} ${unknown} Click to index now.`,
        command: 'ariadne.index',
      };
    case 'waiting':
      return {
        text: `$(clock) ${files} not indexed`,
        tooltip: `${files} ${are} ${unknown} Another window is writing this index. Ariadne retries automatically.`,
        command: 'ariadne.index.focus',
      };
    case undefined:
      // A scan says itself what it does.
      if (pending === 'all' || forMs < longPendingMs) return undefined;
      return {
        text: `$(sync~spin) Indexing ${files}`,
        tooltip: `${files} ${are} ${unknown} Click for details.`,
        command: 'ariadne.index.focus',
      };
  }
}
