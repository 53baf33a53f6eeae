import { Uri, commands, workspace } from 'vscode';
import { inBackground } from '../report.ts';
import { explainFileCommand } from './explainFile.ts';
import { ensureIndex, indexCommand, indexFolder } from './indexCommand.ts';
import { followSettings } from './followSettings.ts';
import { IndexFiles } from './indexFiles.ts';
import { registerIndexView } from './indexView.ts';
import { registerWatcher } from './watcher.ts';
import { originalOf } from '../documents/extractedDocument.ts';
import { type OpenFolder, requireOpenFolder } from '../openFolder.ts';
import { extractedScheme } from '../viewIds.ts';
import { pathOfItem } from './documentTree.ts';
import type { Uses } from '../parts.ts';

export type IndexParts = Uses<
  'owned' | 'actions' | 'logger' | 'folder' | 'settings' | 'engine' | 'index' | 'door' | 'isPanelVisible' | 'wake'
>;

export type IndexFeature = Uses<'ensureIndex'>;

/** The folder's index: its state, its view, and keeping it up to date. */
export function registerIndex(parts: IndexParts): IndexFeature {
  const { owned, actions, logger, folder, engine, index, wake } = parts;
  const app = { ...parts, files: new IndexFiles({ engine, index }) };
  owned.add(registerIndexView(app));
  owned.add(registerWatcher(app));
  owned.add(followSettings(app));
  // A different first folder needs no listener: VS Code then restarts the extension host.
  owned.add(
    workspace.onDidGrantWorkspaceTrust(() => {
      index.announce();
      inBackground(logger, wake());
    }),
  );
  actions.commands({
    'ariadne.index': () => indexCommand(app),
    'ariadne.stopIndexing': () => engine.tell('stop', {}),
    'ariadne.explainFile': (argument) => explainFileCommand(app, argument),
    'ariadne.openOriginal': (argument) => openOriginal(folder(), argument),
  });
  // The panel shows the result.
  actions.messages({ index: () => indexFolder(app) });
  return { ensureIndex: () => ensureIndex(app) };
}

/**
 * `ariadne.openOriginal`: opens the file itself in the editor that is registered for it.
 * @param argument the address of its text, or an item of the index view
 */
async function openOriginal(folder: OpenFolder | undefined, argument: unknown): Promise<void> {
  const path = pathOfItem(argument);
  const uri = path === undefined ? argument : Uri.joinPath(requireOpenFolder(folder).uri, path);
  if (uri instanceof Uri) await commands.executeCommand('vscode.open', uri.scheme === extractedScheme ? originalOf(uri) : uri);
}
