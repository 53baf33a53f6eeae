/** What is seen of a reply while a model writes it. It is in no log: the log has the whole reply once it is complete. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { shortName } from './modelName.ts';

export const writing = z.object({
  node: z.string(),
  /** The answer so far; empty when what was shown does not count any more. */
  text: z.string(),
  /** True for the last answering step, whose answer is the run's. */
  isFinal: z.boolean(),
  /** While the server's rate limit is waited for: the time that is left, in milliseconds. */
  waitMs: z.number().positive().optional(),
  /** Id of a local model while it is loaded. */
  loading: z.string().optional(),
});

export type Writing = Readonly<z.infer<typeof writing>>;

/** What keeps a run from writing, in words; undefined if nothing does. */
export function pauseWords({ waitMs, loading }: Pick<Writing, 'waitMs' | 'loading'>): string | undefined {
  if (loading !== undefined) return t('loading {0}', shortName(loading));
  if (waitMs === undefined) return undefined;
  const seconds = Math.ceil(waitMs / 1000);
  return seconds < 120
    ? t('waiting {0} s for the server’s rate limit', seconds)
    : t('waiting {0} min for the server’s rate limit', Math.ceil(seconds / 60));
}
