/** Texts of a column in UTF-8, one after the other: an index is opened without a string for each, which most are never asked for. */
import { Pieces } from '../base/pieces.ts';
import type { Stretch } from '../base/stretches.ts';
import { packed, type PackedBytes, type TextBytes } from './tables.ts';

/** Texts of some rows. */
export interface TextsOfRows extends TextBytes {
  readonly count: number;
}

/** So many bytes at the end tell hashes and paths apart. */
const hashedBytes = 16;

export class PackedTexts implements Iterable<string> {
  readonly length: number;
  readonly #pieces: Pieces<PackedBytes>;

  private constructor(pieces: Pieces<PackedBytes>) {
    this.length = pieces.length;
    this.#pieces = pieces;
  }

  /** Copies them, so that they are in one piece. */
  static join(parts: readonly TextsOfRows[]): PackedTexts {
    const offsets = new Int32Array(parts.reduce((sum, { count }) => sum + count, 0) + 1);
    const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.offsets[part.count]! - part.offsets[0]!, 0));
    let [at, row] = [0, 0];
    for (const { bytes: own, offsets: ends, count } of parts) {
      const shift = at - ends[0]!;
      bytes.set(own.subarray(ends[0], ends[count]), at);
      for (let i = 1; i <= count; i++) offsets[++row] = ends[i]! + shift;
      at = offsets[row]!;
    }
    return new PackedTexts(Pieces.of({ bytes, offsets }, row));
  }

  static of(texts: readonly string[]): PackedTexts {
    return new PackedTexts(Pieces.of(packed(texts), texts.length));
  }

  at(i: number): string | undefined {
    return i < 0 || i >= this.length ? undefined : textAt(this.#pieces.at(i), i);
  }

  *[Symbol.iterator](): Generator<string> {
    for (const piece of this.#pieces) for (let i = piece.from; i < piece.to; i++) yield textAt(piece, i);
  }

  /** Those of the stretches, in that order, then others. Shares what it keeps. */
  with(stretches: readonly Stretch[], added: readonly string[] = []): PackedTexts {
    return new PackedTexts(this.#pieces.with(stretches, packed(added), added.length));
  }

  /** A copy in one piece, after many changes. */
  joined(): PackedTexts {
    return PackedTexts.join(
      Array.from(this.#pieces, ({ values: { bytes, offsets }, from, to, shift }) => {
        return { bytes, offsets: offsets.subarray(from + shift, to + shift + 1), count: to - from };
      }),
    );
  }

  /** @param bytes which has the other text at these offsets */
  isAt(i: number, bytes: Uint8Array, from: number, to: number): boolean {
    const { values, shift } = this.#pieces.at(i);
    const start = values.offsets[i + shift]!;
    if (values.offsets[i + shift + 1]! - start !== to - from) return false;
    for (let at = from; at < to; at++) if (values.bytes[start + at - from] !== bytes[at]) return false;
    return true;
  }

  /** Equal for equal texts. */
  hashAt(i: number): number {
    const { values, shift } = this.#pieces.at(i);
    return hashIn(values.bytes, values.offsets[i + shift]!, values.offsets[i + shift + 1]!);
  }
}

function textAt({ values: { bytes, offsets }, shift }: { readonly values: PackedBytes; readonly shift: number }, i: number): string {
  return bytes.toString('utf8', offsets[i + shift], offsets[i + shift + 1]);
}

/** Where texts are among others. */
export class TextPlaces {
  readonly #texts: PackedTexts;
  /** By hash one more than the first place; of each place one more than the next with its hash. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  constructor(texts: PackedTexts) {
    this.#texts = texts;
    this.#next = new Int32Array(texts.length);
    this.#first = new Int32Array(2 ** Math.ceil(Math.log2(texts.length + 1)));
    for (let i = texts.length - 1; i >= 0; i--) {
      const slot = texts.hashAt(i) & (this.#first.length - 1);
      this.#next[i] = this.#first[slot]!;
      this.#first[slot] = i + 1;
    }
  }

  /** Ascending places of the text that is at these offsets of `bytes`. */
  of(bytes: Uint8Array, from: number, to: number): readonly number[] {
    const places: number[] = [];
    for (let next = this.#first[hashIn(bytes, from, to) & (this.#first.length - 1)]!; next > 0; next = this.#next[next - 1]!)
      if (this.#texts.isAt(next - 1, bytes, from, to)) places.push(next - 1);
    return places;
  }
}

function hashIn(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = Math.max(from, to - hashedBytes); at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
