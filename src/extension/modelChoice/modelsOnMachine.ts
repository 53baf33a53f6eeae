import { isAriadneError } from '../../base/errors.ts';
import type { ModelList } from '../../protocol/modelLibrary.ts';
import type { App } from '../app.ts';

/** The list of the engine; undefined where it cannot run, because there is no folder for it. */
export async function modelsOnMachine({ engine, settings }: Pick<App, 'engine' | 'settings'>): Promise<ModelList | undefined> {
  try {
    return await engine.request('models', { models: settings().models });
  } catch (error) {
    if (isAriadneError(error, 'no-folder') || isAriadneError(error, 'virtual-folder')) return undefined;
    throw error;
  }
}
