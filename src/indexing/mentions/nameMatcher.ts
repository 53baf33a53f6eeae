/**
 * Finds all of many names in a text in one pass: a trie over words instead of letters, so that a hundred thousand names take a few
 * megabytes and a match always begins and ends at a word.
 */
import { eachNameWord } from '../../language/nameWords.ts';
import { addWord } from './wordSet.ts';

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
  /** Of the text that is searched; kept, because a text is short and there are many. */
  readonly #texts = new WordList();

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

  has(key: string): boolean {
    let node: number | undefined = 0;
    for (const word of key.split(' '))
      node = node === undefined ? undefined : this.#next.get(node * maxWords + (this.#words.get(word) ?? -1));
    return node !== undefined && this.#names[node] !== undefined;
  }

  /**
   * Names in the text by place, at one place the longest first. They may overlap.
   * @param set receives the text's words, see `wordSet.ts`
   */
  find(text: string, set?: Int32Array): readonly FoundName[] {
    const words = this.#texts;
    words.length = 0;
    eachNameWord(text, (word, start, end) => {
      words.push(this.#words.get(word) ?? -1, start, end);
      if (set) addWord(set, word);
    });
    const found: FoundName[] = [];
    for (let first = 0; first < words.length; first++) this.#findAt(first, words, found);
    return found;
  }

  #findAt(first: number, { ids, starts, ends, length }: WordList, found: FoundName[]): void {
    const begun = found.length;
    for (let node = 0, at = first; at < length && ids[at]! >= 0; at++) {
      const next = this.#next.get(node * maxWords + ids[at]!);
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

/** The words of a text: their numbers, -1 for those in no name, and their places. */
class WordList {
  length = 0;
  ids = new Int32Array(1024);
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);

  push(id: number, start: number, end: number): void {
    if (this.length === this.ids.length) [this.ids, this.starts, this.ends] = [doubled(this.ids), doubled(this.starts), doubled(this.ends)];
    this.ids[this.length] = id;
    this.starts[this.length] = start;
    this.ends[this.length++] = end;
  }
}

function doubled(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * values.length);
  more.set(values);
  return more;
}

/** More distinct words than names can have in memory; products with a node stay exact. */
const maxWords = 2 ** 26;
