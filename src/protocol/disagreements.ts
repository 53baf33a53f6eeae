/** Where the documents of a folder say different things of the same, and what the user thinks of it. */
import * as z from 'zod';
import { t } from '@vscode/l10n';

/** `same`: two ways to say one thing. `both-right`: they speak of different things, or times. `no-conflict`: anything else. */
export const disagreementVerdict = z.enum(['same', 'both-right', 'no-conflict']);
export type DisagreementVerdict = z.infer<typeof disagreementVerdict>;

export const verdictNames: Readonly<Record<DisagreementVerdict, string>> = {
  same: t('Same'),
  'both-right': t('Both Right'),
  'no-conflict': t('Not a Conflict'),
};

export const statedPlace = z.object({
  path: z.string(),
  title: z.string(),
  /** Of the document, as it identifies it: `2024`, `2024-05` or `2024-05-31`. */
  date: z.string().optional(),
  /** 1-based, both ends included. */
  startLine: z.int().positive(),
  endLine: z.int().positive(),
  page: z.int().positive().optional(),
  /** The sentence, word for word. */
  quote: z.string(),
  /** Offsets in `quote` of what others say otherwise, end-exclusive. */
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  passageId: z.string(),
});
export type StatedPlace = Readonly<z.infer<typeof statedPlace>>;

export const folderDisagreement = z.object({
  /** The same as long as its sentences are. */
  id: z.string(),
  /** `update`: of dated documents, a later one says otherwise. */
  kind: z.enum(['conflict', 'update']),
  /** What is said, at least two values: by date where all have one, else by document. */
  sides: z.array(z.object({ value: z.string(), places: z.array(statedPlace) })),
  /** Absent as long as the user has none. */
  verdict: disagreementVerdict.optional(),
});
export type FolderDisagreement = Readonly<z.infer<typeof folderDisagreement>>;

export const walkProgress = z.object({
  /** `reading`: passages that are new. `comparing`: pairs of sentences. */
  step: z.enum(['reading', 'comparing']),
  done: z.int().nonnegative(),
  all: z.int().nonnegative(),
});
export type WalkProgress = Readonly<z.infer<typeof walkProgress>>;

/** Such as `Reading passages, 1200 of 3647`. */
export function walkWords({ step, done, all }: WalkProgress): string {
  return step === 'reading' ? t('Reading passages, {0} of {1}', done, all) : t('Comparing sentences, {0} of {1}', done, all);
}

export const disagreementRequests = {
  /** Conflicts first, then updates; those with a verdict last. Fails as a search does where there is no index. */
  disagreements: {
    params: z.object({ scope: z.string().optional() }),
    result: z.object({ found: z.array(folderDisagreement) }),
  },
  /** Keeps a verdict in the folder; null takes it back. */
  settleDisagreement: {
    params: z.object({ found: folderDisagreement, verdict: disagreementVerdict.nullable() }),
    result: z.object({}),
  },
} as const;

export const disagreementNotifications = { disagreementProgress: walkProgress } as const;
