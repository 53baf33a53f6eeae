import { window, workspace } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { PipelineInfo } from '../protocol/engine.ts';
import type { App } from './app.ts';
import { ChannelLogger } from './channelLogger.ts';
import { createDoor } from './door.ts';
import { EngineClient } from './engineClient.ts';
import { FolderIndex } from './folderIndex.ts';
import { forkEngine } from './forkEngine.ts';
import { LastTextEditor } from './lastTextEditor.ts';
import { hasStorage, openFolder, requireFolder } from './openFolder.ts';
import { ResearchPanel } from './panel.ts';
import { actForPanel, panelState } from './panelActions.ts';
import { inBackground } from './report.ts';
import { RunStore } from './runStore.ts';
import { readSettings } from './settings.ts';

/** The composition root: everything with a lifetime is made here, in dependency order, and released with the extension. */
export function createApp(context: ExtensionContext): App {
  const owned = new DisposableStore();
  context.subscriptions.push(owned);
  const channel = owned.add(window.createOutputChannel('Ariadne', { log: true }));
  const logger = new ChannelLogger(channel);
  const folder: App['folder'] = () => openFolder(context);
  const settings: App['settings'] = () => readSettings(folder()?.uri, logger);
  const door = createDoor(context.secrets, settings);
  const engine = owned.add(
    new EngineClient({
      fork: () => forkEngine(context.asAbsolutePath('dist/engine.js'), settings().baseUrl),
      target: () => {
        const { uri, storage } = requireFolder(folder());
        return { folder: uri.fsPath, storage };
      },
      door,
      logger,
    }),
  );
  const { onDidOpen, onIndexProgress, onRunEvent } = engine;
  const index = owned.add(
    new FolderIndex({
      engine,
      onDidOpen,
      onIndexProgress,
      surroundings: () => {
        const found = folder();
        return { folder: folderKind(found), isTrusted: workspace.isTrusted, hasStorage: found !== undefined && hasStorage(found) };
      },
    }),
  );
  const memory = {
    get: () => context.workspaceState.get<string>('shownRun'),
    set: (runId: string | undefined) => inBackground(logger, Promise.resolve(context.workspaceState.update('shownRun', runId))),
  };
  const runs = owned.add(new RunStore({ engine, onRunEvent, memory }));
  let pipelines: readonly PipelineInfo[] = [];
  onDidOpen.on(() => {
    inBackground(logger, runs.refresh());
    inBackground(logger, learnPipelines());
  });
  const learnPipelines = async (): Promise<void> => {
    pipelines = await engine.request('pipelines', {});
    panel.refresh();
  };
  const learn = async (): Promise<void> => {
    await index.refresh();
    await runs.refresh();
  };
  let learning: Promise<void> | undefined;
  const wake = async (): Promise<void> => {
    if (!learning && index.readiness !== 'unknown') return;
    learning ??= learn().finally(() => (learning = undefined));
    await learning;
  };
  const panel = owned.add(
    new ResearchPanel({
      extensionUri: context.extensionUri,
      logger,
      runs,
      wake,
      state: () => panelState(app, pipelines),
      act: (message) => actForPanel(app, message),
    }),
  );
  owned.add(index.onDidChange.on(() => panel.refresh()));
  owned.add(runs.onDidChangeRuns.on(() => panel.refresh()));
  owned.add(door.onDidChange.on(() => panel.refresh()));
  const lastTextEditor = owned.add(new LastTextEditor());
  const app: App = { context, logger, door, engine, index, runs, panel, lastTextEditor, folder, settings, wake };
  return app;
}

function folderKind(folder: ReturnType<App['folder']>): 'none' | 'virtual' | 'disk' {
  if (!folder) return 'none';
  return folder.isOnDisk ? 'disk' : 'virtual';
}
