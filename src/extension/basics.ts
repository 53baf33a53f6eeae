import { window, type ExtensionContext, type Memento } from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { Actions } from './actions.ts';
import { ChannelLogger } from './diagnostics/channelLogger.ts';
import { openFolder, type OpenFolder } from './openFolder.ts';
import { CurrentSettings, readSettings, type Settings } from './settings.ts';

export interface Basics {
  /** What lives as long as the extension. */
  readonly owned: DisposableStore;
  readonly logger: ChannelLogger;
  readonly actions: Actions;
  /** The folder that Ariadne works on, if any. */
  readonly folder: () => OpenFolder | undefined;
  readonly settings: () => Settings;
  /** Of this folder, across reloads of the window. */
  readonly memory: Memento;
}

/** What does not depend on any feature. */
export function createBasics(context: ExtensionContext): Basics {
  const owned = new DisposableStore();
  context.subscriptions.push(owned);
  const logger = new ChannelLogger(owned.add(window.createOutputChannel('Ariadne', { log: true })));
  const folder = (): OpenFolder | undefined => openFolder(context);
  const settings = owned.add(new CurrentSettings(() => readSettings(folder()?.uri, logger)));
  return { owned, logger, actions: owned.add(new Actions(logger)), folder, settings: () => settings.get(), memory: context.workspaceState };
}
