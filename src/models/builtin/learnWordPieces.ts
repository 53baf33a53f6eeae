import { continuation, maxWordLength, WordPiece } from './wordPiece.ts';

/**
 * Learns at most `size` pieces from word counts. Deterministic: pairs with equal counts merge in the order in which their pieces were
 * learned. Source: Schuster and Nakajima 2012, section 4, with the merge order of byte-pair encoding (Sennrich et al. 2016, section 3.2),
 * as in current trainers. Cost: linear in the total length of distinct words plus the occurrences of merged pairs.
 */
export function learnWordPieces(counts: ReadonlyMap<string, number>, size: number): WordPiece {
  // Pieces are stored as UTF-8, which cannot represent a lone surrogate.
  const words = [...counts].filter(([word]) => word.isWellFormed()).sort(([a], [b]) => (a < b ? -1 : 1));
  const pieces: string[] = [];
  const ids = new Map<string, number>();
  const idOf = (piece: string): number => {
    const known = ids.get(piece);
    if (known !== undefined) return known;
    ids.set(piece, pieces.length);
    pieces.push(piece);
    return pieces.length - 1;
  };
  const alphabet = new Set<string>();
  const spelled = words.map(([word]) => {
    const characters = [...word.slice(0, maxWordLength)].map((character, i) => (i === 0 ? character : continuation + character));
    for (const character of characters) {
      alphabet.add(character);
      alphabet.add(character.startsWith(continuation) ? character.slice(2) : continuation + character);
    }
    return characters;
  });
  for (const character of [...alphabet].sort()) idOf(character);
  const symbols = spelled.map((characters) => characters.map(idOf));
  const pairs = new PairQueue();
  symbols.forEach((word, w) => pairs.change(word, { first: 0, end: word.length - 1 }, words[w]?.[1] ?? 0, w));
  pairs.settle();
  while (pieces.length < size) {
    const best = pairs.takeBest();
    if (!best) break;
    const merged = idOf((pieces[best.left] ?? '') + (pieces[best.right] ?? '').slice(continuation.length));
    for (const w of best.words) {
      const word = symbols[w] ?? [];
      const count = words[w]?.[1] ?? 0;
      const next = mergePair(word, best.left, best.right, merged);
      const [before, after] = touchedPairs(word, next);
      pairs.change(word, before, -count, w);
      pairs.change(next, after, count, w);
      symbols[w] = next;
    }
    pairs.settle();
  }
  return new WordPiece(pieces);
}

function mergePair(word: readonly number[], left: number, right: number, merged: number): number[] {
  const next: number[] = [];
  for (let i = 0; i < word.length; i++) {
    if (word[i] === left && word[i + 1] === right) {
      next.push(merged);
      i++;
    } else next.push(word[i] ?? 0);
  }
  return next;
}

/** A range of pairs by the position of their first piece, end-exclusive. */
interface PairRange {
  readonly first: number;
  readonly end: number;
}

/** The pairs of a word that differ before and after a merge: few, even in a long word. */
function touchedPairs(before: readonly number[], after: readonly number[]): readonly [PairRange, PairRange] {
  let start = 0;
  while (start < after.length && before[start] === after[start]) start++;
  let kept = 0;
  while (kept < after.length - start && before[before.length - 1 - kept] === after[after.length - 1 - kept]) kept++;
  const range = ({ length }: readonly number[]): PairRange => ({ first: Math.max(0, start - 1), end: Math.min(length - 1, length - kept) });
  return [range(before), range(after)];
}

interface PairEntry {
  readonly left: number;
  readonly right: number;
  count: number;
  /** Words that contain the pair, or once did. */
  readonly words: number[];
  isChanged: boolean;
}

interface HeapItem {
  readonly entry: PairEntry;
  readonly count: number;
}

/** Adjacent pairs by count, in a binary heap with lazy deletion: an item that is outdated is dropped when it reaches the top. */
class PairQueue {
  readonly #entries = new Map<number, PairEntry>();
  #changed: PairEntry[] = [];
  readonly #heap: HeapItem[] = [];

  /** Adds `by` to the count of adjacent pairs of a word's pieces. */
  change(pieces: readonly number[], { first, end }: PairRange, by: number, word: number): void {
    for (let i = first; i < end; i++) {
      const left = pieces[i]!;
      const right = pieces[i + 1]!;
      const key = left * 0x200000 + right;
      let entry = this.#entries.get(key);
      if (!entry) this.#entries.set(key, (entry = { left, right, count: 0, words: [], isChanged: false }));
      entry.count += by;
      if (by > 0) entry.words.push(word);
      if (!entry.isChanged) {
        entry.isChanged = true;
        this.#changed.push(entry);
      }
    }
  }

  /** Makes the changes since the last call visible to `takeBest`, with one heap item per changed pair. */
  settle(): void {
    for (const entry of this.#changed) {
      entry.isChanged = false;
      if (entry.count > 0) this.#push({ entry, count: entry.count });
    }
    this.#changed = [];
  }

  /**
   * The most frequent pair and its words, each once; undefined when no pair occurs twice, because nothing can be learned from a piece seen
   * once.
   */
  takeBest(): { readonly left: number; readonly right: number; readonly words: ReadonlySet<number> } | undefined {
    for (let top = this.#pop(); top && top.count >= 2; top = this.#pop()) {
      if (top.count === top.entry.count) return { left: top.entry.left, right: top.entry.right, words: new Set(top.entry.words) };
    }
    return undefined;
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
  return a.entry.left !== b.entry.left ? a.entry.left < b.entry.left : a.entry.right < b.entry.right;
}
