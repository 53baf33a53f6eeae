import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of this user's Ariadne caches: those of the command line, and what it shares with the editor. */
export function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const cache =
    process.platform === 'win32' && LOCALAPPDATA
      ? LOCALAPPDATA
      : process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Caches')
        : (XDG_CACHE_HOME ?? join(homedir(), '.cache'));
  return join(cache, 'ariadne');
}
