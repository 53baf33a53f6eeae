/**
 * The words of a passage as a set that may have more words than the passage but never fewer (Bloom 1970): a new name is looked for only in
 * the passages that may have all of its words, so few texts are read.
 */

/** Numbers of 32 bits per set. About 90 different words set a tenth of the bits, so that one passage in a hundred has a word by chance. */
export const wordSetSize = 64;

export function addWord(set: Int32Array, word: string): void {
  const hash = hashOfWord(word);
  set[firstOf(hash)]! |= 1 << (hash & 31);
  set[secondOf(hash)]! |= 1 << ((hash >>> 16) & 31);
}

/** A name, prepared to be looked for in many sets. */
export class NameInSets {
  readonly #hashes: Int32Array;

  /** @param key a `nameKey` */
  constructor(key: string) {
    this.#hashes = Int32Array.from(key.split(' '), hashOfWord);
  }

  /** @param sets one after the other; `at` is the number of one */
  mayBeIn(sets: Int32Array, at: number): boolean {
    const start = at * wordSetSize;
    return this.#hashes.every(
      (hash) => (sets[start + firstOf(hash)]! >>> (hash & 31)) & (sets[start + secondOf(hash)]! >>> ((hash >>> 16) & 31)) & 1,
    );
  }
}

function firstOf(hash: number): number {
  return (hash >>> 5) % wordSetSize;
}

function secondOf(hash: number): number {
  return (hash >>> 21) % wordSetSize;
}

/** FNV-1a over UTF-16, with a last step that mixes the high bits. */
export function hashOfWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
