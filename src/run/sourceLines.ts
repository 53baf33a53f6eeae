import pLimit from 'p-limit';
import { isAriadneError } from '../base/errors.ts';
import { linesOf } from '../citations/anchor.ts';
import type { SourceLines } from './cite.ts';

/** Limits the number of documents that are in memory at once. */
const documentsAtOnce = 4;

/** Lines `startLine` to `endLine` (1-based, inclusive) of a document as it is now; null when it is gone, unreadable or shorter. */
export function sourceLinesOf(sourceText: (path: string) => Promise<{ readonly text: string }>): SourceLines {
  const limit = pLimit(documentsAtOnce);
  return async (path, startLine, endLine) => {
    try {
      const lines = linesOf((await limit(() => sourceText(path))).text);
      return lines.length < endLine ? null : lines.slice(startLine - 1, endLine);
    } catch (error) {
      if (isAriadneError(error)) return null;
      throw error;
    }
  };
}
