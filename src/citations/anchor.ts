/** Whether cited lines still stand where they were. Line numbers are people's: 1-based, both ends included. */
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

/**
 * Finds the lines whose fingerprint is `id`: first where they were, then anywhere, the nearest first (of two as near, the earlier).
 * Costs one hash of `endLine - startLine + 1` lines per line of the source when they are not where they were.
 */
export function resolveAnchor(source: string, startLine: number, endLine: number, id: string): ResolvedAnchor {
  const lines = linesOf(source).map(normalize);
  const height = endLine - startLine + 1;
  const lastStart = lines.length - height;
  const start = startLine - 1;
  const isAt = (index: number): boolean => index >= 0 && index <= lastStart && hashOfNormalized(lines.slice(index, index + height)) === id;
  if (isAt(start)) return { state: 'unchanged', startLine, endLine };
  for (let distance = 1; distance <= Math.max(start, lastStart - start); distance++) {
    const found = [start - distance, start + distance].find(isAt);
    if (found !== undefined) return { state: 'moved', startLine: found + 1, endLine: found + height };
  }
  return { state: startLine > lines.length ? 'missing' : 'changed', startLine, endLine };
}

function normalize(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}

function hashOfNormalized(lines: readonly string[]): string {
  return hashOf([lines.join('\n')], 16);
}
