import type { Basics } from '../basics.ts';
import { workspace, type ExtensionContext } from 'vscode';
import { wantedNow } from '../answerForms.ts';
import { refuseOffline } from '../../door/offline.ts';
import type { EngineParams } from '../../protocol/engine.ts';
import type { FollowedSettings } from '../../protocol/indexRequests.ts';
import { hasStorage, requireOpenFolder } from '../openFolder.ts';
import type { Surroundings } from './folderState.ts';
import { siblingStorages } from '../storages.ts';

interface TargetParts extends Pick<Basics, 'folder' | 'settings'> {
  readonly context: ExtensionContext;
}

/** What an engine opens. @throws AriadneError `no-folder`, `virtual-folder` or `offline` */
export function engineTarget({ context, folder, settings }: TargetParts): EngineParams<'open'> {
  const { uri, storage } = requireOpenFolder(folder());
  const { indexUri, isOffline } = settings();
  if (isOffline && indexUri?.includes('://') === true) refuseOffline(indexUri);
  const siblings = [...siblingStorages(context.globalState, storage)];
  return { folder: uri.fsPath, storage, siblings, indexUri, settings: settingsToFollow({ folder, settings }) };
}

/** What the engine goes by when it indexes unasked. */
export function settingsToFollow({ folder, settings }: Pick<TargetParts, 'folder' | 'settings'>): FollowedSettings {
  const now = settings();
  const { discovery, models, isWatching, pipeline, params } = now;
  const isAllowed = workspace.isTrusted && folder()?.isOnDisk === true;
  return { discovery, models, isWatching, isAllowed, question: { pipeline, params, ...wantedNow(now) } };
}

export function surroundingsOf({ folder, settings }: Pick<TargetParts, 'folder' | 'settings'>): Surroundings {
  const found = folder();
  const hasIndex = found !== undefined && (hasStorage(found) || settings().indexUri !== undefined);
  const kind = found === undefined ? 'none' : found.isOnDisk ? 'disk' : 'virtual';
  return { folder: kind, isTrusted: workspace.isTrusted, hasStorage: hasIndex };
}
