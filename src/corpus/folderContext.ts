import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { isAriadneError } from '../base/errors.ts';
import { decode } from './decode.ts';
import type { ReadContext } from './document.ts';
import { readerOf } from './readers/allReaders.ts';

/** What a reader may look at on a disk: nothing outside of the folder, also not through links. */
export function folderContext(folder: string, maxFileBytes: number): ReadContext {
  return {
    textOf(path) {
      // What is no document, a file of secrets for example, is no part of one either.
      if (readerOf(path)?.kind !== 'text') return undefined;
      return found(() => {
        const file = insideOf(folder, path);
        const stats = file === undefined ? undefined : statSync(file);
        if (file === undefined || stats?.isFile() !== true || stats.size > maxFileBytes) return undefined;
        return decode(readFileSync(file));
      });
    },
    filesIn(path) {
      const names = found(() => {
        const inside = insideOf(folder, path);
        if (inside === undefined) return undefined;
        return readdirSync(inside, { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
          .sort();
      });
      return names ?? [];
    },
  };
}

/** Where a path of the folder really is; undefined when that is outside. */
function insideOf(folder: string, path: string): string | undefined {
  const root = realpathSync(folder);
  // Asked before the file system is: a path that leads out is not even looked at.
  if (!isBelow(root, resolve(root, path))) return undefined;
  const target = realpathSync(join(root, path));
  return isBelow(root, target) ? target : undefined;
}

function isBelow(root: string, target: string): boolean {
  const inside = relative(root, target);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && resolve(root, inside) === target;
}

/** What a reader asks for may not be there, or be no text: that is an answer, not an error. */
function found<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isAriadneError(error) || hasSystemCode(error)) return undefined;
    throw error;
  }
}

function hasSystemCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
