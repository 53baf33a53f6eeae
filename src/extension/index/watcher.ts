import { stat } from 'node:fs/promises';
import { Disposable, RelativePattern, workspace } from 'vscode';
import type { Uri } from 'vscode';
import { isSystemError } from '../../base/errors.ts';
import type { IndexMirror } from './indexMirror.ts';
import type { AutoIndexer } from './autoIndexer.ts';
import type { Settings } from '../settings.ts';
import type { Logger } from '../../base/logger.ts';
import { pathIn } from '../openFolder.ts';
import type { OpenFolder } from '../openFolder.ts';
import { inBackground } from '../report.ts';
import { relevanceOf } from './watchedPaths.ts';
import type { Change } from './watchedPaths.ts';

interface WatcherApp {
  readonly index: IndexMirror;
  readonly autoIndexer: AutoIndexer;
  readonly folder: () => OpenFolder | undefined;
  readonly settings: () => Settings;
  readonly logger: Logger;
  readonly wake: () => Promise<void>;
}

/** Delays the start, since a window is busy while it opens. */
const WAKE_AFTER_MS = 3_000;

/**
 * Notifies the auto indexer of documents that change on disk, while there is an index, the folder is trusted and the user wants it. Unsaved
 * edits do not count. VS Code's watcher leaves out `files.watcherExclude`.
 */
export function registerWatcher(app: WatcherApp): Disposable {
  let watching: Disposable | undefined;
  const follow = (): void => {
    const folder = app.folder();
    const { isWatching } = app.settings();
    if (folder && isWatching && isKept(app, folder)) watching ??= watch(app, folder);
    else {
      watching?.dispose();
      watching = undefined;
    }
  };
  const waking = setTimeout(() => {
    if (workspace.isTrusted && app.settings().isWatching) inBackground(app.logger, app.wake());
  }, WAKE_AFTER_MS);
  const following = app.index.onDidChange.on(follow);
  return new Disposable(() => {
    clearTimeout(waking);
    following.dispose();
    watching?.dispose();
  });
}

function isKept({ index }: WatcherApp, folder: OpenFolder): boolean {
  return workspace.isTrusted && folder.isOnDisk && index.status.state !== 'none';
}

function watch(app: WatcherApp, folder: OpenFolder): Disposable {
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder.uri, '**/*'));
  const on = (change: Change) => (uri: Uri) => {
    const path = pathIn(folder, uri);
    if (path === undefined) return;
    const relevance = relevanceOf(path, change);
    if (relevance === 'yes') app.autoIndexer.changed(path);
    if (relevance === 'maybe-folder') inBackground(app.logger, addIfFolder(app, uri, path));
  };
  return Disposable.from(
    watcher,
    watcher.onDidCreate(on('created')),
    watcher.onDidChange(on('changed')),
    watcher.onDidDelete(on('deleted')),
  );
}

async function addIfFolder({ autoIndexer }: WatcherApp, uri: Uri, path: string): Promise<void> {
  try {
    if ((await stat(uri.fsPath)).isDirectory()) autoIndexer.changed(path);
  } catch (error) {
    // Short-lived files are gone before they can be inspected.
    if (!isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP')) throw error;
  }
}
