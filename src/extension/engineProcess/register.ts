import { join } from 'node:path';
import { t } from '@vscode/l10n';
import { type ExtensionContext, Disposable, EventEmitter, Uri, commands, workspace } from 'vscode';
import type { HostDoor } from '../../door/hostDoor.ts';
import { isForEditorModel } from '../../protocol/editorModels.ts';
import type { DownloadOffer } from '../../protocol/modelLibrary.ts';
import type { Basics } from '../basics.ts';
import { showLog } from '../failures.ts';
import { offer } from '../messages.ts';
import { createDoor, Destinations } from './door.ts';
import { EngineClient, type EngineClientOptions } from './engineClient.ts';
import { engineTarget, surroundingsOf } from './engineTarget.ts';
import { FolderState } from './folderState.ts';
import { forkEngine } from './forkEngine.ts';
import { ledgerMarkdown, type AskedQuestion } from './ledgerMarkdown.ts';

export interface EngineParts extends Pick<Basics, 'owned' | 'actions' | 'logger' | 'folder' | 'settings'> {
  readonly context: ExtensionContext;
  /** Answers requests to the editor's own models. */
  readonly editorModels: EngineClientOptions['door'];
  /** Asks whether a model may be downloaded. */
  readonly consent: (offer: DownloadOffer) => Promise<boolean>;
  /** Those that the ledger names. */
  readonly questions: () => readonly AskedQuestion[];
}

export interface EngineFeature {
  readonly engine: EngineClient;
  /** What the engine has sent of the folder. */
  readonly index: FolderState;
  readonly door: HostDoor;
  readonly destinations: Destinations;
}

/** The engine process, which is started when it is first needed, and its only way to the network. */
export function registerEngine(parts: EngineParts): EngineFeature {
  const { context, owned, actions, logger, settings, editorModels, consent, questions } = parts;
  const destinations = new Destinations(settings);
  const door = createDoor(context.secrets, destinations);
  const modelsFolder = join(context.globalStorageUri.fsPath, 'models');
  const engine = owned.add(
    new EngineClient({
      fork: (isAfterFault) => forkEngine(context.asAbsolutePath('dist/engine.js'), { ...settings(), modelsFolder, isAfterFault }),
      target: () => engineTarget(parts),
      consent,
      door: { fetch: (request, signal) => (isForEditorModel(request.url) ? editorModels : door).fetch(request, signal) },
      logger,
    }),
  );
  const index = owned.add(new FolderState({ engine, surroundings: () => surroundingsOf(parts) }));
  owned.add(engine.onDidEnd.on((death) => death !== undefined && offer('warning', death, [showLog])));
  owned.add(registerLedger(door, questions));
  actions.commands({ 'ariadne.restartEngine': () => engine.restart(), 'ariadne.showLedger': showLedger });
  actions.messages({ 'show-ledger': showLedger });
  return { engine, index, door, destinations };
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
