import { window, type ExtensionContext, type Memento } from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { Actions } from './actions.ts';
import { ChannelLogger } from './diagnostics/channelLogger.ts';
import { WorkspaceFolders } from './folders/workspaceFolders.ts';
import { PerFolder } from './folders/perFolder.ts';
import { openFolders, type OpenFolder } from './openFolder.ts';
import { CurrentSettings, readSettings, type Settings } from './settings.ts';

export interface Basics {
  /** What lives as long as the extension. */
  readonly owned: DisposableStore;
  readonly logger: ChannelLogger;
  readonly actions: Actions;
  readonly folders: WorkspaceFolders;
  /** The folder that is meant, if any; see `WorkspaceFolders`. */
  readonly folder: () => OpenFolder | undefined;
  /** Those of this folder. */
  readonly settings: () => Settings;
  readonly settingsOf: (folder: OpenFolder | undefined) => Settings;
  /** Of this workspace, across reloads of the window. */
  readonly memory: Memento;
}

/** What does not depend on any feature. */
export function createBasics(context: ExtensionContext): Basics {
  const owned = new DisposableStore();
  context.subscriptions.push(owned);
  const logger = new ChannelLogger(owned.add(window.createOutputChannel('Ariadne', { log: true })));
  const folders = owned.add(new WorkspaceFolders(() => openFolders(context)));
  const settings = owned.add(new PerFolder(folders, (folder) => new CurrentSettings(() => readSettings(folder?.uri, logger))));
  return {
    ...{ owned, logger, folders, memory: context.workspaceState },
    actions: owned.add(new Actions(logger, folders)),
    folder: () => folders.meant,
    settings: () => settings.meant.get(),
    settingsOf: (folder) => settings.of(folder).get(),
  };
}
