import pLimit from 'p-limit';
import { isAriadneError } from '../base/errors.ts';
import { linesOf } from '../citations/anchor.ts';
import type { SourceLines } from './cite.ts';

/** Each is in memory as a whole while it is read. */
const documentsAtOnce = 4;

/** Lines `startLine` to `endLine` (1-based, both included) of a document as it is now; null when it is gone, unreadable or shorter. */
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
