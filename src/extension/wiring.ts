import { commands, Disposable, window, workspace } from 'vscode';
import type { App } from './app.ts';
import type { CommandId } from './contributions.ts';
import { showMessage } from './messages.ts';
import { inBackground } from './report.ts';

/** Connects events that concern several parts of the extension. */
export function wire(app: App): Disposable {
  const { engine, index, runs, changedSources, costAhead, pipelines, suggestions, door, panel, autoIndexer, downloads } = app;
  const start = (work: Promise<unknown>): void => inBackground(app.logger, work);
  return Disposable.from(
    engine.onDidOpen.on(() => {
      start(runs.refresh());
      start(pipelines.refresh());
      start(costAhead.refresh());
    }),
    engine.onDownload.on((progress) => downloads.progress(progress)),
    // Another engine knows nothing of what the one before has downloaded.
    engine.onDidOpen.on(() => downloads.endAll()),
    engine.onDidDie.on(() => downloads.endAll()),
    engine.onDidDie.on(tellDeath),
    runs.onDidEnd.on(() => start(costAhead.refresh())),
    // Another window may have renamed, deleted or asked something.
    window.onDidChangeWindowState(({ focused }) => {
      if (focused && runs.isKnown) start(runs.refresh());
    }),
    workspace.onDidChangeConfiguration((change) => {
      // What was never requested is requested when the engine opens.
      if (change.affectsConfiguration('ariadne') && pipelines.known.length > 0) start(costAhead.refresh());
    }),
    // A different first folder needs no listener: VS Code then restarts the extension host.
    workspace.onDidGrantWorkspaceTrust(() => {
      index.announce();
      start(app.wake().then(() => autoIndexer.check()));
    }),
    ...[
      index.onDidChange,
      runs.onDidChangeRuns,
      changedSources.onDidChange,
      costAhead.onDidChange,
      suggestions.onDidChange,
      pipelines.onDidChange,
    ].map((changed) => changed.on(() => panel.refresh())),
    // Also of documents that are not indexed automatically.
    workspace.onDidSaveTextDocument(() => changedSources.soon()),
    door.onDidChange.on(() => panel.refresh()),
  );
}

function tellDeath(sentence: string): void {
  const showLog = 'Show Log';
  void showMessage('warning', sentence, showLog).then((chosen) => {
    const command: CommandId = 'ariadne.showLog';
    if (chosen === showLog) void commands.executeCommand(command);
  });
}
