import { window, workspace } from 'vscode';
import type { ExtensionContext, Memento } from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { messageOf } from '../base/errors.ts';
import type { PipelineInfo } from '../protocol/engine.ts';
import type { App } from './app.ts';
import { ChannelLogger } from './channelLogger.ts';
import { CostAhead } from './costAhead.ts';
import { createDoor } from './door.ts';
import { EngineClient } from './engineClient.ts';
import { ExtractedDocuments } from './extractedDocument.ts';
import { IndexMirror } from './indexMirror.ts';
import { forkEngine } from './forkEngine.ts';
import { IndexFiles } from './indexFiles.ts';
import { LastTextEditor } from './lastTextEditor.ts';
import { hasStorage, openFolder, requireFolder } from './openFolder.ts';
import { ResearchPanel } from './panel.ts';
import { actForPanel, panelState } from './panelActions.ts';
import { Previews } from './previews.ts';
import { inBackground } from './report.ts';
import { RunsMirror } from './runsMirror.ts';
import { RunsViewState } from './runsViewState.ts';
import { CurrentSettings, readSettings } from './settings.ts';
import { siblingStorages } from './siblingStorages.ts';
import { SourceHighlight } from './sourceHighlight.ts';
import { Suggestions } from './suggestions.ts';
import { AutoIndexer } from './autoIndexer.ts';
import type { AutoIndexerMemory } from './autoIndexer.ts';

/** The composition root: everything with a lifetime is made here, in dependency order, and released with the extension. */
export function createApp(context: ExtensionContext): App {
  const owned = new DisposableStore();
  context.subscriptions.push(owned);
  const channel = owned.add(window.createOutputChannel('Ariadne', { log: true }));
  const logger = new ChannelLogger(channel);
  const folder: App['folder'] = () => openFolder(context);
  const currentSettings = owned.add(new CurrentSettings(() => readSettings(folder()?.uri, logger)));
  const settings: App['settings'] = () => currentSettings.get();
  const door = createDoor(context.secrets, settings);
  const engine = owned.add(
    new EngineClient({
      fork: () => forkEngine(context.asAbsolutePath('dist/engine.js'), settings().baseUrl),
      target: () => {
        const { uri, storage } = requireFolder(folder());
        const { dataset } = settings();
        const siblings = [...siblingStorages(context.globalState, storage)];
        return { folder: uri.fsPath, storage, siblings, ...(dataset === undefined ? {} : { dataset }) };
      },
      door,
      logger,
    }),
  );
  const { onDidOpen, onIndexProgress, onRunEvent } = engine;
  const index = owned.add(
    new IndexMirror({
      engine,
      onDidOpen,
      onIndexProgress,
      surroundings: () => {
        const found = folder();
        const hasIndex = found !== undefined && (hasStorage(found) || settings().dataset !== undefined);
        return { folder: folderKind(found), isTrusted: workspace.isTrusted, hasStorage: hasIndex };
      },
    }),
  );
  const files = new IndexFiles({ engine, index });
  const remember = (key: string, value: unknown): void => inBackground(logger, Promise.resolve(context.workspaceState.update(key, value)));
  const memory = autoIndexerMemory(context.workspaceState, remember);
  const autoIndexer = owned.add(
    new AutoIndexer({
      index,
      onDidOpen,
      request: () => {
        const { discovery, models } = settings();
        return { discovery, models };
      },
      isAllowed: () => workspace.isTrusted && folder()?.isOnDisk === true,
      isWatching: () => settings().isWatching,
      memory,
      logger,
    }),
  );
  const extracted = owned.add(new ExtractedDocuments({ engine, index, folder, settings, logger }));
  const shownRun = {
    get: () => context.workspaceState.get<string>('shownRun'),
    set: (runId: string | undefined) => remember('shownRun', runId),
  };
  const runs = owned.add(new RunsMirror({ engine, onRunEvent, memory: shownRun }));
  const costAhead = new CostAhead(engine, settings);
  const previews = owned.add(new Previews(engine));
  const suggestions = owned.add(
    new Suggestions({ engine, index, onFailure: (error) => logger.log('warn', 'suggestions', messageOf(error)) }),
  );
  let pipelines: readonly PipelineInfo[] = [];
  onDidOpen.on(() => {
    inBackground(logger, runs.refresh());
    inBackground(logger, learnPipelines());
    inBackground(logger, costAhead.refresh());
  });
  // Another window may have noted, deleted or asked something.
  owned.add(
    window.onDidChangeWindowState(({ focused }) => {
      if (focused && runs.isKnown) inBackground(logger, runs.refresh());
    }),
  );
  runs.onDidEnd.on(() => inBackground(logger, costAhead.refresh()));
  owned.add(
    workspace.onDidChangeConfiguration((change) => {
      // What was never asked for is asked for when the engine opens.
      if (change.affectsConfiguration('ariadne') && pipelines.length > 0) inBackground(logger, costAhead.refresh());
    }),
  );
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
  owned.add(costAhead.onDidChange.on(() => panel.refresh()));
  owned.add(suggestions.onDidChange.on(() => panel.refresh()));
  owned.add(door.onDidChange.on(() => panel.refresh()));
  const lastTextEditor = owned.add(new LastTextEditor());
  const highlight = owned.add(new SourceHighlight());
  const app: App = {
    context,
    logger,
    door,
    engine,
    index,
    files,
    autoIndexer,
    extracted,
    highlight,
    memory,
    runs,
    costAhead,
    previews,
    runsView: new RunsViewState(),
    suggestions,
    panel,
    lastTextEditor,
    folder,
    settings,
    wake,
  };
  return app;
}

function folderKind(folder: ReturnType<App['folder']>): 'none' | 'virtual' | 'disk' {
  if (!folder) return 'none';
  return folder.isOnDisk ? 'disk' : 'virtual';
}

function autoIndexerMemory(state: Memento, remember: (key: string, value: boolean) => void): AutoIndexerMemory {
  return {
    get isLargeConfirmed() {
      return state.get('isLargeConfirmed', false);
    },
    set isLargeConfirmed(value) {
      remember('isLargeConfirmed', value);
    },
    get isStopped() {
      return state.get('isStopped', false);
    },
    set isStopped(value) {
      remember('isStopped', value);
    },
  };
}
