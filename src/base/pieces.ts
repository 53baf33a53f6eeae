/** A long list in pieces: a copy with a change shares what it keeps, and costs the number of pieces, not their length. */
import { firstWhere } from './binarySearch.ts';
import type { Stretch } from './stretches.ts';

/** Some of the values of a list, of which the one at a place is at `place + shift`. */
interface Piece<Values> {
  readonly values: Values;
  readonly from: number;
  readonly to: number;
  readonly shift: number;
}

export class Pieces<Values> implements Iterable<Piece<Values>> {
  readonly length: number;
  readonly #pieces: readonly Piece<Values>[];

  private constructor(pieces: readonly Piece<Values>[]) {
    this.#pieces = pieces;
    this.length = pieces.at(-1)?.to ?? 0;
  }

  static of<Values>(values: Values, count: number): Pieces<Values> {
    return new Pieces(count === 0 ? [] : [{ values, from: 0, to: count, shift: 0 }]);
  }

  /** The piece that has a place of the list. */
  at(place: number): Piece<Values> {
    const pieces = this.#pieces;
    const at = pieces.length === 1 ? 0 : firstWhere(pieces.length, (i) => pieces[i]!.to > place);
    return pieces[at]!;
  }

  /** What is at some stretches of the list, in that order, then other values. */
  with(stretches: readonly Stretch[], added: Values, count: number): Pieces<Values> {
    const pieces: Piece<Values>[] = [];
    const push = (values: Values, first: number, length: number): void => {
      const from = pieces.at(-1)?.to ?? 0;
      if (length > 0) pieces.push({ values, from, to: from + length, shift: first - from });
    };
    for (const [from, to] of stretches) {
      let at = firstWhere(this.#pieces.length, (i) => this.#pieces[i]!.to > from);
      for (let next = from; next < to; at++) {
        const piece = this.#pieces[at]!;
        const end = Math.min(to, piece.to);
        push(piece.values, next + piece.shift, end - next);
        next = end;
      }
    }
    push(added, 0, count);
    return new Pieces(pieces);
  }

  [Symbol.iterator](): Iterator<Piece<Values>> {
    return this.#pieces[Symbol.iterator]();
  }
}

/** A list of such pieces. */
export class PiecedList<T> implements Iterable<T> {
  readonly length: number;
  readonly #pieces: Pieces<readonly T[]>;

  private constructor(pieces: Pieces<readonly T[]>) {
    this.length = pieces.length;
    this.#pieces = pieces;
  }

  static of<T>(values: readonly T[]): PiecedList<T> {
    return new PiecedList(Pieces.of(values, values.length));
  }

  at(place: number): T | undefined {
    if (place < 0 || place >= this.length) return undefined;
    const { values, shift } = this.#pieces.at(place);
    return values[place + shift];
  }

  *[Symbol.iterator](): Generator<T> {
    for (const { values, from, to, shift } of this.#pieces) for (let place = from; place < to; place++) yield values[place + shift]!;
  }

  /** See `Pieces`. */
  with(stretches: readonly Stretch[], added: readonly T[]): PiecedList<T> {
    return new PiecedList(this.#pieces.with(stretches, added, added.length));
  }
}
