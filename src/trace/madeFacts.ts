import { askedFormOf, type AnswerWanted } from '../protocol/writtenAnswer.ts';
import type { RunSummary } from '../protocol/engine.ts';
import type { Trace } from '../protocol/trace.ts';

/** How a run was made, for lists: how it is written, and from which earlier run. */
export function madeFacts({ from, ...asked }: AnswerWanted & Pick<Trace, 'from'>): Pick<RunSummary, 'askedForm' | 'made'> {
  const askedForm = askedFormOf(asked);
  const made = from === undefined ? undefined : madeFrom(from);
  return { ...(askedForm === 'short' ? {} : { askedForm }), ...(made === undefined ? {} : { made }) };
}

/** Undefined for a run that continues the other, answers it with another method, or only writes its answer otherwise. */
function madeFrom({ edits, isFresh, searchesAgain }: NonNullable<Trace['from']>): RunSummary['made'] {
  if (isFresh) return 'again';
  if (searchesAgain) return 'refreshed';
  return Object.values(edits).some((edit) => Object.keys(edit ?? {}).length > 0) ? 'edited' : undefined;
}
