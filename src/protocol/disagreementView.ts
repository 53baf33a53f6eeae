/** Messages between the list of disagreements and its page. */
import * as z from 'zod';
import { disagreementVerdict, folderDisagreement, statedPlace, walkProgress } from './disagreements.ts';

export const toDisagreementView = z.discriminatedUnion('kind', [
  /** Until the next message, all that is known. */
  z.object({ kind: z.literal('found'), found: z.array(folderDisagreement) }),
  /** Null before anything is known of how far it is. */
  z.object({ kind: z.literal('walking'), progress: walkProgress.nullable() }),
  /** Why there is nothing to show: it was stopped, or failed. */
  z.object({ kind: z.literal('problem'), message: z.string() }),
]);
export type ToDisagreementView = Readonly<z.infer<typeof toDisagreementView>>;

export const fromDisagreementView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('open'), place: statedPlace }),
  z.object({ kind: z.literal('settle'), id: z.string(), verdict: disagreementVerdict.nullable() }),
  z.object({ kind: z.literal('walk') }),
  z.object({ kind: z.literal('stop') }),
]);
export type FromDisagreementView = Readonly<z.infer<typeof fromDisagreementView>>;
