import './configureZod.ts';
import type { ExtensionContext } from 'vscode';
import { registerActions } from './actions.ts';
import { registerContextKeys } from './contextKeys.ts';
import { createApp } from './createApp.ts';
import { followSettings } from './followSettings.ts';
import { registerHover } from './citing/hover.ts';
import { registerIndexView } from './index/indexView.ts';
import { registerLedger } from './engineProcess/ledgerDocument.ts';
import { registerStatusBar } from './statusBar.ts';
import { registerQuestionsView } from './runs/questionsView.ts';
import { registerRunNoteFiles } from './runs/runNoteFiles.ts';
import { registerTableEditor } from './tables/tableEditor.ts';
import { registerTableFiles } from './tables/tableFiles.ts';
import { registerWatcher } from './index/watcher.ts';
import { wire } from './wiring.ts';

/**
 * Builds and registers everything; starts no process and reads no file. If an earlier window has left an index, the watcher soon has the
 * engine check it.
 */
export function activate(context: ExtensionContext): void {
  const app = createApp(context);
  context.subscriptions.push(
    wire(app),
    registerActions(app),
    registerContextKeys(app),
    registerQuestionsView(app),
    registerIndexView(app),
    registerStatusBar(app),
    registerHover(app),
    registerLedger(app),
    registerTableEditor(app),
    registerTableFiles(app),
    registerRunNoteFiles(app),
    registerWatcher(app),
    followSettings(app),
  );
}
