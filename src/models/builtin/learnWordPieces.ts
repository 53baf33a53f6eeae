import { continuation, maxWordLength, WordPiece } from './wordPiece.ts';

/**
 * Learns at most `size` pieces from word counts. Deterministic: pairs with equal counts merge in the order in which their pieces were
 * learned. Source: Schuster and Nakajima 2012, section 4, with the merge order of byte-pair encoding (Sennrich et al. 2016, section 3.2),
 * as in current trainers. Cost: linear in the total length of distinct words plus the occurrences of merged pairs.
 */
export function learnWordPieces(counts: ReadonlyMap<string, number>, size: number): WordPiece {
  const pieces: string[] = [];
  const ids = new Map<string, number>();
  const idOf = (piece: string): number => {
    const known = ids.get(piece);
    if (known !== undefined) return known;
    ids.set(piece, pieces.length);
    pieces.push(piece);
    return pieces.length - 1;
  };
  // Pieces are stored as UTF-8, which cannot represent a lone surrogate.
  const words = [...counts].flatMap(([word, count]) => (word.isWellFormed() ? [{ characters: spell(word), count }] : []));
  const alphabet = new Set(words.flatMap(({ characters }) => characters));
  for (const character of [...alphabet].flatMap((one) => [one, continuation + one]).sort()) idOf(character);
  const text = new SplitWords(words.reduce((length, { characters }) => length + characters.length, 0));
  for (const { characters, count } of words)
    text.add(
      characters.map((character, i) => idOf(i === 0 ? character : continuation + character)),
      count,
    );
  for (let best = text.takeBest(); best && pieces.length < size; best = text.takeBest())
    text.merge(best, idOf((pieces[best.left] ?? '') + (pieces[best.right] ?? '').slice(continuation.length)));
  return new WordPiece(pieces);
}

function spell(word: string): readonly string[] {
  return [...word.slice(0, maxWordLength)];
}

/** No piece, no place. */
const none = -1;

/** Two adjacent pieces. */
interface Pair {
  readonly left: number;
  readonly right: number;
  count: number;
  /** Where the left one is, or once was. */
  readonly places: number[];
  isChanged: boolean;
}

interface HeapItem {
  readonly pair: Pair;
  readonly count: number;
}

/**
 * Words as lists of pieces, and their adjacent pairs by count, in a binary heap with lazy deletion: what is outdated is dropped when it
 * reaches the top.
 */
class SplitWords {
  /** By place: the piece, which is `none` after it was merged into the one before, the places beside it, and the count of its word. */
  readonly #pieces: Int32Array;
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #counts: Float64Array;
  #places = 0;
  /** By the left piece, then the right one. */
  readonly #pairs: (Map<number, Pair> | undefined)[] = [];
  #changed: Pair[] = [];
  readonly #heap: HeapItem[] = [];

  /** @param places for the pieces of all words */
  constructor(places: number) {
    this.#pieces = new Int32Array(places);
    this.#before = new Int32Array(places);
    this.#after = new Int32Array(places);
    this.#counts = new Float64Array(places);
  }

  add(pieces: readonly number[], count: number): void {
    const first = this.#places;
    const last = first + pieces.length - 1;
    for (const piece of pieces) {
      const at = this.#places++;
      this.#pieces[at] = piece;
      this.#before[at] = at === first ? none : at - 1;
      this.#after[at] = at === last ? none : at + 1;
      this.#counts[at] = count;
    }
    for (let at = first; at < last; at++) this.#change(at, at + 1, count);
  }

  /** The most frequent pair; undefined when none occurs twice, because nothing can be learned from a piece seen once. */
  takeBest(): Pair | undefined {
    for (const pair of this.#changed) {
      pair.isChanged = false;
      if (pair.count > 0) this.#push({ pair, count: pair.count });
    }
    this.#changed = [];
    for (let top = this.#pop(); top && top.count >= 2; top = this.#pop()) if (top.count === top.pair.count) return top.pair;
    return undefined;
  }

  /** Puts a piece in place of a pair, in each word from its beginning on. */
  merge({ left, right, places }: Pair, merged: number): void {
    if (left === right) places.sort((a, b) => a - b);
    for (const at of places) {
      const second = this.#after[at]!;
      if (this.#pieces[at] !== left || second === none || this.#pieces[second] !== right) continue;
      const before = this.#before[at]!;
      const after = this.#after[second]!;
      const count = this.#counts[at]!;
      this.#change(at, second, -count);
      if (before !== none) this.#change(before, at, -count);
      if (after !== none) this.#change(second, after, -count);
      this.#pieces[at] = merged;
      this.#pieces[second] = none;
      this.#after[at] = after;
      if (after !== none) this.#before[after] = at;
      if (before !== none) this.#change(before, at, count);
      if (after !== none) this.#change(at, after, count);
    }
  }

  /** Adds to the count of the pair at two places. */
  #change(at: number, second: number, by: number): void {
    const left = this.#pieces[at]!;
    const right = this.#pieces[second]!;
    const pairs = (this.#pairs[left] ??= new Map<number, Pair>());
    let pair = pairs.get(right);
    if (!pair) pairs.set(right, (pair = { left, right, count: 0, places: [], isChanged: false }));
    pair.count += by;
    if (by > 0) pair.places.push(at);
    if (pair.isChanged) return;
    pair.isChanged = true;
    this.#changed.push(pair);
  }

  #push(item: HeapItem): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!precedes(item, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = item;
  }

  #pop(): HeapItem | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (!top || !last || heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && precedes(heap[child + 1]!, heap[child]!)) child++;
      if (!precedes(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}

function precedes(a: HeapItem, b: HeapItem): boolean {
  if (a.count !== b.count) return a.count > b.count;
  return a.pair.left !== b.pair.left ? a.pair.left < b.pair.left : a.pair.right < b.pair.right;
}
