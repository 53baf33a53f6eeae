import { rm } from 'node:fs/promises';
import { window } from 'vscode';
import type { App } from './app.ts';
import { requireFolder } from './openFolder.ts';

/** `ariadne.deleteIndex`: after one question, deletes all that Ariadne has stored of this folder. Documents are not touched. */
export async function deleteIndex(app: Pick<App, 'engine' | 'folder' | 'index' | 'runs'>): Promise<void> {
  const folder = requireFolder(app.folder());
  const yes = 'Delete';
  const detail =
    'The index and all questions asked here, with their answers, are deleted from this machine. Your documents stay as they are.';
  if ((await window.showWarningMessage(`Delete Ariadne’s index of "${folder.name}"?`, { modal: true, detail }, yes)) !== yes) return;
  app.runs.cancel();
  app.index.cancel();
  await app.engine.stop();
  await rm(folder.storage, { recursive: true, force: true });
  app.runs.clear();
  app.index.clear();
}
