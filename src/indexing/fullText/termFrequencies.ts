/** In how many passages each term is, by hash. A table with open addressing (Knuth 1998, 6.4); a map takes three times as long. */
import { randomInt } from 'node:crypto';

const firstBits = 12;
/** Numbers of a slot, and one to align it. */
const slotSize = 4;
/** A text cannot be written so that its terms share a slot (Dietzfelbinger et al. 1997). */
const factor = 2 * randomInt(2 ** 30) + 1;

/** As it is stored. */
export interface PackedFrequencies {
  readonly passages: number;
  /** How long they are together. */
  readonly terms: number;
  /** Of each term its hash, and in how many passages it is. */
  readonly counts: Int32Array;
}

export class TermFrequencies {
  #bits = firstBits;
  /** Each slot has a hash, one more than the number of passages with it (0 for a free slot), and the last passage that was counted. */
  #slots = new Int32Array(slotSize << firstBits);
  #used = 0;
  #counted = 0;
  #passages = 0;
  #terms = 0;

  get passages(): number {
    return this.#passages;
  }

  /** In terms; 1 when there are no passages. */
  get averageLength(): number {
    return Math.max(1, this.#terms / Math.max(1, this.#passages));
  }

  of(hash: number): number {
    return Math.max(1, this.#slots[slotOf(hash, this.#slots, this.#bits) + 1]!) - 1;
  }

  /** Adds a passage, or removes one that was added. @param hashes of its terms; none for no passage */
  count(hashes: Int32Array, by: 1 | -1): void {
    if (hashes.length === 0) return;
    this.#passages += by;
    this.#terms += by * hashes.length;
    const counted = ++this.#counted;
    this.#makeRoom(hashes.length);
    const [slots, bits] = [this.#slots, this.#bits];
    for (let i = 0; i < hashes.length; i++) {
      const slot = slotOf(hashes[i]!, slots, bits);
      if (slots[slot + 2] === counted) continue;
      slots[slot + 2] = counted;
      this.#put(slot, hashes[i]!, by);
    }
  }

  packed(): PackedFrequencies {
    const counts: Int32Array = new Int32Array(2 * this.#used);
    let to = 0;
    for (let slot = 0; slot < this.#slots.length; slot += slotSize) {
      if (this.#slots[slot + 1]! < 2) continue;
      counts[to++] = this.#slots[slot]!;
      counts[to++] = this.#slots[slot + 1]! - 1;
    }
    return { passages: this.#passages, terms: this.#terms, counts: counts.subarray(0, to) };
  }

  /** Adds passages that were counted, or removes those that were added. */
  add({ passages, terms, counts }: PackedFrequencies, by: 1 | -1): void {
    this.#passages += by * passages;
    this.#terms += by * terms;
    this.#makeRoom(counts.length / 2);
    for (let i = 0; i < counts.length; i += 2) this.#put(slotOf(counts[i]!, this.#slots, this.#bits), counts[i]!, by * counts[i + 1]!);
  }

  #put(slot: number, hash: number, by: number): void {
    const slots = this.#slots;
    if (slots[slot + 1] === 0) {
      slots[slot] = hash;
      slots[slot + 1] = 1;
      this.#used++;
    }
    slots[slot + 1] = Math.max(1, slots[slot + 1]! + by);
  }

  /** For so many terms more. */
  #makeRoom(terms: number): void {
    let bits = this.#bits;
    while (2 * slotSize * (this.#used + terms) > slotSize << bits) bits++;
    if (bits === this.#bits) return;
    const slots = new Int32Array(slotSize << bits);
    this.#bits = bits;
    const before = this.#slots;
    for (let from = 0; from < before.length; from += slotSize) {
      if (before[from + 1] === 0) continue;
      const to = slotOf(before[from]!, slots, this.#bits);
      for (let i = 0; i < slotSize; i++) slots[to + i] = before[from + i]!;
    }
    this.#slots = slots;
  }
}

/** Where a term is, or may be put. */
function slotOf(hash: number, slots: Int32Array, bits: number): number {
  let slot = (Math.imul(hash, factor) >>> (32 - bits)) * slotSize;
  while (slots[slot + 1] !== 0 && slots[slot] !== hash) slot = (slot + slotSize) & (slots.length - 1);
  return slot;
}
