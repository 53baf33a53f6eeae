/** Continuing from an earlier log: which runs can be resumed, and which of their results still hold. */
import * as z from 'zod';
import { isAriadneError } from '../base/errors.ts';
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { RunEvent } from '../protocol/events.ts';
import { knownResults, type Call, type KnownResults } from '../trace/callSource.ts';
import { fold } from '../trace/fold.ts';
import type { Run } from './run.ts';

type Recorded = Extract<RunEvent, { kind: 'recorded' }>;

/** Only the passages that each names: an index that has changed may lack them. */
const searchValue = z.array(z.object({ passageId: z.string() }));
const rerankValue = z.object({ neighbors: z.array(z.array(z.string())) });
const passagesValue = z.array(z.object({ id: z.string() }));

/** Whether a run has not come to an answer yet: it was cut short, stopped, or failed over something that may have passed. */
export function canResume(events: readonly RunEvent[]): boolean {
  const last = events.at(-1);
  return last?.kind !== 'run-finished' || last.status === 'cancelled' || last.status === 'failed';
}

/**
 * Model calls hold, since they are kept under their full input; what was found in the index holds while it is there. Lines of sources are read again, whether
 * the budget has room is judged again, and nodes that are to ask again do. Failures hold only in the run's own log, unless it is them that the run is to get over.
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
      // What was asked again before the run was cut short is its own.
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
