/** Follows what other windows on the same folder note of runs. */
import { Disposable, RelativePattern, Uri, workspace } from 'vscode';
import { noteSuffixes, runsFolder } from '../../protocol/runFiles.ts';
import type { OpenFolder } from '../openFolder.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import type { FolderRuns } from './folderRuns.ts';
import type { Logger } from '../../base/logger.ts';
import { inBackground } from '../report.ts';

const pattern = `*{${Object.values(noteSuffixes).join(',')}}`;
/** A refreshed run takes a pin with several files. */
const delayMs = 300;

/** Lists the runs again when a title, a pin or a standing was written, in windows that have looked at their runs. */
export function registerRunNoteFiles({
  folder,
  runs,
  index,
  logger,
}: {
  readonly folder: () => OpenFolder | undefined;
  readonly runs: FolderRuns;
  readonly index: FolderState;
  readonly logger: Logger;
}): Disposable {
  const opened = folder();
  if (!opened?.isOnDisk) return new Disposable(() => undefined);
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.joinPath(Uri.file(opened.storage), runsFolder), pattern));
  let timer: NodeJS.Timeout | undefined;
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (runs.isKnown) inBackground(logger, index.refresh());
    }, delayMs);
  };
  const listening = [watcher.onDidCreate(soon), watcher.onDidChange(soon), watcher.onDidDelete(soon)];
  return Disposable.from(watcher, ...listening, { dispose: () => clearTimeout(timer) });
}
