import { posix } from 'node:path';
import { t } from '@vscode/l10n';
import { commands, env, Uri, window, workspace } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import { bibliographyMark, exportFormats, type ExportFormat } from '../../protocol/exportFormats.ts';
import { chooseFrom, confirm } from '../inputs.ts';
import { showMessage } from '../messages.ts';
import { requireOpenFolder } from '../openFolder.ts';
import type { Uses } from '../parts.ts';
import { nameOf } from '../runs/runNames.ts';
import { wayTo } from '../uriPaths.ts';

type ExportApp = Uses<'engine' | 'folder' | 'panel' | 'runs'>;

/** `ariadne.exportRun`: writes a run to a file of the user's choice. */
export async function exportRun(app: ExportApp, runId: string): Promise<void> {
  const folder = requireOpenFolder(app.folder()).uri;
  const run = app.runs.runs.find((one) => one.runId === runId);
  if (run?.status === 'running')
    throw new AriadneError('run-running', t('This question is still being answered. Export it when it has an answer.'));
  const format = await chooseFormat();
  if (!format) return;
  const { label, extension } = exportFormats[format];
  const out = await window.showSaveDialog({
    title: t('Export as {0}', label),
    defaultUri: Uri.joinPath(folder, `${fileNameFor(run ? nameOf(run) : '')}.${extension}`),
    filters: { [label]: [extension] },
  });
  if (!out) return;
  const { dir, name } = posix.parse(out.path);
  const to = out.with({ path: dir });
  const asked = { runId, format, name, toFolder: wayTo(to, folder) ?? '' };
  const { files } = await app.engine.request('exportRun', asked);
  const written = files.map(({ ending, base64 }, i) => ({
    uri: i === 0 ? out : Uri.joinPath(to, `${name}${ending}`),
    bytes: Buffer.from(base64, 'base64'),
  }));
  for (const { uri } of written.slice(1)) if (!(await mayReplace(uri))) return;
  for (const { uri, bytes } of written)
    await workspace.fs.writeFile(uri, format === 'png' ? await app.panel.draw(runId, bytes.toString()) : bytes);
  // Not awaited, because the notification may stay open.
  void showMessage('information', t('Exported to {0}.', posix.basename(out.path)), t('Open')).then((chosen) => {
    if (chosen === undefined) return undefined;
    if (format === 'html') return env.openExternal(out);
    return commands.executeCommand('vscode.open', out);
  });
}

function chooseFormat(): Promise<ExportFormat | undefined> {
  const all = Object.entries(exportFormats) as [ExportFormat, (typeof exportFormats)[ExportFormat]][];
  const choices = all.map(([id, { label, extension, about }]) => ({ label, facts: [`.${extension}`], detail: about, choose: () => id }));
  return chooseFrom(choices, { title: t('Export This Question'), placeHolder: t('Select what to write') });
}

/** Letters and digits of every script, which all file systems take. */
function fileNameFor(question: string): string {
  const words =
    question
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return (
    words
      .join('-')
      .slice(0, 60)
      .replace(/-[^-]*$/u, (end) => (words.join('-').length > 60 ? '' : end)) || 'question'
  );
}

/** The save dialog has asked only about the file that was named. */
async function mayReplace(uri: Uri): Promise<boolean> {
  try {
    if (
      Buffer.from(await workspace.fs.readFile(uri))
        .toString()
        .startsWith(bibliographyMark)
    )
      return true;
  } catch {
    // There is none, or writing it fails, too, and says why.
    return true;
  }
  const name = posix.basename(uri.path);
  return confirm(t('Replace {0}?', name), t('Ariadne has not written this bibliography. The entries in it are lost.'), t('Replace'));
}
