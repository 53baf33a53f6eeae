/** The lexical neighbor graph: what BM25 finds with a passage as the query. Used for a dense first stage (pipelines.md 2.2, rule 5). */
import { yieldToEventLoop } from '../../base/abort.ts';
import type { GraphOptions, RowLists } from './neighborLists.ts';

export interface IndexedText {
  readonly row: number;
  readonly text: string;
}

/** The number of terms of a passage in its query: those with the largest frequency × IDF. */
const queryTerms = 24;
/**
 * Terms in a larger share of the passages, or in more passages, are not searched: they add little to a score and would take most of the
 * time.
 */
const frequentShare = 0.05;
const frequentPassages = 2048;
/** In a corpus this small no term is too frequent. */
const rarePassages = 64;
/** BM25 parameters as in Lucene. */
const k1 = 1.2;
const b = 0.75;
/** Limits the number of different terms, and so memory to about 250 MB. Nearly all later ones are misprints and numbers. */
const maxTerms = 2 ** 21;
const turnMs = 10;

/**
 * For each passage, the `k` others with the highest BM25 scores for it as the query. The query has at most 24 of its terms, none of them in
 * more than a twentieth of the passages (which replaces a list of stop words in any language) or in more than 2,048. Similarities are BM25
 * scores; ties by row. A passage that shares no term with another has an empty list.
 *
 * Three quarters of the neighbors are those that a query of all terms finds, in a tenth of the time (30,000 passages of Wikipedia).
 *
 * Time is linear, because the number of passages per term is limited. Memory: 12 bytes for each different term of each passage, about 1 kB
 * for a passage of 120 words, and 100 bytes per passage for its query; the texts are not kept. `onShare` reports the share of queries done;
 * the total is unknown while texts are read.
 * @param texts in any order, each row once
 * @throws AbortError
 */
export async function buildLexicalGraph(
  texts: AsyncIterable<readonly IndexedText[]>,
  k: number,
  { signal, onShare }: GraphOptions = {},
): Promise<RowLists> {
  const rows: number[] = [];
  const bags = new TermBags();
  for await (const batch of texts) {
    signal?.throwIfAborted();
    for (const { row, text } of batch) {
      rows.push(row);
      bags.add(lexicalTerms(text));
    }
    await yieldToEventLoop();
  }
  const size = rows.reduce((most, row) => Math.max(most, row + 1), 0);
  const lists = { k, neighbors: new Int32Array(size * k).fill(-1), similarities: new Float32Array(size * k) };
  const index = new InvertedLists(bags);
  let turn = performance.now();
  for (let passage = 0; passage < rows.length; passage++) {
    index.nearest(passage, rows, lists);
    if (performance.now() - turn < turnMs) continue;
    onShare?.(passage / rows.length);
    await yieldToEventLoop();
    signal?.throwIfAborted();
    turn = performance.now();
  }
  onShare?.(1);
  return lists;
}

/** Words and numbers in lowercase, in text order. */
export function lexicalTerms(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The different terms of each passage, consecutively in passage order. */
class TermBags {
  readonly #ids = new Map<string, number>();
  /** The number of passages with a term, by term. */
  readonly passagesWith: number[] = [];
  /** Each entry is a term and, in the low 8 bits, its frequency in the passage; 255 means 255 or more. */
  entries = new Uint32Array(2 ** 16);
  /** Index of each passage's first entry, plus the end of the last. */
  readonly starts: number[] = [0];
  /** The number of terms per passage, repetitions included. */
  readonly lengths: number[] = [];
  /** Index of each term's latest entry. One before the start of the current passage belongs to another passage. */
  readonly #places: number[] = [];

  add(terms: readonly string[]): void {
    const start = this.starts.at(-1) ?? 0;
    let end = start;
    if (start + terms.length > this.entries.length) this.#grow(start + terms.length);
    for (const term of terms) {
      const id = this.#idOf(term);
      if (id === undefined) continue;
      const place = this.#places[id]!;
      if (place < start) {
        this.#places[id] = end;
        this.passagesWith[id]!++;
        this.entries[end++] = (id << 8) | 1;
      } else if ((this.entries[place]! & 255) < 255) this.entries[place]!++;
    }
    this.starts.push(end);
    this.lengths.push(terms.length);
  }

  #idOf(term: string): number | undefined {
    const known = this.#ids.get(term);
    if (known !== undefined || this.#ids.size === maxTerms) return known;
    const id = this.#ids.size;
    // A copy, because V8 makes a long term a slice of its text, which would keep the text in memory.
    this.#ids.set(Buffer.from(term, 'utf16le').toString('utf16le'), id);
    this.passagesWith.push(0);
    this.#places.push(-1);
    return id;
  }

  #grow(length: number): void {
    const entries = new Uint32Array(Math.max(length, Math.ceil(this.entries.length * 1.5)));
    entries.set(this.entries);
    this.entries = entries;
  }
}

/** For each query term, the passages with it and what it adds to their scores. */
class InvertedLists {
  /** `count × queryTerms` entries with term and frequency as in `TermBags.entries`; padded with 0, which is not a valid entry. */
  readonly #queries: Uint32Array;
  /** The postings of term t are `[starts[t], starts[t + 1])`. */
  readonly #starts: Uint32Array;
  readonly #passages: Int32Array;
  readonly #scores: Float32Array;
  /** Sums by passage; all zero between queries. */
  readonly #sums: Float32Array;
  readonly #touched: Int32Array;

  constructor({ passagesWith, entries, starts, lengths }: TermBags) {
    const count = lengths.length;
    const meanLength = lengths.reduce((sum, length) => sum + length, 0) / count;
    const most = Math.max(rarePassages, Math.min(frequentPassages, count * frequentShare));
    const isAsked = (term: number): boolean => passagesWith[term]! > 1 && passagesWith[term]! <= most;
    const idf = Float32Array.from(passagesWith, (n) => Math.log(1 + (count - n + 0.5) / (n + 0.5)));

    this.#starts = new Uint32Array(passagesWith.length + 1);
    for (let term = 0; term < passagesWith.length; term++)
      this.#starts[term + 1] = this.#starts[term]! + (isAsked(term) ? passagesWith[term]! : 0);
    const postings = this.#starts.at(-1) ?? 0;
    this.#passages = new Int32Array(postings);
    this.#scores = new Float32Array(postings);
    this.#queries = new Uint32Array(count * queryTerms);
    this.#sums = new Float32Array(count);
    this.#touched = new Int32Array(count);

    const next = this.#starts.slice();
    for (let passage = 0; passage < count; passage++) {
      const asked = entries.subarray(starts[passage], starts[passage + 1]).filter((entry) => isAsked(entry >>> 8));
      const norm = k1 * (1 - b + (b * lengths[passage]!) / meanLength);
      for (const entry of asked) {
        const frequency = entry & 255;
        const at = next[entry >>> 8]!++;
        this.#passages[at] = passage;
        this.#scores[at] = (idf[entry >>> 8]! * frequency * (k1 + 1)) / (frequency + norm);
      }
      const weight = (entry: number): number => (entry & 255) * idf[entry >>> 8]!;
      const strongest = asked.length > queryTerms ? asked.sort((x, y) => weight(y) - weight(x) || x - y).subarray(0, queryTerms) : asked;
      this.#queries.set(strongest, passage * queryTerms);
    }
  }

  /** Writes the neighbor list of a passage. */
  nearest(passage: number, rows: readonly number[], lists: RowLists): void {
    const touched = this.#sumUp(passage);
    const { k, neighbors, similarities } = lists;
    const start = rows[passage]! * k;
    let filled = 0;
    for (let i = 0; i < touched; i++) {
      const other = this.#touched[i]!;
      const score = this.#sums[other]!;
      this.#sums[other] = 0;
      if (other === passage) continue;
      const row = rows[other]!;
      const isBefore = (at: number): boolean => similarities[at]! > score || (similarities[at] === score && neighbors[at]! < row);
      if (filled === k && isBefore(start + k - 1)) continue;
      let at = start + (filled < k ? filled++ : k - 1);
      for (; at > start && !isBefore(at - 1); at--) {
        neighbors[at] = neighbors[at - 1]!;
        similarities[at] = similarities[at - 1]!;
      }
      neighbors[at] = row;
      similarities[at] = score;
    }
  }

  /**
   * Scores all passages for one query passage.
   * @returns how many have a score
   */
  #sumUp(passage: number): number {
    let touched = 0;
    for (let i = passage * queryTerms; i < (passage + 1) * queryTerms && this.#queries[i]! > 0; i++) {
      const term = this.#queries[i]! >>> 8;
      const frequency = this.#queries[i]! & 255;
      const end = this.#starts[term + 1]!;
      for (let at = this.#starts[term]!; at < end; at++) {
        const other = this.#passages[at]!;
        if (this.#sums[other] === 0) this.#touched[touched++] = other;
        this.#sums[other]! += frequency * this.#scores[at]!;
      }
    }
    return touched;
  }
}
