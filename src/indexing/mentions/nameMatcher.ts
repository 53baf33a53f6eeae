/**
 * Finds all of many names in a text in one pass: a trie over words instead of letters, so that a hundred thousand names take a few
 * megabytes and a match always begins and ends at a word.
 */
import { eachNameWord } from '../../language/nameWords.ts';

/** Names that begin with the same word, and are found at the same place, from the longest. More say nothing that these do not. */
const maxAtOnePlace = 8;

export interface FoundName {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export class NameMatcher {
  readonly #words = new Map<string, number>();
  /** The node after each node and word: `node * maxWords + word` to node. */
  readonly #next = new Map<number, number>();
  /** The names that end at each node. The root is node 0. */
  readonly #names: (string | undefined)[] = [undefined];

  /** @param key a `nameKey` */
  add(key: string): void {
    let node = 0;
    for (const word of key.split(' ')) {
      const edge = node * maxWords + this.#wordId(word);
      let next = this.#next.get(edge);
      if (next === undefined) {
        next = this.#names.push(undefined) - 1;
        this.#next.set(edge, next);
      }
      node = next;
    }
    this.#names[node] = key;
  }

  /** Names in the text by place, at one place the longest first. They may overlap. */
  find(text: string): readonly FoundName[] {
    const words: number[] = [];
    const starts: number[] = [];
    const ends: number[] = [];
    eachNameWord(text, (word, start, end) => {
      words.push(this.#words.get(word) ?? -1);
      starts.push(start);
      ends.push(end);
    });
    const found: FoundName[] = [];
    for (let first = 0; first < words.length; first++) this.#findAt(first, words, starts, ends, found);
    return found;
  }

  #findAt(first: number, words: readonly number[], starts: readonly number[], ends: readonly number[], found: FoundName[]): void {
    const begun = found.length;
    for (let node = 0, at = first; at < words.length && words[at]! >= 0; at++) {
      const next = this.#next.get(node * maxWords + words[at]!);
      if (next === undefined) break;
      node = next;
      const key = this.#names[node];
      if (key !== undefined) found.push({ key, start: starts[first]!, end: ends[at]! });
    }
    if (found.length - begun < 2) return;
    const here = found.splice(begun).reverse();
    found.push(...here.slice(0, maxAtOnePlace));
  }

  #wordId(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const id = this.#words.size;
    this.#words.set(word, id);
    return id;
  }
}

/** More distinct words than names can have in memory; products with a node stay exact. */
const maxWords = 2 ** 26;
