import { join } from 'node:path';
import { cacheFolder } from '../../base/cacheFolder.ts';

/** What readers are fitted to: in a folder of the user, so that the command line and all windows read the same. */
export function calibrationsFolder(): string {
  return join(cacheFolder(), 'readers');
}
