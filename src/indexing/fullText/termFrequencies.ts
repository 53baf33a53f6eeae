/** In how many passages each term is, by hash. A table with open addressing (Knuth 1998, 6.4); a map takes three times as long. */
import { randomInt } from 'node:crypto';

const firstBits = 12;
/** Numbers of a slot, and one to align it. */
const slotSize = 4;
/** A text cannot be written so that its terms share a slot (Dietzfelbinger et al. 1997). */
const factor = 2 * randomInt(2 ** 30) + 1;

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
    while (2 * slotSize * (this.#used + hashes.length) > this.#slots.length) this.#grow();
    const [slots, bits] = [this.#slots, this.#bits];
    for (let i = 0; i < hashes.length; i++) {
      const slot = slotOf(hashes[i]!, slots, bits);
      if (slots[slot + 2] === counted) continue;
      slots[slot + 2] = counted;
      if (slots[slot + 1] === 0) {
        slots[slot] = hashes[i]!;
        slots[slot + 1] = 1;
        this.#used++;
      }
      slots[slot + 1] = Math.max(1, slots[slot + 1]! + by);
    }
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    this.#bits++;
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
