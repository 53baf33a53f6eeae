import type { ExtensionContext } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import type { Emitter } from '../../base/emitter.ts';
import type { WorkspaceFolders } from '../folders/workspaceFolders.ts';
import type { OpenFolder } from '../openFolder.ts';
import type { Settings } from '../settings.ts';
import { EngineClient, type EngineClientOptions } from './engineClient.ts';
import { engineTarget, surroundingsOf } from './engineTarget.ts';
import { FolderState } from './folderState.ts';
import type { Notifications } from './notifications.ts';

interface FolderEngineOptions extends Omit<EngineClientOptions, 'target'> {
  readonly folder: OpenFolder | undefined;
  readonly folders: WorkspaceFolders;
  readonly settings: () => Settings;
  readonly context: ExtensionContext;
  /** What those of all folders tell. */
  readonly notifications: Notifications;
  readonly onDidEnd: Emitter<string | undefined>;
  readonly onDidChange: Emitter<void>;
}

/** The engine of one folder of the workspace, and what it has sent. */
export class FolderEngine implements Disposable {
  readonly folder: () => OpenFolder | undefined;
  readonly settings: () => Settings;
  readonly engine: EngineClient;
  readonly index: FolderState;
  readonly #subscriptions = new DisposableStore();
  #waking: Promise<void> | undefined;

  constructor({ folder, folders, settings, context, notifications, onDidEnd, onDidChange, ...options }: FolderEngineOptions) {
    const parts = { folder: () => folder, settings };
    this.folder = parts.folder;
    this.settings = settings;
    this.engine = this.#subscriptions.add(new EngineClient({ ...options, target: () => engineTarget({ ...parts, context }) }));
    this.index = this.#subscriptions.add(new FolderState({ engine: this.engine, surroundings: () => surroundingsOf(parts) }));
    this.#subscriptions.add(
      this.engine.notifications.onAny((name, params) => {
        if (folder && name === 'runEvent') folders.noteRun((params as { readonly runId: string }).runId, folder);
        folders.within(folder, () => notifications.fire(name, params as never));
      }),
    );
    this.#subscriptions.add(this.engine.onDidEnd.on((death) => folders.within(folder, () => onDidEnd.fire(death))));
    this.#subscriptions.add(
      this.index.onDidChange.on(() => {
        if (folder) for (const { runId } of this.index.runs ?? []) folders.noteRun(runId, folder);
        folders.outside(() => onDidChange.fire());
      }),
    );
  }

  /** Reads what an earlier window left if there is something; otherwise starts nothing. */
  async wake(): Promise<void> {
    if (!this.#waking && this.index.readiness !== 'unknown') return;
    this.#waking ??= this.index.refresh().finally(() => (this.#waking = undefined));
    await this.#waking;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
