/** Continues from an earlier log: which runs can be resumed, and which of their results are still valid. */
import * as z from 'zod';
import { isAriadneError } from '../base/errors.ts';
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { RunEvent } from '../protocol/events.ts';
import { knownResults, type Call, type KnownResults } from '../trace/callSource.ts';
import type { Run } from './run.ts';

type Recorded = Extract<RunEvent, { kind: 'recorded' }>;

/** Only the passages that each result names, because a changed index may lack them. */
const searchValue = z.object({ candidates: z.array(z.object({ passageId: z.string() })) });
const searchByWords = z.object({ failure: z.string() });
const rerankValue = z.object({ neighbors: z.array(z.array(z.string())) });
const leadsValue = z.array(z.string());
const passagesValue = z.array(z.object({ id: z.string() }));

/** What the index answers, and a changed one answers otherwise. */
const ofIndex: ReadonlySet<string> = new Set(['search', 'closest', 'leads', 'rerank']);

/** Whether a run has no final answer yet: it was interrupted, stopped, or failed for a reason that may have passed. */
export function canResume(events: readonly RunEvent[]): boolean {
  const last = events.at(-1);
  return last?.kind !== 'run-finished' || last.status === 'cancelled' || last.status === 'failed';
}

/**
 * The results that are still valid. Results of models are, because they are recorded under their full input; results of the index are as
 * long as it has the passages that they name. Lines of sources are read again, the budget is checked again, and no result is taken for a
 * node that the user asks again. A recorded failure counts only in the run's own log, and not if it ended the run: that one is to be
 * overcome.
 */
export function earlierResults({ earlier, spec: { from } }: Run, index: Pick<PassageIndex, 'epoch' | 'rowOf'>): KnownResults | undefined {
  if (!earlier) return undefined;
  const { own = [], origin = [], ended, searchesAgain } = earlier;
  const hasChanged = ended.indexEpoch !== index.epoch || (own.length > 0 && origin.length > 0);
  const holds = (recorded: Recorded, doFailuresHold: boolean, isOrigin = false): boolean => {
    if (recorded.of === 'source-lines') return false;
    if (isOrigin && searchesAgain && ofIndex.has(recorded.of)) return false;
    if (recorded.error) return doFailuresHold && recorded.error.code !== 'budget-exhausted';
    if (!doFailuresHold && searchByWords.safeParse(recorded.value).success) return false;
    return !hasChanged || passagesNamed(recorded).every((passageId) => hasPassage(index, passageId));
  };
  const ofOwn = knownResults(own, { areRecalled: false, holds: (recorded) => holds(recorded, ended.status !== 'failed') });
  const ofOrigin = knownResults(origin, { areRecalled: true, holds: (recorded) => holds(recorded, false, true) });
  const asksAgain = ({ node }: Call): boolean => node !== undefined && from?.edits.rerun?.includes(node) === true;
  return { find: (call) => ofOwn.find(call) ?? (asksAgain(call) ? undefined : ofOrigin.find(call)) };
}

function passagesNamed({ of, value }: Recorded): readonly string[] {
  switch (of) {
    case 'search':
    case 'closest':
      return searchValue.parse(value).candidates.map(({ passageId }) => passageId);
    case 'leads':
      return leadsValue.parse(value);
    case 'rerank':
      return rerankValue.parse(value).neighbors.flat();
    case 'passages':
      return passagesValue.parse(value).map(({ id }) => id);
    default:
      return [];
  }
}

export function hasPassage(index: Pick<PassageIndex, 'rowOf'>, passageId: string): boolean {
  try {
    index.rowOf(passageId);
    return true;
  } catch (error) {
    if (isAriadneError(error, 'passage-missing')) return false;
    throw error;
  }
}
