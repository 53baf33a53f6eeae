/** A list of 32-bit numbers that grows, without an object for each. */
export class GrowingInts {
  #numbers = new Int32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) this.#reserve(1);
    this.#numbers[this.#length++] = number;
  }

  pushAll(numbers: ArrayLike<number>): void {
    this.#reserve(numbers.length);
    this.#numbers.set(numbers, this.#length);
    this.#length += numbers.length;
  }

  /** @param at below `length` */
  at(at: number): number {
    return this.#numbers[at]!;
  }

  /** The numbers in an array of their size. */
  toArray(): Int32Array {
    return this.#numbers.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#numbers.length) return;
    const larger = new Int32Array(Math.max(this.#length + more, Math.ceil(1.5 * this.#numbers.length)));
    larger.set(this.#numbers.subarray(0, this.#length));
    this.#numbers = larger;
  }
}
