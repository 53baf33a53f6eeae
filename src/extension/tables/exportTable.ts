import { basename } from 'node:path';
import { Uri, window } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import { recordSuffix } from '../../protocol/table.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import type { SourceOpener } from '../citing/openSource.ts';
import { showMessage } from '../messages.ts';

/** Writes a table as Markdown or CSV, and offers to show it. */
export async function exportTableCommand(
  app: Pick<SourceOpener, 'openDocument'> & { readonly engine: EngineRequests },
  record: Uri,
): Promise<void> {
  const name = basename(record.path);
  const base = name.endsWith(recordSuffix) ? name.slice(0, -recordSuffix.length) : name.replace(/\.json$/i, '');
  const out = await window.showSaveDialog({
    title: 'Export Table',
    saveLabel: 'Export',
    defaultUri: Uri.joinPath(record, '..', `${base}.md`),
    filters: { Markdown: ['md'], CSV: ['csv'] },
  });
  if (!out) return;
  if (out.scheme !== 'file') throw new AriadneError('virtual-folder', 'A table is written to a file on a disk. Choose another place.');
  await app.engine.request('exportTable', { record: record.fsPath, out: out.fsPath });
  const open = 'Open';
  if ((await showMessage('information', `The table was exported to ${basename(out.path)}.`, open)) === open) await app.openDocument(out);
}
