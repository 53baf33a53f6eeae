import { commands, Disposable, workspace } from 'vscode';
import type { App } from './app.ts';
import { hasLab } from './testQuestions/labProcess.ts';

type ContextApp = Pick<App, 'context' | 'index' | 'runs' | 'questionsView' | 'pinned' | 'settings'>;

/** Sets the context keys that menus and welcome texts use. */
export function registerContextKeys({ context, index, runs, questionsView, pinned, settings }: ContextApp): Disposable {
  const known = new Map<string, unknown>();
  const set = (key: string, value: unknown): void => {
    if (known.get(key) === value) return;
    known.set(key, value);
    void commands.executeCommand('setContext', key, value);
  };
  const update = (): void => {
    set('ariadne.hasFolder', workspace.workspaceFolders !== undefined);
    set('ariadne.readiness', index.readiness);
    set('ariadne.hasIndex', index.readiness === 'ready' || index.status.documents > 0);
    set('ariadne.isPartial', index.status.state === 'partial');
    set('ariadne.isIndexing', index.isIndexing);
    set('ariadne.isWorkingOnIndex', index.work.length > 0);
    set('ariadne.isAnswering', runs.runningId !== undefined);
    set('ariadne.isBusy', index.work.length > 0 || runs.runningId !== undefined);
    set('ariadne.hasRuns', runs.runs.length > 0);
    set('ariadne.hasPinned', pinned.tables.length > 0 || runs.runs.some(({ isPinned }) => isPinned));
    set(
      'ariadne.usesModels',
      Object.values(settings().models).some((id) => id !== undefined && id !== 'builtin'),
    );
    set('ariadne.isSearchingRuns', questionsView.words !== '');
  };
  set('ariadne.hasLab', hasLab(context.asAbsolutePath('dist/lab.js')));
  update();
  return Disposable.from(
    index.onDidChange.on(update),
    runs.onDidChangeRuns.on(update),
    questionsView.onDidSearch.on(update),
    pinned.onDidChange.on(update),
    workspace.onDidChangeConfiguration(update),
  );
}
