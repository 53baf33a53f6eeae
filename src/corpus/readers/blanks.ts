/**
 * Where the spaces and tabs before a place begin, but not before `least`. A pattern that begins with `[ \t]+` would scan a long run of them
 * again from each of its characters.
 */
export function blanksBefore(text: string, at: number, least = 0): number {
  let start = at;
  while (start > least && (text.charCodeAt(start - 1) === SPACE || text.charCodeAt(start - 1) === TAB)) start--;
  return start;
}

/** Where the spaces and tabs from a place on end. */
export function pastBlanks(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB) at++;
  return at;
}

const SPACE = 32;
const TAB = 9;
