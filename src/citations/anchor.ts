/** Finds cited lines again in a changed document. Line numbers are 1-based and inclusive. */
import { hashOf } from '../base/hash.ts';

export interface ResolvedAnchor {
  /** `missing`: the document no longer has these lines, nor their text elsewhere. */
  readonly state: 'unchanged' | 'moved' | 'changed' | 'missing';
  /** The lines' current position, or their earlier one if they are not found. */
  readonly startLine: number;
  readonly endLine: number;
}

/** Fingerprint of lines: 16 hex digits. Differences in white space alone do not change it. */
export function linesHash(lines: readonly string[]): string {
  return hashOfNormalized(lines.map(normalize));
}

/** The lines of a text as editors count them: `\n`, `\r\n` and `\r` end a line. A text has at least one line. */
export function linesOf(source: string): string[] {
  return source.split(/\r\n|\r|\n/);
}

/** Like `AnchorLines.resolve`, for a single citation. */
export function resolveAnchor(source: string, startLine: number, endLine: number, id: string): ResolvedAnchor {
  return new AnchorLines(source).resolve(startLine, endLine, id);
}

/** A document in which cited lines are searched. */
export class AnchorLines {
  readonly #lines: readonly string[];

  constructor(source: string) {
    this.#lines = linesOf(source).map(normalize);
  }

  /**
   * Finds the lines whose fingerprint is `id`: first at their old position, then anywhere, the nearest first (of two equally near, the
   * earlier). If they have moved, costs one hash of `endLine - startLine + 1` lines per line of the source. Answers cite a few lines: a
   * range of more than MAX_MOVED_LINES is only checked at its old position.
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
