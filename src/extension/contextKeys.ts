import { commands, workspace } from 'vscode';
import type { Uses } from './parts.ts';

type ContextApp = Uses<'owned' | 'settings' | 'index' | 'runs' | 'questionsView'>;

/** Sets the context keys that menus and welcome texts use. */
export function registerContextKeys({ owned, index, runs, questionsView, settings }: ContextApp): void {
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
    set('ariadne.hasPinned', index.known.tables.length > 0 || runs.runs.some(({ isPinned }) => isPinned));
    set(
      'ariadne.usesModels',
      Object.values(settings().models).some((id) => id !== undefined && id !== 'builtin'),
    );
    set('ariadne.isSearchingRuns', questionsView.words !== '');
  };
  update();
  for (const changed of [index.onDidChange, runs.onDidChangeRuns, questionsView.onDidSearch]) owned.add(changed.on(update));
  owned.add(workspace.onDidChangeConfiguration(update));
}
