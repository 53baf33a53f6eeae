import { join } from 'node:path';
import { window, workspace } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { messageOf } from '../base/errors.ts';
import { refuseOffline } from '../door/offline.ts';
import { isForEditorModel } from '../protocol/editorModels.ts';
import type { EngineParams } from '../protocol/engine.ts';
import type { App } from './app.ts';
import { ChannelLogger } from './diagnostics/channelLogger.ts';
import { answerNow } from './citing/answerNow.ts';
import { ChangedSources } from './citing/changedSources.ts';
import { CostAhead } from './asking/costAhead.ts';
import { createDoor, Destinations } from './engineProcess/door.ts';
import { Downloads } from './modelChoice/downloads.ts';
import { EditorModels } from './modelChoice/editorModels.ts';
import { EngineClient } from './engineProcess/engineClient.ts';
import { ExtractedDocuments } from './documents/extractedDocument.ts';
import { IndexMirror } from './index/indexMirror.ts';
import type { Surroundings } from './index/indexMirror.ts';
import { FolderMemory } from './folderMemory.ts';
import { forkEngine } from './engineProcess/forkEngine.ts';
import { IndexFiles } from './index/indexFiles.ts';
import { LastTextEditor } from './citing/lastTextEditor.ts';
import { hasStorage, openFolder, requireFolder } from './openFolder.ts';
import { ResearchPanel } from './panel/panel.ts';
import { panelState } from './panel/panelState.ts';
import { PinnedMirror } from './runs/pinnedMirror.ts';
import { PipelineList } from './engineProcess/pipelineList.ts';
import { FollowUps } from './asking/followUps.ts';
import { Previews } from './asking/previews.ts';
import { RunsMirror } from './runs/runsMirror.ts';
import { QuestionsViewState } from './runs/questionsViewState.ts';
import { CurrentSettings, readSettings } from './settings.ts';
import { siblingStorages } from './siblingStorages.ts';
import { SourceHighlight } from './citing/sourceHighlight.ts';
import { SuggestionsMirror } from './asking/suggestionsMirror.ts';
import { findTables } from './tables/tableFiles.ts';
import { TableRuns } from './tables/tableRuns.ts';
import { AutoIndexer } from './index/autoIndexer.ts';

/** The composition root: creates everything with a lifetime, each part after those it uses, and disposes of it with the extension. */
export function createApp(context: ExtensionContext): App {
  const owned = new DisposableStore();
  context.subscriptions.push(owned);
  const logger = new ChannelLogger(owned.add(window.createOutputChannel('Ariadne', { log: true })));
  const folder: App['folder'] = () => openFolder(context);
  const currentSettings = owned.add(new CurrentSettings(() => readSettings(folder()?.uri, logger)));
  const settings: App['settings'] = () => currentSettings.get();
  const memory = new FolderMemory(context.workspaceState, logger);
  const destinations = new Destinations(settings);
  const door = createDoor(context.secrets, destinations);
  const editorModels = new EditorModels({ access: context.languageModelAccessInformation, settings, ledger: door });

  const engine = owned.add(
    new EngineClient({
      fork: () => forkEngine(context.asAbsolutePath('dist/engine.js'), { ...settings(), modelsFolder: modelsFolder(context) }),
      target: () => engineTarget(context, { folder, settings }),
      consent: (offer) => downloads.consent(offer),
      door: { fetch: (request, signal) => (isForEditorModel(request.url) ? editorModels : door).fetch(request, signal) },
      logger,
    }),
  );
  const { onDidOpen, onIndexProgress, onRunEvent, onWriting } = engine;
  const downloads: Downloads = new Downloads({ engine, hubUrl: () => settings().hubUrl, logger });
  const index = owned.add(
    new IndexMirror({ engine, onDidOpen, onIndexProgress, surroundings: () => surroundingsOf({ folder, settings }) }),
  );
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
  const runs = owned.add(new RunsMirror({ engine, onRunEvent, memory, unindexed: () => autoIndexer.unindexed }));
  const wake = wakeOf({ index, runs });
  const onFailure = (error: unknown): void => logger.log('warn', 'suggestions', messageOf(error));
  const suggestions = owned.add(new SuggestionsMirror({ engine, index, onFailure }));
  const costAhead = new CostAhead(engine, settings);
  const pipelines = new PipelineList(engine);

  const pinned = owned.add(
    new PinnedMirror({
      engine,
      index,
      runs,
      findTables: () => findTables(folder()),
      models: () => settings().models,
      isAllowed: () => workspace.isTrusted && folder()?.isOnDisk === true,
      logger,
    }),
  );

  const changedSources: ChangedSources = owned.add(
    new ChangedSources({
      index,
      runs,
      async compare(runId) {
        const trace = await runs.trace(runId);
        return trace.finished ? (await answerNow({ engine, folder, settings, logger, changedSources }, trace)).changed : [];
      },
      logger,
    }),
  );
  const around = { folder, index, settings, runs, changedSources, costAhead, suggestions, pipelines, door };
  const { extensionUri } = context;
  const panel = owned.add(new ResearchPanel({ extensionUri, logger, runs, onWriting, wake, state: () => panelState(around) }));
  return {
    ...around,
    destinations,
    editorModels,
    downloads,
    context,
    logger,
    engine,
    memory,
    autoIndexer,
    wake,
    panel,
    files: new IndexFiles({ engine, index }),
    extracted: owned.add(new ExtractedDocuments({ engine, index, folder, settings, logger })),
    previews: owned.add(new Previews(engine)),
    followUps: owned.add(new FollowUps(engine)),
    tables: owned.add(new TableRuns(engine)),
    pinned,
    questionsView: new QuestionsViewState(),
    lastTextEditor: owned.add(new LastTextEditor()),
    highlight: owned.add(new SourceHighlight()),
  };
}

/** Downloaded models, for all windows. */
function modelsFolder({ globalStorageUri }: ExtensionContext): string {
  return join(globalStorageUri.fsPath, 'models');
}

/** @throws AriadneError `no-folder`, `virtual-folder` or `offline` */
function engineTarget(context: ExtensionContext, { folder, settings }: Pick<App, 'folder' | 'settings'>): EngineParams<'open'> {
  const { uri, storage } = requireFolder(folder());
  const { indexUri, isOffline } = settings();
  if (isOffline && indexUri?.includes('://') === true) refuseOffline(indexUri);
  const siblings = [...siblingStorages(context.globalState, storage)];
  return { folder: uri.fsPath, storage, siblings, indexUri };
}

function surroundingsOf({ folder, settings }: Pick<App, 'folder' | 'settings'>): Surroundings {
  const found = folder();
  const hasIndex = found !== undefined && (hasStorage(found) || settings().indexUri !== undefined);
  const kind = found === undefined ? 'none' : found.isOnDisk ? 'disk' : 'virtual';
  return { folder: kind, isTrusted: workspace.isTrusted, hasStorage: hasIndex };
}

/** Asks the engine at most once at a time. */
function wakeOf({ index, runs }: Pick<App, 'index' | 'runs'>): App['wake'] {
  let refreshing: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    await index.refresh();
    await runs.refresh();
  };
  return async () => {
    if (!refreshing && index.readiness !== 'unknown') return;
    refreshing ??= refresh().finally(() => (refreshing = undefined));
    await refreshing;
  };
}
