import type { RunSummary } from '../protocol/engine.ts';
import type { Trace } from '../protocol/trace.ts';

/** How a run was made, for lists: in which form, and from which earlier run. */
export function madeFacts({ askedForm = 'short', from }: Pick<Trace, 'askedForm' | 'from'>): Pick<RunSummary, 'form' | 'made'> {
  const made = from === undefined ? undefined : madeFrom(from);
  return { ...(askedForm === 'short' ? {} : { form: askedForm }), ...(made === undefined ? {} : { made }) };
}

/** Undefined for a run that continues the other, answers it with another method, or only writes its answer in another form. */
function madeFrom({ edits, isFresh, searchesAgain }: NonNullable<Trace['from']>): RunSummary['made'] {
  if (isFresh) return 'again';
  if (searchesAgain) return 'refreshed';
  return Object.values(edits).some((edit) => Object.keys(edit ?? {}).length > 0) ? 'edited' : undefined;
}
