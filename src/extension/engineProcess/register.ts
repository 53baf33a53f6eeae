import { join } from 'node:path';
import { t } from '@vscode/l10n';
import { type ExtensionContext, Disposable, EventEmitter, Uri, commands, workspace } from 'vscode';
import { Emitter } from '../../base/emitter.ts';
import type { HostDoor } from '../../door/hostDoor.ts';
import { isForEditorModel } from '../../protocol/editorModels.ts';
import type { DownloadOffer } from '../../protocol/modelLibrary.ts';
import type { Basics } from '../basics.ts';
import { showLog } from '../failures.ts';
import { offer } from '../messages.ts';
import { pathIn, placeIn, requireOpenFolder } from '../openFolder.ts';
import { createDoor, Destinations } from './door.ts';
import { PerFolder, standIn } from '../folders/perFolder.ts';
import type { EngineClient, EngineClientOptions } from './engineClient.ts';
import { FolderEngine } from './folderEngine.ts';
import type { FolderState } from './folderState.ts';
import { Notifications } from './notifications.ts';
import { forkEngine } from './forkEngine.ts';
import { ledgerMarkdown, type AskedQuestion } from './ledgerMarkdown.ts';

export interface EngineParts extends Pick<Basics, 'owned' | 'actions' | 'logger' | 'folders' | 'settings' | 'settingsOf'> {
  readonly context: ExtensionContext;
  /** Answers requests to the editor's own models. */
  readonly editorModels: EngineClientOptions['door'];
  /** Asks whether a model may be downloaded. */
  readonly consent: (offer: DownloadOffer) => Promise<boolean>;
  /** Those that the ledger names. */
  readonly questions: () => readonly AskedQuestion[];
}

export interface EngineFeature {
  /** What there is of each folder. */
  readonly engines: PerFolder<FolderEngine>;
  /** The engine of the folder that is meant, or of the run that a request is about. Tells what any engine tells. */
  readonly engine: EngineClient;
  /** What the engine of the folder that is meant has sent. Fires for each folder, and when another is current. */
  readonly index: FolderState;
  readonly door: HostDoor;
  readonly destinations: Destinations;
}

/** The engine process of each folder, which is started when it is first needed, and its only way to the network. */
export function registerEngine(parts: EngineParts): EngineFeature {
  const { context, owned, actions, logger, folders, settings, settingsOf, editorModels, consent, questions } = parts;
  const destinations = new Destinations(settings);
  const door = createDoor(context.secrets, destinations);
  const modelsFolder = join(context.globalStorageUri.fsPath, 'models');
  const notifications = owned.add(new Notifications());
  const [onDidEnd, onDidChange] = [new Emitter<string | undefined>(), new Emitter<void>()];
  owned.add(folders.onDidChange.on(() => onDidChange.fire()));
  const engines = owned.add(
    new PerFolder(
      folders,
      (folder) =>
        new FolderEngine({
          ...{ folder, folders, context, logger, consent, notifications, onDidEnd, onDidChange },
          settings: () => settingsOf(folder),
          fork: (isAfterFault) =>
            forkEngine(context.asAbsolutePath('dist/engine.js'), { ...settingsOf(folder), modelsFolder, isAfterFault }),
          door: {
            fetch: ({ url, ...request }, signal) =>
              folders.within(folder, () => (isForEditorModel(url) ? editorModels : door).fetch({ url, ...request }, signal)),
          },
        }),
    ),
  );
  const request: EngineClient['request'] = (method, params, options) => {
    if ('path' in params && typeof params.path === 'string' && /^(?:\.\.|file:\/)\//.test(params.path)) {
      const place = placeIn(requireOpenFolder(folders.meant).uri, params.path);
      const other = folders.of(place);
      const path = other && pathIn(other, place);
      if (path !== undefined) return engines.of(other).engine.request(method, { ...params, path }, options);
    }
    const folder = folders.within(folders.ofRequest(params), () => folders.meant);
    if (folder && 'runId' in params && typeof params.runId === 'string') folders.noteRun(params.runId, folder);
    return engines.of(folder).engine.request(method, params, options);
  };
  const engine = standIn(() => engines.meant.engine, { notifications, onDidEnd, request });
  const index = standIn(() => engines.meant.index, { onDidChange });
  owned.add(engine.onDidEnd.on((death) => death !== undefined && offer('warning', death, [showLog])));
  owned.add(registerLedger(door, questions));
  actions.commands({
    'ariadne.restartEngine': () => Promise.all(engines.all.map((one) => one.engine.restart())),
    'ariadne.showLedger': showLedger,
  });
  actions.messages({ 'show-ledger': showLedger });
  return { engines, engine, index, door, destinations };
}

const uri = Uri.from({ scheme: 'ariadne-ledger', path: `/${t('Network Ledger')}` });

/** The network ledger as a read-only document that is updated live. */
function registerLedger(door: HostDoor, questions: () => readonly AskedQuestion[]): Disposable {
  const changed = new EventEmitter<Uri>();
  const listening = door.onDidChange.on(() => changed.fire(uri));
  const provider = {
    onDidChange: changed.event,
    provideTextDocumentContent: () => ledgerMarkdown(door.ledger, door.totals, questions()),
  };
  return Disposable.from(workspace.registerTextDocumentContentProvider(uri.scheme, provider), changed, listening);
}

/** Opens it in a separate preview: VS Code's shared Markdown preview follows the active document and takes its name. */
async function showLedger(): Promise<void> {
  await commands.executeCommand('vscode.openWith', uri, 'vscode.markdown.preview.editor', { preview: false });
}
