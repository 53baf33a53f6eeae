/** Follows files that other windows, or other programs, write: notes of runs, and tables. */
import { Disposable, RelativePattern, Uri, workspace } from 'vscode';
import { noteSuffixes, runsFolder } from '../../protocol/runFiles.ts';
import { recordSuffix } from '../../protocol/table.ts';
import { pathIn } from '../openFolder.ts';
import { inBackground } from '../report.ts';
import type { Uses } from '../parts.ts';

/** A refreshed run takes a pin with several files. */
const delayMs = 300;

type WatchingApp = Uses<'folder' | 'logger' | 'engine' | 'index' | 'runs'>;

/** Lists the runs again when a note on one was written, and tells the engine of tables, also where documents are not watched. */
export function registerWatchedFiles({ folder, engine, index, runs, logger }: WatchingApp): Disposable {
  const opened = folder();
  if (!opened?.isOnDisk) return new Disposable(() => undefined);
  const watch = (base: Uri, pattern: string, follow: (uri: Uri) => void): Disposable => {
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(base, pattern));
    return Disposable.from(watcher, watcher.onDidChange(follow), watcher.onDidCreate(follow), watcher.onDidDelete(follow));
  };
  let timer: NodeJS.Timeout | undefined;
  const noteWritten = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // A window that has not looked at its runs needs no list.
      if (runs.isKnown) inBackground(logger, index.refresh());
    }, delayMs);
  };
  const tableWritten = (uri: Uri): void => {
    const path = pathIn(opened, uri);
    if (path !== undefined) inBackground(logger, engine.tell('changed', { paths: [path] }));
  };
  return Disposable.from(
    watch(Uri.joinPath(Uri.file(opened.storage), runsFolder), `*{${Object.values(noteSuffixes).join(',')}}`, noteWritten),
    watch(opened.uri, `**/*${recordSuffix}`, tableWritten),
    { dispose: () => clearTimeout(timer) },
  );
}
