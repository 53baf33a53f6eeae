import { rm } from 'node:fs/promises';
import type { Basics } from '../basics.ts';
import type { EngineFeature } from '../engineProcess/register.ts';
import type { FolderRuns } from './folderRuns.ts';
import { showDialog } from '../messages.ts';
import { requireOpenFolder } from '../openFolder.ts';

type DeletingApp = Pick<Basics, 'folder' | 'settings'> & Pick<EngineFeature, 'engine' | 'index'> & { readonly runs: FolderRuns };

/** `ariadne.deleteIndex`: after confirmation, deletes everything that Ariadne has stored for this folder. Documents are not touched. */
export async function deleteIndex(app: DeletingApp): Promise<void> {
  const folder = requireOpenFolder(app.folder());
  const yes = 'Delete';
  const { indexUri } = app.settings();
  const detail =
    indexUri === undefined
      ? 'This deletes the index and all questions and answers of this folder from this machine. Your documents are not changed.'
      : `This deletes all questions and answers of this folder from this machine. The index is kept at ${indexUri}, where others may use it. Your documents are not changed.`;
  if ((await showDialog('warning', `Delete Ariadne’s index of "${folder.name}"?`, detail, yes)) !== yes) return;
  app.runs.cancel();
  await app.engine.tell('stop', {});
  await app.engine.stop();
  // On Windows the files of a process that has just ended are in use a moment longer.
  await rm(folder.storage, { recursive: true, force: true, maxRetries: 5 });
  app.runs.clear();
  app.index.clear();
  if (indexUri !== undefined) await app.index.refresh();
}
