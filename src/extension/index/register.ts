import { Disposable, Uri, workspace } from 'vscode';
import { inBackground } from '../report.ts';
import { explainFileCommand } from './explainFile.ts';
import { ensureIndex, indexCommand, indexFolder } from './indexCommand.ts';
import { registerIndexView } from './indexView.ts';
import { PerFolder } from '../folders/perFolder.ts';
import { registerWatcher } from './watcher.ts';
import { originalOf } from '../documents/extractedDocument.ts';
import { openOriginal } from '../documents/openOriginal.ts';
import { type OpenFolder, requireOpenFolder } from '../openFolder.ts';
import { extractedScheme } from '../viewIds.ts';
import { pathOfItem } from './documentTree.ts';
import type { Uses } from '../parts.ts';
import { settingsToFollow } from '../engineProcess/engineTarget.ts';
import { excludeSettings, type Settings } from '../settings.ts';

export type IndexParts = Uses<
  'owned' | 'actions' | 'logger' | 'folders' | 'folder' | 'settings' | 'engines' | 'engine' | 'index' | 'door' | 'isPanelVisible' | 'wake'
>;

export type IndexFeature = Uses<'ensureIndex'>;

/** The index of each folder: its state, its view, and keeping it up to date. */
export function registerIndex(parts: IndexParts): IndexFeature {
  const { owned, actions, logger, folders, folder, engines, engine, wake } = parts;
  const app = parts;
  owned.add(registerIndexView(app));
  owned.add(
    new PerFolder(folders, (opened) => {
      const own = engines.of(opened);
      const ofFolder = { logger, folder: own.folder, settings: own.settings, engine: own.engine, index: own.index, wake: () => own.wake() };
      return Disposable.from(registerWatcher(ofFolder), followSettings(ofFolder));
    }),
  );
  owned.add(workspace.onDidGrantWorkspaceTrust(() => inBackground(logger, wake())));
  actions.commands({
    'ariadne.index': () => indexCommand(app),
    'ariadne.stopIndexing': () => engine.tell('stop', () => ({})),
    'ariadne.explainFile': (argument) => explainFileCommand(app, argument),
    'ariadne.openOriginal': (argument) => openFile(folder(), argument),
  });
  // The panel shows the result.
  actions.messages({ index: () => indexFolder(app) });
  return { ensureIndex: () => ensureIndex(app) };
}

/**
 * `ariadne.openOriginal`: opens the file itself.
 * @param argument the address of its text, or an item of the index view
 */
async function openFile(folder: OpenFolder | undefined, argument: unknown): Promise<void> {
  const path = pathOfItem(argument);
  const uri = path === undefined ? argument : Uri.joinPath(requireOpenFolder(folder).uri, path);
  if (uri instanceof Uri) await openOriginal(uri.scheme === extractedScheme ? originalOf(uri) : uri);
}

/** Sends the engine changed settings, from which it knows what to repeat. The old index is used until then. */
function followSettings(app: Uses<'folder' | 'settings' | 'logger' | 'engine' | 'index'>): Disposable {
  let before = app.settings();
  const follow = (): void => {
    const after = app.settings();
    const was = before;
    before = after;
    // The engine receives these when it starts.
    if (atStart(after) !== atStart(was)) app.engine.invalidate();
    if (after.indexUri !== was.indexUri) {
      app.index.forget();
      inBackground(app.logger, app.index.refresh());
      return;
    }
    inBackground(
      app.logger,
      app.engine.tell('changed', () => ({ settings: settingsToFollow(app) })),
    );
    app.index.announce();
  };
  const trusted = workspace.onDidGrantWorkspaceTrust(follow);
  const changed = workspace.onDidChangeConfiguration((change) => {
    if (['ariadne', ...excludeSettings].some((section) => change.affectsConfiguration(section))) follow();
  });
  return { dispose: () => [trusted, changed].forEach((listening) => void listening.dispose()) };
}

function atStart({ indexUri, baseUrl, hubUrl, isOffline, timeouts }: Settings): string {
  return JSON.stringify([indexUri, baseUrl, hubUrl, isOffline, timeouts]);
}
