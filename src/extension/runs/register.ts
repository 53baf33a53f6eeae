import { window, Disposable, RelativePattern, Uri, workspace } from 'vscode';
import { inBackground } from '../report.ts';
import { deleteIndex, deleteRuns, renameRun, restoreRun, searchRuns } from './runCommands.ts';
import { onRun, onRuns, registerQuestionsView } from './questionsView.ts';
import { QuestionsViewState } from './questionSearch.ts';
import { PerFolder } from '../folders/perFolder.ts';
import { FolderRuns } from './folderRuns.ts';
import { runsOfAll } from './runsOfAll.ts';
import type { Uses } from '../parts.ts';
import { noteSuffixes, runsFolder } from '../../protocol/runFiles.ts';
import { recordSuffix } from '../../protocol/table.ts';
import { pathIn } from '../openFolder.ts';

export type RunsParts = Uses<
  'owned' | 'actions' | 'logger' | 'folders' | 'folder' | 'settings' | 'memory' | 'engines' | 'engine' | 'index' | 'wake'
>;

export type RunsFeature = Uses<'runs' | 'questionsView'>;

/** The questions that were asked: their list, their view, and what is noted of them. */
export function registerRuns(parts: RunsParts): RunsFeature {
  const { owned, actions, logger, folders, memory, engines, engine, index } = parts;
  const runs = owned.add(
    new FolderRuns({
      engine,
      state: runsOfAll(engines, index),
      shown: {
        get: () => memory.get('shownRun'),
        set: (runId) => inBackground(logger, Promise.resolve(memory.update('shownRun', runId))),
      },
    }),
  );
  const questionsView = new QuestionsViewState();
  const app = { ...parts, runs, questionsView };
  owned.add(registerQuestionsView(app));
  owned.add(new PerFolder(folders, (folder) => registerWatchedFiles({ ...engines.of(folder), logger, runs })));
  // The panel's run is of the folder that is used.
  const follow = (): void => {
    const folder = runs.shownId === undefined ? undefined : folders.ofRun(runs.shownId);
    if (folder) folders.use(folder);
  };
  owned.add(runs.onDidShow.on(follow));
  // Another window may have renamed, deleted or asked something.
  owned.add(
    window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      for (const one of engines.all) if (one.index.runs) inBackground(logger, one.index.refresh());
    }),
  );
  const stop = (): unknown => (runs.runningId === undefined ? engine.tell('stop', () => ({})) : runs.cancel());
  const pin = async (runIds: readonly string[], isPinned: boolean): Promise<void> => {
    for (const runId of runIds) await runs.note(runId, { isPinned });
  };
  actions.commands({
    'ariadne.cancel': stop,
    'ariadne.deleteRun': onRuns(app, (runIds, argument) => deleteRuns(app, runIds, { isSure: argument !== undefined })),
    'ariadne.restoreRun': () => restoreRun(app),
    'ariadne.renameRun': onRun(app, (runId) => renameRun(app, runId)),
    'ariadne.pinRun': onRuns(app, (runIds) => pin(runIds, true)),
    'ariadne.unpinRun': onRuns(app, (runIds) => pin(runIds, false)),
    'ariadne.searchRuns': () => searchRuns(app),
    'ariadne.clearRunSearch': () => questionsView.search(''),
    'ariadne.deleteIndex': () => deleteIndex(app),
  });
  actions.messages({ cancel: stop, pin: ({ runId, isPinned }) => runs.note(runId, { isPinned }) });
  return { runs, questionsView };
}

/** A refreshed run takes a pin with several files. */
const delayMs = 300;

type WatchingApp = Uses<'folder' | 'logger' | 'engine' | 'index' | 'runs'>;

/** Lists the runs again when a note on one was written, and tells the engine of tables, also where documents are not watched. */
function registerWatchedFiles({ folder, engine, index, runs, logger }: WatchingApp): Disposable {
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
    if (path !== undefined)
      inBackground(
        logger,
        engine.tell('changed', () => ({ paths: [path] })),
      );
  };
  return Disposable.from(
    watch(Uri.joinPath(Uri.file(opened.storage), runsFolder), `*{${Object.values(noteSuffixes).join(',')}}`, noteWritten),
    watch(opened.uri, `**/*${recordSuffix}`, tableWritten),
    { dispose: () => clearTimeout(timer) },
  );
}
