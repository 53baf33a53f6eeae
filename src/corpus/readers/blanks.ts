/**
 * Where the spaces and tabs before a place begin, but not before `least`. A pattern that begins with `[ \t]+` would scan a long run of them
 * again from each of its characters.
 */
export function blanksBefore(text: string, at: number, least = 0): number {
  let start = at;
  while (start > least && (text.charCodeAt(start - 1) === SPACE || text.charCodeAt(start - 1) === TAB)) start--;
  return start;
}

const SPACE = 32;
const TAB = 9;
