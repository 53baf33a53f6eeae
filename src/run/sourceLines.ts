import pLimit from 'p-limit';
import { isAriadneError } from '../base/errors.ts';
import { linesOf } from '../citations/anchor.ts';
import type { SourceLines } from './quotedSource.ts';

/** Limits the number of documents that are in memory at once. */
const documentsAtOnce = 4;

/**
 * Lines `startLine` to `endLine` (1-based, inclusive) of a document as it is now; null when it is gone, unreadable or shorter. Requests for
 * a document that is being read share the reading.
 */
export function sourceLinesOf(sourceText: (path: string) => Promise<{ readonly text: string }>): SourceLines {
  const limit = pLimit(documentsAtOnce);
  const reading = new Map<string, Promise<readonly string[] | null>>();
  const read = async (path: string): Promise<readonly string[] | null> => {
    try {
      return linesOf((await limit(() => sourceText(path))).text);
    } catch (error) {
      if (isAriadneError(error)) return null;
      throw error;
    } finally {
      reading.delete(path);
    }
  };
  return async (path, startLine, endLine) => {
    const lines = reading.get(path) ?? read(path);
    reading.set(path, lines);
    const all = await lines;
    return all === null || all.length < endLine ? null : all.slice(startLine - 1, endLine);
  };
}
