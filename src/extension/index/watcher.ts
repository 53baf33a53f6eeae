import { stat } from 'node:fs/promises';
import pLimit from 'p-limit';
import { Disposable, RelativePattern, workspace, type Uri } from 'vscode';
import { isSystemError } from '../../base/errors.ts';
import { pathIn, type OpenFolder } from '../openFolder.ts';
import { inBackground } from '../report.ts';
import { relevanceOf, type FileChange } from './watchedPaths.ts';
import type { Uses } from '../parts.ts';

type WatcherApp = Uses<'folder' | 'settings' | 'logger' | 'index' | 'engine' | 'wake'>;

/** Delays the start, since a window is busy while it opens. */
const WAKE_AFTER_MS = 3_000;
/** Changes arrive in bursts. */
const BATCH_MS = 50;
/** Another branch may bring 100,000 files of other kinds, each of which may be a folder. */
const LOOKS_AT_ONCE = 8;

/**
 * Tells the engine of documents that change on disk, while there is an index, the folder is trusted and the user wants it. Unsaved
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
  const changed = new Set<string>();
  const looking = pLimit(LOOKS_AT_ONCE);
  let timer: NodeJS.Timeout | undefined;
  const send = (): void => {
    timer = undefined;
    const paths = [...changed];
    changed.clear();
    // An engine that takes the place of another goes over the folder.
    app.engine.request('changed', { paths }).catch(() => app.index.goOn());
  };
  const add = (path: string): void => {
    changed.add(path);
    timer ??= setTimeout(send, BATCH_MS);
  };
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder.uri, '**/*'));
  const on = (change: FileChange) => (uri: Uri) => {
    const path = pathIn(folder, uri);
    if (path === undefined) return;
    const relevance = relevanceOf(path, change);
    if (relevance === 'yes') add(path);
    if (relevance === 'maybe-folder')
      inBackground(
        app.logger,
        looking(() => addIfFolder(add, uri, path)),
      );
  };
  return Disposable.from(
    { dispose: () => clearTimeout(timer) },
    watcher,
    watcher.onDidCreate(on('created')),
    watcher.onDidChange(on('changed')),
    watcher.onDidDelete(on('deleted')),
  );
}

async function addIfFolder(add: (path: string) => void, uri: Uri, path: string): Promise<void> {
  try {
    if ((await stat(uri.fsPath)).isDirectory()) add(path);
  } catch (error) {
    // Short-lived files are gone before they can be inspected.
    if (!isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP')) throw error;
  }
}
