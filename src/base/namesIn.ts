import { readdirSync } from 'node:fs';
import { isSystemError } from './errors.ts';

/** Names of the entries of a folder, in no order; none when the folder is not there. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}
