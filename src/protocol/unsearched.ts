/** A folder of a question over several that could not be searched. The others answer. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { sentence } from './sentence.ts';

export const unsearched = z.object({ name: z.string(), why: sentence });
export type Unsearched = Readonly<z.infer<typeof unsearched>>;

export function unsearchedSentence({ name, why }: Unsearched): string {
  return t('“{0}” was not searched. {1}', name, why);
}
