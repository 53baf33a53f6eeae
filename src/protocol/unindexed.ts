/** What is said of a question that was asked before changes in the folder were indexed. */
import * as z from 'zod';

/** How many files had changed, or `unknown` while the folder was scanned for changes. */
export const unindexed = z.union([z.int().positive(), z.literal('unknown')]);
export type Unindexed = z.infer<typeof unindexed>;

/** In a few words. */
export function unindexedWords(files: Unindexed): string {
  if (files === 'unknown') return 'Changes not indexed yet';
  return `${files.toLocaleString('en')} changed ${files === 1 ? 'file' : 'files'} not indexed yet`;
}

export function unindexedSentence(files: Unindexed): string {
  if (files === 'unknown') return 'The folder was still being scanned for changes when this was asked. Ask again to include them.';
  const [were, them] = files === 1 ? ['file was', 'it'] : ['files were', 'them'];
  return `${files.toLocaleString('en')} changed ${were} not indexed yet when this was asked. Ask again to include ${them}.`;
}
