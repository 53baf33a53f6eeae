/** Which results of an earlier log still hold. */
import * as z from 'zod';
import { isAriadneError } from '../base/errors.ts';
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { RunEdits } from '../protocol/runOptions.ts';
import { knownResults, type Call, type KnownResults } from '../trace/callSource.ts';
import type { EarlierRun } from './plan.ts';

type Recorded = Extract<RunEvent, { kind: 'recorded' }>;

/** Only the passages that each names: an index that has changed may lack them. */
const searchValue = z.array(z.object({ passageId: z.string() }));
const rerankValue = z.object({ neighbors: z.array(z.array(z.string())) });
const passagesValue = z.array(z.object({ id: z.string() }));

/**
 * Model calls hold, since they are kept under their full input; what was found in the index holds while it is there. Lines of sources are read again, whether
 * the budget has room is judged again, and nodes that are to ask again do.
 */
export function earlierResults(
  { kind, events, source, indexEpoch, failuresHold }: EarlierRun,
  index: PassageIndex,
  { rerun = [] }: RunEdits = {},
): KnownResults {
  const hasChanged = indexEpoch !== index.epoch || source.length > 0;
  const holds = (recorded: Recorded, doFailures: boolean): boolean => {
    if (recorded.of === 'source-lines') return false;
    if (recorded.error) return doFailures && recorded.error.code !== 'budget-exhausted';
    return !hasChanged || passagesNamed(recorded).every((passageId) => hasPassage(index, passageId));
  };
  const own = knownResults(events, { areRecalled: kind === 'other', holds: (recorded) => holds(recorded, failuresHold) });
  const others = knownResults(source, { areRecalled: true, holds: (recorded) => holds(recorded, false) });
  const asksAgain = ({ node }: Call): boolean => node !== undefined && rerun.includes(node);
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
