/** The records of tables in the folder. */
import { Disposable, RelativePattern, workspace } from 'vscode';
import { recordSuffix } from '../../protocol/table.ts';
import type { PinnedMirror } from './pinnedMirror.ts';
import type { OpenFolder } from '../openFolder.ts';

const pattern = `**/*${recordSuffix}`;
/** Their paths, in order. VS Code's search leaves out what its settings exclude. */
export async function findTables(folder: OpenFolder | undefined): Promise<readonly string[]> {
  if (!folder?.isOnDisk) return [];
  const found = await workspace.findFiles(new RelativePattern(folder.uri, pattern), '**/node_modules/**');
  return found.map(({ fsPath }) => fsPath).sort();
}

/** Looks again at the tables when one was written, moved or deleted. */
export function registerTableFiles({
  folder,
  pinned,
}: {
  readonly folder: () => OpenFolder | undefined;
  readonly pinned: PinnedMirror;
}): Disposable {
  const opened = folder();
  if (!opened?.isOnDisk) return new Disposable(() => undefined);
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(opened.uri, pattern));
  const soon = (): void => pinned.soon();
  return Disposable.from(watcher, watcher.onDidChange(soon), watcher.onDidCreate(soon), watcher.onDidDelete(soon));
}
