import './configureZod.ts';
import { commands, workspace } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { registerCommands } from './commands.ts';
import { registerContextKeys } from './contextKeys.ts';
import type { CommandId } from './contributions.ts';
import { createApp } from './createApp.ts';
import { followSettings } from './followSettings.ts';
import { registerHover } from './hover.ts';
import { registerIndexView } from './indexView.ts';
import { registerLedger } from './ledgerDocument.ts';
import { showMessage } from './messages.ts';
import { inBackground } from './report.ts';
import { registerStatusBar } from './statusBar.ts';
import { registerTracesView } from './tracesView.ts';
import { registerWatcher } from './watcher.ts';

/** Builds and registers; starts no process and reads no file. Where an earlier window has left an index, the watcher soon has the engine look at it. */
export function activate(context: ExtensionContext): void {
  const app = createApp(context);
  context.subscriptions.push(
    registerCommands(app),
    registerContextKeys(app),
    registerTracesView(app),
    registerIndexView(app),
    registerStatusBar(app),
    registerHover(app),
    registerLedger(app.door),
    registerWatcher(app),
    followSettings(app),
    app.engine.onDidDie.on((sentence) => tellDeath(sentence)),
    // Another first folder needs no listener: VS Code restarts the extension host.
    workspace.onDidGrantWorkspaceTrust(() => {
      app.index.announce();
      inBackground(
        app.logger,
        app.wake().then(() => app.autoIndexer.check()),
      );
    }),
  );
}

function tellDeath(sentence: string): void {
  const showLog = 'Show Log';
  void showMessage('warning', sentence, showLog).then((chosen) => {
    const command: CommandId = 'ariadne.showLog';
    if (chosen === showLog) void commands.executeCommand(command);
  });
}
