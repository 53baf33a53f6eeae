import { rm } from 'node:fs/promises';
import type { EngineClient } from '../engineProcess/engineClient.ts';
import type { OpenFolder } from '../openFolder.ts';
import type { IndexMirror } from '../index/indexMirror.ts';
import type { RunsMirror } from './runsMirror.ts';
import type { Settings } from '../settings.ts';
import type { AutoIndexer } from '../index/autoIndexer.ts';
import type { FolderMemory } from '../folderMemory.ts';
import { showDialog } from '../messages.ts';
import { requireFolder } from '../openFolder.ts';

/** `ariadne.deleteIndex`: after confirmation, deletes everything that Ariadne has stored for this folder. Documents are not touched. */
export async function deleteIndex(app: {
  readonly engine: EngineClient;
  readonly folder: () => OpenFolder | undefined;
  readonly index: IndexMirror;
  readonly runs: RunsMirror;
  readonly settings: () => Settings;
  readonly autoIndexer: AutoIndexer;
  readonly memory: FolderMemory;
}): Promise<void> {
  const folder = requireFolder(app.folder());
  const yes = 'Delete';
  const { indexUri } = app.settings();
  const detail =
    indexUri === undefined
      ? 'This deletes the index and all questions and answers of this folder from this machine. Your documents are not changed.'
      : `This deletes all questions and answers of this folder from this machine. The index is kept at ${indexUri}, where others may use it. Your documents are not changed.`;
  if ((await showDialog('warning', `Delete Ariadne’s index of "${folder.name}"?`, detail, yes)) !== yes) return;
  app.runs.cancel();
  app.autoIndexer.reset();
  await app.index.cancel();
  await app.engine.stop();
  await rm(folder.storage, { recursive: true, force: true });
  app.runs.clear();
  app.index.clear();
  app.memory.isStopped = false;
  app.memory.isLargeConfirmed = false;
  if (indexUri !== undefined) await app.index.refresh();
}
