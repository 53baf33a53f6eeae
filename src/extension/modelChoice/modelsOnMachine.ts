import { isAriadneError } from '../../base/errors.ts';
import type { ModelList } from '../../protocol/modelLibrary.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import type { Settings } from '../settings.ts';

/** The list of the engine; undefined where it cannot run, because there is no folder for it. */
export async function modelsOnMachine({
  engine,
  settings,
}: {
  readonly engine: EngineRequests;
  readonly settings: () => Settings;
}): Promise<ModelList | undefined> {
  try {
    return await engine.request('models', { models: settings().models });
  } catch (error) {
    if (isAriadneError(error, 'no-folder') || isAriadneError(error, 'virtual-folder')) return undefined;
    throw error;
  }
}
