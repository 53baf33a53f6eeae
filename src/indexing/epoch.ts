/** Names a set of documents by their paths and contents. Equal sets have equal epochs, whatever the order in which they were stored. */
import { hashOf } from '../base/hash.ts';

/** A sum modulo 2⁶⁴ of one hash per document. Adding or removing one costs the same in a set of any size. */
export class EpochSum {
  #sum = 0n;

  add({ path, hash }: { readonly path: string; readonly hash: string }): void {
    this.#sum = BigInt.asUintN(64, this.#sum + termOf(path, hash));
  }

  remove({ path, hash }: { readonly path: string; readonly hash: string }): void {
    this.#sum = BigInt.asUintN(64, this.#sum - termOf(path, hash));
  }

  toString(): string {
    return this.#sum.toString(16).padStart(16, '0');
  }
}

function termOf(path: string, hash: string): bigint {
  return BigInt(`0x${hashOf([`${path}\0${hash}`], 16)}`);
}
