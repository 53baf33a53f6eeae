import { readdirSync } from 'node:fs';
import { isSystemError } from './errors.ts';

/** Names of a folder's entries, in no order; none when the folder does not exist. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}
