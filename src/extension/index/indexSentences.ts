/** What a pass over the folder has done, in sentences. Does not use VS Code. */
import { t } from '@vscode/l10n';
import type { IndexSummary } from '../../protocol/indexStatus.ts';
import { count, tenths } from '../../base/amounts.ts';

/**
 * Undefined when the pass found nothing to do and vectors are now being made: a click that continues with those is not about documents.
 */
export function doneSentence(summary: IndexSummary, folderName: string, isMakingVectors: boolean): string | undefined {
  const { documents, passages, skipped, seconds, unchanged = false } = summary;
  const left = skipped.files === 0 ? '' : ` ${t('{0} skipped. The Index view lists the reasons.', count(skipped.files, 'file'))}`;
  if (documents === 0) return `${noDocuments(folderName)}${left || ` ${whatIsRead}`}`;
  const contents = `${count(documents, 'document')}, ${count(passages, 'passage')}`;
  if (!unchanged) return `${t('Indexed “{0}” in {1} s: {2}.', folderName, tenths(seconds.total), contents)}${left}`;
  return isMakingVectors ? undefined : `${t('The index of “{0}” is up to date: {1}.', folderName, contents)}${left}`;
}

export function noDocuments(folderName: string): string {
  return t('“{0}” has no documents that Ariadne can read.', folderName);
}

export const whatIsRead = t(
  'It reads PDF, Word, OpenDocument, EPUB, HTML, Markdown, LaTeX, notebooks, plain text, tables and source code.',
);

export function olderIndex(folderName: string): string {
  return t('The index of “{0}” is of an earlier version of Ariadne, which this one does not read.', folderName);
}
