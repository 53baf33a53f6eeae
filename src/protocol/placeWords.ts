import { t } from '@vscode/l10n';
import type { Citation } from './trace.ts';

/** Where a document has words, as people look it up: `line 12`, `lines 12–14`, or `page 3` of a document with pages. */
export function placeWords({ startLine, endLine, ...pages }: Pick<Citation, 'startLine' | 'endLine' | 'page' | 'lastPage'>): string {
  const words = pageWords(pages);
  if (words !== undefined) return words;
  return startLine === endLine ? t('line {0}', startLine) : t('lines {0}–{1}', startLine, endLine);
}

/** `page 3`, or `pages 3–4` of what goes on over the end of a page. */
export function pageWords({ page, lastPage }: { readonly page?: number; readonly lastPage?: number }): string | undefined {
  if (page === undefined) return undefined;
  return lastPage === undefined ? t('page {0}', page) : t('pages {0}–{1}', page, lastPage);
}
