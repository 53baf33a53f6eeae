/** What a pass over the folder has done, in sentences. Does not use VS Code. */
import type { IndexSummary } from '../../protocol/indexStatus.ts';
import { count } from '../../base/amounts.ts';

/**
 * Undefined when the pass found nothing to do and vectors are now being made: a click that continues with those is not about documents.
 */
export function doneSentence(summary: IndexSummary, folderName: string, isMakingVectors: boolean): string | undefined {
  const { documents, passages, skipped, seconds, unchanged = false } = summary;
  const left = skipped.length === 0 ? '' : ` ${count(skipped.length, 'file')} skipped. The Index view lists the reasons.`;
  if (documents === 0) return `${noDocuments(folderName)}${left || ` ${whatIsRead}`}`;
  const contents = `${count(documents, 'document')}, ${count(passages, 'passage')}`;
  if (!unchanged) return `Indexed ${contents} in ${seconds.total.toFixed(1)} s.${left}`;
  return isMakingVectors ? undefined : `The index of “${folderName}” is up to date: ${contents}.${left}`;
}

export function noDocuments(folderName: string): string {
  return `“${folderName}” has no documents that Ariadne can read.`;
}

export const whatIsRead = 'It reads PDF, Word, OpenDocument, EPUB, HTML, Markdown, LaTeX, notebooks, plain text, tables and source code.';

export function olderIndex(folderName: string): string {
  return `The index of “${folderName}” is of an earlier version of Ariadne, which this one does not read.`;
}
