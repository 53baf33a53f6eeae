import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAriadneError, isSystemError } from '../base/errors.ts';
import { linesOf } from '../citations/anchor.ts';
import { decode } from '../corpus/decode.ts';

/** Lines `startLine` to `endLine` (1-based, both included) of a document as it is now; null when it is gone, unreadable or shorter. */
export async function readSourceLines(folder: string, path: string, startLine: number, endLine: number): Promise<readonly string[] | null> {
  try {
    const lines = linesOf(decode(await readFile(join(folder, path))));
    return lines.length < endLine ? null : lines.slice(startLine - 1, endLine);
  } catch (error) {
    if (isAriadneError(error) || isSystemError(error, 'ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR')) return null;
    throw error;
  }
}
