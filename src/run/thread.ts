/** The turns before a follow-up, from the logs of the runs that it follows. */
import { basename } from 'node:path';
import type { EarlierTurn } from '../reasoning/prompts/thread.ts';
import { isAriadneError } from '../base/errors.ts';
import type { RunReference } from '../protocol/runRequests.ts';
import type { Trace } from '../protocol/trace.ts';
import { fold } from '../trace/fold.ts';
import { readTrace } from '../trace/runLog.ts';
import type { RunStore } from './runStore.ts';

/** What a follow-up follows. */
export interface Thread {
  readonly runId: string;
  /** Of the run that it follows; absent when its log is gone. */
  readonly last?: Trace;
  /** Oldest first; empty when the log of the last run is gone. */
  readonly turns: readonly EarlierTurn[];
}

/** Each turn stands alone, so what a question points to is in the last ones. */
const mostTurns = 4;

/** @throws AriadneError `log-damaged`, `log-of-another-version`, `log-incomplete` for the run that is followed */
export async function threadOf(followed: RunReference, store: RunStore): Promise<Thread> {
  const file = 'log' in followed ? followed.log : store.fileOf(followed.runId);
  const last = await traceIn(file);
  if (!last) return { runId: 'runId' in followed ? followed.runId : basename(file, '.jsonl'), turns: [] };
  const turns = [turnOf(last)];
  const seen = new Set([last.runId]);
  for (let id = last.follows?.runId; id !== undefined && !seen.has(id) && turns.length < mostTurns;) {
    seen.add(id);
    const before = await readable(id, store);
    if (!before) break;
    turns.unshift(turnOf(before));
    id = before.follows?.runId;
  }
  return { runId: last.runId, last, turns };
}

async function traceIn(file: string): Promise<Trace | undefined> {
  try {
    return await readTrace(file);
  } catch (error) {
    if (isAriadneError(error, 'log-missing')) return undefined;
    throw error;
  }
}

/** Runs further back only help. */
async function readable(runId: string, store: RunStore): Promise<Trace | undefined> {
  try {
    return fold(await store.read(runId));
  } catch (error) {
    if (isAriadneError(error)) return undefined;
    throw error;
  }
}

function turnOf({ question, answer, nodes }: Trace): EarlierTurn {
  const steps = nodes.flatMap(({ kind, text, resolvedText = text, answer: found = null }) =>
    kind === 'sub_question' && found !== null && found !== answer ? [{ question: resolvedText, answer: found }] : [],
  );
  return { question, answer, ...(steps.length > 0 ? { steps } : {}) };
}
