import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import type { DisposableStore } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { HostDoor } from '../../door/hostDoor.ts';
import { isForEditorModel } from '../../protocol/editorModels.ts';
import type { DownloadOffer } from '../../protocol/modelLibrary.ts';
import type { Actions } from '../actions.ts';
import { showLog } from '../failures.ts';
import { offer } from '../messages.ts';
import type { OpenFolder } from '../openFolder.ts';
import type { Settings } from '../settings.ts';
import { createDoor, Destinations } from './door.ts';
import { EngineClient, type EngineClientOptions } from './engineClient.ts';
import { engineTarget, surroundingsOf } from './engineTarget.ts';
import { FolderState } from './folderState.ts';
import { forkEngine } from './forkEngine.ts';
import { registerLedger, showLedger, type AskedQuestion } from './ledgerDocument.ts';

export interface EngineParts {
  readonly context: ExtensionContext;
  readonly owned: DisposableStore;
  readonly actions: Actions;
  readonly logger: Logger;
  readonly folder: () => OpenFolder | undefined;
  readonly settings: () => Settings;
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
      fork: () => forkEngine(context.asAbsolutePath('dist/engine.js'), { ...settings(), modelsFolder }),
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
