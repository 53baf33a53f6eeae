/**
 * Training data for the built-in embedder without labels: a sentence belongs to the sentences around it, a title to its text. Source: Lee,
 * Chang and Toutanova 2019 (ORQA), section 6, for the inverse cloze task.
 */
import type { RerankItem } from '../models.ts';
import { seededRandom } from '../../base/seededRandom.ts';
import type { WordPiece } from './wordPiece.ts';

/** Consecutive bags of pieces. */
export interface Bags {
  /** Start of each bag, plus the end of the last. */
  readonly starts: Int32Array;
  /** Distinct within a bag. */
  readonly ids: Int32Array;
  readonly counts: Uint8Array;
}

/** Query i belongs to context i. */
export interface Pairs {
  readonly count: number;
  readonly queries: Bags;
  readonly contexts: Bags;
}

const sentencesPerPassage = 4;
/** The number of sentences on either side in a sentence's context. */
const surroundings = 4;
const openingSentences = 6;
/** Shorter pieces of text are too unspecific to be found. */
const minSentenceChars = 20;
const openingChars = 500;
const maxPieces = 256;

/** @param maxPairs limit; later passages give no pairs beyond it, so shuffle the passages first */
export function inverseClozePairs(passages: readonly RerankItem[], wordPiece: WordPiece, seed: number, maxPairs = Infinity): Pairs {
  const random = seededRandom(seed);
  const queries = new BagList(wordPiece);
  const contexts = new BagList(wordPiece);
  const add = (query: string, context: string): void => {
    if (queries.count >= maxPairs || !queries.add(query)) return;
    if (!contexts.add(context)) queries.dropLast();
  };
  for (const { title, headings, text } of passages) {
    const sentences = sentencesOf(text);
    const head = [title, ...headings].join('. ');
    if (sentences.length > 1) {
      for (const i of sample(sentences.length, sentencesPerPassage, random)) {
        const around = [...sentences.slice(Math.max(0, i - surroundings), i), ...sentences.slice(i + 1, i + 1 + surroundings)];
        add(sentences[i]!, `${head}. ${around.join(' ')}`);
      }
    }
    add(head, sentences.slice(0, openingSentences).join(' ') || text.slice(0, openingChars));
  }
  return { count: queries.count, queries: queries.finish(), contexts: contexts.finish() };
}

/**
 * Approximate sentences, since learning does not depend on every full stop. A text without any, such as a list or code, is split into
 * lines.
 */
function sentencesOf(text: string): readonly string[] {
  const isLong = (sentence: string): boolean => sentence.length > minSentenceChars;
  const sentences = text.split(sentenceEnd).filter(isLong);
  return sentences.length > 1 ? sentences : text.split('\n').filter(isLong);
}

/** Thai and its neighbors have a space where others have a comma or a full stop. */
const sentenceEnd =
  /(?<=[.!?]["'”’)\]]?)\s+|(?<=[。！？｡។؟۔।॥])\s*|(?<=[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])\s+(?=[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])|\n\s*\n/u;

/** `count` different numbers below `size`, or all of them if there are fewer. */
function sample(size: number, count: number, random: () => number): readonly number[] {
  const all = Array.from({ length: size }, (_, i) => i);
  const taken = Math.min(size, count);
  for (let i = 0; i < taken; i++) {
    const j = i + Math.floor(random() * (size - i));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all.slice(0, taken);
}

class BagList {
  readonly #wordPiece: WordPiece;
  readonly #starts = [0];
  #ids = new Int32Array(1 << 16);
  #counts = new Uint8Array(1 << 16);
  #size = 0;
  /** Index of each piece in the current bag, by id. */
  readonly #place: Int32Array;

  constructor(wordPiece: WordPiece) {
    this.#wordPiece = wordPiece;
    this.#place = new Int32Array(wordPiece.pieces.length).fill(-1);
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  /** @returns false, without adding anything, when no piece of the text is known */
  add(text: string): boolean {
    const start = this.#size;
    const ids = this.#wordPiece.encode(text);
    const length = Math.min(ids.length, maxPieces);
    this.#grow(start + length);
    for (let i = 0; i < length; i++) {
      const id = ids[i]!;
      const place = this.#place[id]!;
      if (place >= 0) this.#counts[place] = Math.min(255, this.#counts[place]! + 1);
      else {
        this.#place[id] = this.#size;
        this.#ids[this.#size] = id;
        this.#counts[this.#size++] = 1;
      }
    }
    for (let i = start; i < this.#size; i++) this.#place[this.#ids[i]!] = -1;
    if (this.#size === start) return false;
    this.#starts.push(this.#size);
    return true;
  }

  dropLast(): void {
    this.#starts.pop();
    this.#size = this.#starts.at(-1) ?? 0;
  }

  finish(): Bags {
    return { starts: Int32Array.from(this.#starts), ids: this.#ids.slice(0, this.#size), counts: this.#counts.slice(0, this.#size) };
  }

  #grow(size: number): void {
    if (size <= this.#ids.length) return;
    const ids = new Int32Array(Math.max(size, this.#ids.length * 2));
    const counts = new Uint8Array(ids.length);
    ids.set(this.#ids);
    counts.set(this.#counts);
    this.#ids = ids;
    this.#counts = counts;
  }
}
