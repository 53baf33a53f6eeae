/** Continues from an earlier log: which runs can be resumed, and which of their results are still valid. */
import * as z from 'zod';
import { isAriadneError } from '../base/errors.ts';
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { RunEvent } from '../protocol/events.ts';
import { knownResults, type Call, type KnownResults } from '../trace/callSource.ts';
import { fold } from '../trace/fold.ts';
import type { Run } from './run.ts';

type Recorded = Extract<RunEvent, { kind: 'recorded' }>;

/** Only the passages that each result names, because a changed index may lack them. */
const searchValue = z.array(z.object({ passageId: z.string() }));
const rerankValue = z.object({ neighbors: z.array(z.array(z.string())) });
const passagesValue = z.array(z.object({ id: z.string() }));

/** Whether a run has no final answer yet: it was interrupted, stopped, or failed for a reason that may have passed. */
export function canResume(events: readonly RunEvent[]): boolean {
  const last = events.at(-1);
  return last?.kind !== 'run-finished' || last.status === 'cancelled' || last.status === 'failed';
}

/**
 * The results that are still valid. Model calls are, since they are recorded under their full input; search results are while the index has
 * their passages. Lines of sources are read again, the budget is checked again, and nodes that are to ask again do. Failures count only in
 * the run's own log, except for those that the run is resumed to overcome.
 */
export function earlierResults({ earlier, edits }: Run, index: PassageIndex): KnownResults | undefined {
  if (earlier === undefined) return undefined;
  const { kind, events, source } = earlier;
  const { indexEpoch, status } = fold(events);
  const hasChanged = indexEpoch !== index.epoch || source.length > 0;
  const holds = (recorded: Recorded, doFailures: boolean): boolean => {
    if (recorded.of === 'source-lines') return false;
    if (recorded.error) return doFailures && recorded.error.code !== 'budget-exhausted';
    return !hasChanged || passagesNamed(recorded).every((passageId) => hasPassage(index, passageId));
  };
  const doOwnFailures = kind === 'own' && status !== 'failed';
  const own = knownResults(events, { areRecalled: kind === 'other', holds: (recorded) => holds(recorded, doOwnFailures) });
  const others = knownResults(source, { areRecalled: true, holds: (recorded) => holds(recorded, false) });
  const asksAgain = ({ node }: Call): boolean => node !== undefined && edits?.rerun?.includes(node) === true;
  return {
    find: (call) => {
      // Results of nodes that asked again before the interruption are this run's.
      if (asksAgain(call)) return kind === 'own' ? own.find(call) : undefined;
      return own.find(call) ?? others.find(call);
    },
  };
}

function passagesNamed({ of, value }: Recorded): readonly string[] {
  switch (of) {
    case 'search':
      return searchValue.parse(value).map(({ passageId }) => passageId);
    case 'rerank':
      return rerankValue.parse(value).neighbors.flat();
    case 'passages':
      return passagesValue.parse(value).map(({ id }) => id);
    default:
      return [];
  }
}

function hasPassage(index: PassageIndex, passageId: string): boolean {
  try {
    index.rowOf(passageId);
    return true;
  } catch (error) {
    if (isAriadneError(error, 'passage-missing')) return false;
    throw error;
  }
}
