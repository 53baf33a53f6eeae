/** Chooses where in a document an answer is inserted, and what separates it from the existing text. Pure. */
import type { CitationSyntax } from './syntaxes/syntax.ts';

export interface Placement {
  /** Offset in UTF-16 code units, as in the editor. */
  readonly offset: number;
  readonly text: string;
}

/**
 * Inserts text as separate paragraphs at the cursor. In code, inserts separate lines below the cursor's line, with the same indentation.
 */
export function placed(document: string, cursor: number, written: string, { finish }: Pick<CitationSyntax, 'finish'>): Placement {
  const lineStart = Math.max(document.lastIndexOf('\n', cursor - 1), document.lastIndexOf('\r', cursor - 1)) + 1;
  const lineEnd = endOfLine(document, cursor);
  const [before, behind] = [document.slice(lineStart, cursor), document.slice(cursor, lineEnd)];
  if (finish) {
    const indent = /^[^\S\r\n]*/.exec(before + behind)?.[0] ?? '';
    const lines = written.replace(/^(?=.)/gm, indent);
    return (before + behind).trim() === '' ? { offset: lineStart, text: lines } : { offset: lineEnd, text: `\n${lines}` };
  }
  const isAtStart = before.trim() === '';
  const gapBefore = isAtStart ? (isBlankLineBefore(document, lineStart) ? '' : '\n') : '\n\n';
  const gapBehind = behind.trim() === '' ? (isBlankLineBehind(document, lineEnd) ? '' : '\n') : '\n\n';
  // Spaces before the cursor would indent only the first line.
  return { offset: isAtStart ? lineStart : cursor, text: `${gapBefore}${written}${gapBehind}` };
}

function endOfLine(document: string, from: number): number {
  const found = /[\r\n]/.exec(document.slice(from));
  return found ? from + found.index : document.length;
}

function isBlankLineBefore(document: string, lineStart: number): boolean {
  const above = document.slice(Math.max(0, lineStart - longestBlank), lineStart).replace(/(?:\r\n|\r|\n)$/, '');
  return /(?:^|[\r\n])[^\S\r\n]*$/.test(above);
}

function isBlankLineBehind(document: string, lineEnd: number): boolean {
  const below = document.slice(lineEnd, lineEnd + longestBlank).replace(/^(?:\r\n|\r|\n)/, '');
  return /^[^\S\r\n]*(?:[\r\n]|$)/.test(below);
}

/** A line with more spaces than this does not count as blank. */
const longestBlank = 1_000;
