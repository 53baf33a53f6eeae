/** What the providers of models on this machine take from the engine's host. */
import { join } from 'node:path';
import type { Logger } from '../../base/logger.ts';
import type { Fetch } from '../models.ts';
import type { EngineFiles } from './engineFiles.ts';
import type { LocalProvidersOptions, ModelsHost } from './localProviders.ts';
import { ModelLibrary } from './modelLibrary.ts';
import { calibrationsFolder } from './readerCalibrations.ts';

interface HostOfModels {
  readonly fetch: Fetch;
  readonly files: EngineFiles;
  readonly logger: Logger;
  readonly models?: ModelsHost;
}

export function localOf(host: HostOfModels, storage: string): LocalProvidersOptions {
  const { fetch, files, logger, models } = host;
  return {
    library: new ModelLibrary(fetch, models?.folder ?? join(storage, 'models')),
    files: files.models,
    host: hostOfModels(host),
    onNotice: (message) => logger.log('warn', 'models', message),
    calibrations: calibrationsFolder(),
  };
}

/** A host that says nothing about models agrees to no download. */
export function hostOfModels({ models }: Pick<HostOfModels, 'models'>): LocalProvidersOptions['host'] {
  return models ?? { consent: () => Promise.resolve(false), onDownload: () => undefined };
}
