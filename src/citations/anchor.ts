/** Whether cited lines still are where they were. Line numbers are people's: 1-based, both ends included. */
import { hashOf } from '../base/hash.ts';

export interface ResolvedAnchor {
  /** `missing`: the document no longer has these lines, nor their text elsewhere. */
  readonly state: 'unchanged' | 'moved' | 'changed' | 'missing';
  /** Where the text is now; where it was when it is nowhere. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Fingerprint of lines, 16 hex digits. Differences in white space alone do not change it. */
export function linesHash(lines: readonly string[]): string {
  return hashOfNormalized(lines.map(normalize));
}

/** The lines of a text as editors count them: `\n`, `\r\n` and `\r` end one. A text always has at least one line. */
export function linesOf(source: string): string[] {
  return source.split(/\r\n|\r|\n/);
}

/** As `AnchorLines.resolve`, for one place. */
export function resolveAnchor(source: string, startLine: number, endLine: number, id: string): ResolvedAnchor {
  return new AnchorLines(source).resolve(startLine, endLine, id);
}

/** A document in which cited lines are looked for. */
export class AnchorLines {
  readonly #lines: readonly string[];

  constructor(source: string) {
    this.#lines = linesOf(source).map(normalize);
  }

  /**
   * Finds the lines whose fingerprint is `id`: first where they were, then anywhere, the nearest first (of two as near, the earlier).
   * Costs one hash of `endLine - startLine + 1` lines per line of the source when they are not where they were. Answers cite a few lines: more than
   * MAX_MOVED_LINES are looked for only where they were.
   */
  resolve(startLine: number, endLine: number, id: string): ResolvedAnchor {
    const lines = this.#lines;
    const height = endLine - startLine + 1;
    const lastStart = lines.length - height;
    const start = startLine - 1;
    const isAt = (index: number): boolean =>
      index >= 0 && index <= lastStart && hashOfNormalized(lines.slice(index, index + height)) === id;
    if (isAt(start)) return { state: 'unchanged', startLine, endLine };
    const farthest = height > MAX_MOVED_LINES ? 0 : Math.max(start, lastStart - start);
    for (let distance = 1; distance <= farthest; distance++) {
      const found = [start - distance, start + distance].find(isAt);
      if (found !== undefined) return { state: 'moved', startLine: found + 1, endLine: found + height };
    }
    return { state: startLine > lines.length ? 'missing' : 'changed', startLine, endLine };
  }
}

const MAX_MOVED_LINES = 300;

function normalize(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}

function hashOfNormalized(lines: readonly string[]): string {
  return hashOf([lines.join('\n')], 16);
}
