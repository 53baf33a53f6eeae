import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { isAriadneError } from '../base/errors.ts';
import { decode } from './decode.ts';
import type { ReadContext } from './document.ts';
import { readerOf } from './readers/allReaders.ts';

/** Gives a reader access to files on disk, but to nothing outside the folder, links included. */
export function folderContext(folder: string, maxFileBytes: number): ReadContext {
  return {
    textOf(path) {
      // A file that is not a document, such as a file of secrets, must not become part of one.
      if (readerOf(path)?.kind !== 'text') return undefined;
      return found(() => {
        const file = insideOf(folder, path);
        const stats = file === undefined ? undefined : statSync(file);
        if (file === undefined || stats?.isFile() !== true || stats.size > maxFileBytes) return undefined;
        return decode(readFileSync(file)).text;
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

/** The real path of a path in the folder; undefined when it is outside. */
function insideOf(folder: string, path: string): string | undefined {
  const root = realpathSync(folder);
  // Checked before the file system is used, so that a path outside the folder is not even looked up.
  if (!isBelow(root, resolve(root, path))) return undefined;
  const target = realpathSync(join(root, path));
  return isBelow(root, target) ? target : undefined;
}

function isBelow(root: string, target: string): boolean {
  const inside = relative(root, target);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && resolve(root, inside) === target;
}

/** A file that is missing or not text is an answer to the reader, not an error. */
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
