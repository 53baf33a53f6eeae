/** What is said of a question that was asked before changes in the folder were indexed. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { plural } from '../base/amounts.ts';

/** How many files had changed, or `unknown` while the folder was scanned for changes. */
export const unindexed = z.union([z.int().positive(), z.literal('unknown')]);
export type Unindexed = z.infer<typeof unindexed>;

/** In a few words. */
export function unindexedWords(files: Unindexed): string {
  if (files === 'unknown') return t('Changes not indexed yet');
  return plural(files, t('{0} changed file not indexed yet'), t('{0} changed files not indexed yet'));
}

export function unindexedSentence(files: Unindexed): string {
  if (files === 'unknown') return t('The folder was still being scanned for changes when this was asked. Ask again to include them.');
  return plural(
    files,
    t('{0} changed file was not indexed yet when this was asked. Ask again to include it.'),
    t('{0} changed files were not indexed yet when this was asked. Ask again to include them.'),
  );
}
