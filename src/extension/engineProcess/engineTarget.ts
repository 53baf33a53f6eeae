import type { ExtensionContext } from 'vscode';
import { refuseOffline } from '../../door/offline.ts';
import type { EngineParams } from '../../protocol/engine.ts';
import { requireFolder, type OpenFolder } from '../openFolder.ts';
import type { Settings } from '../settings.ts';
import { siblingStorages } from '../siblingStorages.ts';

interface TargetParts {
  readonly context: ExtensionContext;
  readonly folder: () => OpenFolder | undefined;
  readonly settings: () => Settings;
}

/** What an engine opens. @throws AriadneError `no-folder`, `virtual-folder` or `offline` */
export function engineTarget({ context, folder, settings }: TargetParts): EngineParams<'open'> {
  const { uri, storage } = requireFolder(folder());
  const { indexUri, isOffline } = settings();
  if (isOffline && indexUri?.includes('://') === true) refuseOffline(indexUri);
  const siblings = [...siblingStorages(context.globalState, storage)];
  return { folder: uri.fsPath, storage, siblings, indexUri };
}
