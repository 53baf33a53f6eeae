/** What the page of a table asks for beside its cells. */
import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import { Uri, window } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import { recordSuffix } from '../../protocol/table.ts';
import type { SourceOpener } from '../citing/openSource.ts';
import { pagesOf } from '../../protocol/passage.ts';
import { placeWords } from '../../protocol/placeWords.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import { chooseFrom } from '../inputs.ts';
import { messageText } from '../messageText.ts';
import { showMessage } from '../messages.ts';

/** Lists what was read for a cell without an answer, and opens what is chosen of it. */
export async function showRead(
  app: Pick<SourceOpener, 'openSource'> & { readonly engine: EngineRequests },
  { path, passages: ids }: { readonly path: string; readonly passages: readonly string[] },
): Promise<void> {
  const { passages: read = [] } = await app.engine.request('explain', { path, passages: [...ids] });
  if (read.length === 0) {
    void showMessage('information', t('{0} has changed: what was read of it is no longer indexed. Update the table to ask again.', path));
    return;
  }
  const choices = read.map((passage) => {
    const { headings, text, documentHash, range } = passage;
    const { startLine, endLine, startOffset, endOffset } = range;
    const pages = pagesOf(passage, startOffset, endOffset);
    const place = placeWords({ startLine: startLine + 1, endLine: Math.max(endLine, startLine + 1), ...pages });
    return {
      label: headings.at(-1) ?? place,
      facts: headings.length === 0 ? [] : [place],
      detail: text.slice(0, shownChars),
      choose: () => app.openSource({ path, startOffset, endOffset, documentHash, page: pages.page, beside: true }),
    };
  });
  await chooseFrom(choices, { title: messageText(t('What Was Read of {0}', path)), placeHolder: t('Choose a passage to open it') });
}

const shownChars = 300;

/** Writes a table as Markdown or CSV, and offers to show it. */
export async function exportTableCommand(
  app: Pick<SourceOpener, 'openDocument'> & { readonly engine: EngineRequests },
  record: Uri,
): Promise<void> {
  const name = basename(record.path);
  const base = name.endsWith(recordSuffix) ? name.slice(0, -recordSuffix.length) : name.replace(/\.json$/i, '');
  const out = await window.showSaveDialog({
    title: t('Export Table'),
    saveLabel: t('Export'),
    defaultUri: Uri.joinPath(record, '..', `${base}.md`),
    filters: { Markdown: ['md'], CSV: ['csv'] },
  });
  if (!out) return;
  if (out.scheme !== 'file') throw new AriadneError('virtual-folder', t('A table is written to a file on a disk. Choose another place.'));
  await app.engine.request('exportTable', { record: record.fsPath, out: out.fsPath });
  const open = t('Open');
  if ((await showMessage('information', t('The table was exported to {0}.', basename(out.path)), open)) === open)
    await app.openDocument(out);
}
