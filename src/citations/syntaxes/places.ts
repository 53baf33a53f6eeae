/** The path and lines of a link: `docs/report.md#L12-L18`. Lines are 1-based and inclusive. */
import { directionMarks } from '../../base/plainText.ts';

import { pageWords } from '../../protocol/placeWords.ts';
import type { NumberedCitation } from './syntax.ts';

export interface Place {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** What a reader sees of a citation: its number, and the page of a document whose lines no reader can count. */
export function labelOf({ n, ...pages }: Pick<NumberedCitation, 'n' | 'page' | 'lastPage'>): string {
  return `${n}${pageOf(pages)}`;
}

/** ` (page 16)`, ` (pages 16–17)`, or nothing. */
export function pageOf({ page, lastPage }: Pick<NumberedCitation, 'page' | 'lastPage'>): string {
  const words = pageWords({ page, lastPage });
  return words === undefined ? '' : ` (${words})`;
}

/** The label without the page. */
export function labelIn(text: string): string {
  return text.trim().replace(/ \(pages? \d{1,9}(?:–\d{1,9})?\)$/, '');
}

/** `#L12-L18`, or `#L12`. */
export function fragmentOf({ startLine, endLine }: Omit<Place, 'path'>): string {
  return endLine > startLine ? `#L${startLine}-L${endLine}` : `#L${startLine}`;
}

/** The decoded place; undefined if the link names no lines. */
export function placeIn(destination: string): Place | undefined {
  const lines = /#L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(destination);
  return lines ? placeOf(destination.slice(0, lines.index), lines[1], lines[2]) : undefined;
}

/** @returns undefined for lines that do not exist */
export function placeOf(path: string, first = '', last = first): Place | undefined {
  const [a, b] = [Number(first), Number(last)];
  return a < 1 || b < 1 ? undefined : { path: decodePath(path), startLine: Math.min(a, b), endLine: Math.max(a, b) };
}

/** Letters and digits of every script stay readable; all other characters are percent-encoded, but for the beginning of an address. */
export function encodePath(path: string): string {
  const [address = ''] = /^file:\/\/[^/]*(?:\/[a-z]:(?=\/))?/i.exec(path) ?? [];
  return (
    address +
    path
      .slice(address.length)
      .toWellFormed()
      .replace(/[^\p{L}\p{N}/._~-]/gu, encoded)
  );
}

/**
 * A path for people to read: only characters that would not survive decoding are percent-encoded.
 * @param also further characters that the language cannot contain
 */
export function readablePath(path: string, also: RegExp): string {
  return path.toWellFormed().replace(unreadable, encoded).replace(also, encoded);
}

const unreadable = new RegExp(String.raw`[\p{Cc}\p{Zl}\p{Zp}%${directionMarks}]|^\s|\s$|(?<=\s)\s`, 'gu');

function encoded(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** Links may be written by hand, so invalid percent-encoding is taken literally. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
