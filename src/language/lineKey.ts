import { nameKey } from './nameWords.ts';

/** A number that two lines with the same words have, and hardly ever two others: FNV-1a of the `nameKey`. */
export function lineKey(line: string): number {
  const key = nameKey(line);
  let state = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) state = Math.imul(state ^ key.charCodeAt(i), 0x01000193);
  return state;
}
