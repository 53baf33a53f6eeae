/** The records of tables in the folder. */
import { Disposable, RelativePattern, workspace, type Uri } from 'vscode';
import { recordSuffix } from '../../protocol/table.ts';
import type { Logger } from '../../base/logger.ts';
import type { EngineClient } from '../engineProcess/engineClient.ts';
import { pathIn, type OpenFolder } from '../openFolder.ts';
import { inBackground } from '../report.ts';

/** Tells the engine of the tables that are written, moved or deleted, also where documents are not watched. */
export function registerTableFiles({
  folder,
  engine,
  logger,
}: {
  readonly folder: () => OpenFolder | undefined;
  readonly engine: EngineClient;
  readonly logger: Logger;
}): Disposable {
  const opened = folder();
  if (!opened?.isOnDisk) return new Disposable(() => undefined);
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(opened.uri, `**/*${recordSuffix}`));
  const tell = (uri: Uri): void => {
    const path = pathIn(opened, uri);
    if (path !== undefined) inBackground(logger, engine.tell('changed', { paths: [path] }));
  };
  return Disposable.from(watcher, watcher.onDidChange(tell), watcher.onDidCreate(tell), watcher.onDidDelete(tell));
}
