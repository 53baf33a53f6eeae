/**
 * Numbers for strings, kept as bytes outside of JavaScript's heap: a large folder has a million names, paths and headings, each of which
 * takes about 70 bytes beside its letters in a map of strings, here 20.
 */
import { GrowingInts } from './growingInts.ts';
import { hashOfWord } from './wordSet.ts';

const chunkBits = 18;
const chunkBytes = 2 ** chunkBits;
/** The share of slots that are taken at most. */
const maxFill = 0.7;

/** Numbers are never taken back, so lists that share one stay valid. */
export class PackedStrings {
  /** A longer string has a chunk to itself. */
  readonly #chunks: Buffer[] = [];
  /** Bytes of the last chunk that are taken. */
  #taken = chunkBytes;
  /** By number: chunk and place in it; twice the bytes, plus one for two bytes per letter; hash. */
  readonly #starts = new GrowingInts();
  readonly #sizes = new GrowingInts();
  readonly #hashes = new GrowingInts();
  /** A number plus one, or 0, at or after the place that its hash says. Their count is a power of two. */
  #slots = new Int32Array(1024);

  get size(): number {
    return this.#hashes.length;
  }

  of(text: string): number {
    const hash = hashOfWord(text);
    const slot = this.#slotOf(text, hash);
    if (this.#slots[slot]! > 0) return this.#slots[slot]! - 1;
    const id = this.size;
    this.#write(text);
    this.#hashes.push(hash);
    this.#slots[slot] = id + 1;
    if (this.size > maxFill * this.#slots.length) this.#growSlots();
    return id;
  }

  /** @returns undefined for a string without a number */
  find(text: string): number | undefined {
    const found = this.#slots[this.#slotOf(text, hashOfWord(text))]!;
    return found === 0 ? undefined : found - 1;
  }

  /** @param id a number that was given */
  at(id: number): string {
    const start = this.#starts.at(id);
    const chunk = this.#chunks[start >>> chunkBits]!;
    const size = this.#sizes.at(id);
    const from = start & (chunkBytes - 1);
    const to = from + (size >>> 1);
    return chunk.toString((size & 1) === 0 ? 'latin1' : 'utf16le', from, to);
  }

  /** Gives back what is reserved for more. */
  trim(): void {
    for (const numbers of [this.#starts, this.#sizes, this.#hashes]) numbers.trim();
  }

  /** The slot that has the text, or the empty one where it belongs. */
  #slotOf(text: string, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]! - 1;
      if (id < 0 || (this.#hashes.at(id) === hash && this.at(id) === text)) return slot;
    }
  }

  #write(text: string): void {
    const isWide = hasWideLetter(text);
    const bytes = isWide ? 2 * text.length : text.length;
    // Not even an empty string may begin where a chunk ends.
    if (this.#taken + bytes >= chunkBytes) {
      this.#chunks.push(Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes)));
      this.#taken = 0;
    }
    this.#chunks.at(-1)!.write(text, this.#taken, isWide ? 'utf16le' : 'latin1');
    this.#starts.push((this.#chunks.length - 1) * chunkBytes + this.#taken);
    this.#sizes.push(2 * bytes + Number(isWide));
    this.#taken += bytes;
  }

  #growSlots(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = this.#hashes.at(id) & mask;
      while (slots[slot]! > 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

function hasWideLetter(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return true;
  return false;
}
