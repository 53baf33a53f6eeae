import { isAriadneError } from '../../base/errors.ts';
import type { ModelList } from '../../protocol/modelLibrary.ts';
import type { Uses } from '../parts.ts';

/** The list of the engine; undefined where it cannot run, because there is no folder for it. */
export async function modelsOnMachine(app: Uses<'settings' | 'engine'>): Promise<ModelList | undefined> {
  try {
    return await app.engine.request('models', { models: app.settings().models });
  } catch (error) {
    if (isAriadneError(error, 'no-folder') || isAriadneError(error, 'virtual-folder')) return undefined;
    throw error;
  }
}
