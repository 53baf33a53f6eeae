/**
 * Where a tokenizer puts its special tokens. transformers.js truncates the end of the whole sequence, special tokens included, and has no
 * "only second" for pairs; with the layout, texts are shortened before the special tokens are added.
 */
import type { Sequence, Tokens } from './tokens.ts';

interface Part {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

interface PairParts {
  readonly before: Part;
  readonly firstType: number;
  readonly between: Part;
  readonly secondType: number;
  readonly after: Part;
}

export class Layout {
  readonly #before: Part;
  readonly #after: Part;
  readonly #pair: PairParts;

  constructor(tokens: Tokens) {
    const probe = tokens.of('a');
    const single = tokens.withSpecial('a');
    const at = indexOf(single.ids, probe, 0);
    this.#before = slice(single, 0, at);
    this.#after = slice(single, at + probe.length);
    const pair = tokens.withSpecial('a', 'a');
    const first = indexOf(pair.ids, probe, 0);
    const second = indexOf(pair.ids, probe, first + probe.length);
    this.#pair = {
      before: slice(pair, 0, first),
      firstType: pair.types[first] ?? 0,
      between: slice(pair, first + probe.length, second),
      secondType: pair.types[second] ?? 0,
      after: slice(pair, second + probe.length),
    };
  }

  /** Special tokens around a pair. */
  get pairOverhead(): number {
    const { before, between, after } = this.#pair;
    return before.ids.length + between.ids.length + after.ids.length;
  }

  /** `textFrom` and `textTo` are the positions of the text's first token and after its last one. */
  single(ids: readonly number[], maxTokens: number): Sequence & { readonly textFrom: number; readonly textTo: number } {
    const kept = ids.slice(0, maxTokens - this.#before.ids.length - this.#after.ids.length);
    return {
      ids: [...this.#before.ids, ...kept, ...this.#after.ids],
      types: [...this.#before.types, ...kept.map(() => 0), ...this.#after.types],
      textFrom: this.#before.ids.length,
      textTo: this.#before.ids.length + kept.length,
    };
  }

  /**
   * The first text is a question or a hypothesis, the second what it is compared with. The second is shortened; the first only if it takes
   * more than half. `secondAt` is the position of the second text's first token.
   */
  pair(first: readonly number[], second: readonly number[], maxTokens: number): Sequence & { readonly secondAt: number } {
    const { before, firstType, between, secondType, after } = this.#pair;
    const room = maxTokens - this.pairOverhead;
    const kept = first.slice(0, Math.max(Math.floor(room / 2), room - second.length));
    const rest = second.slice(0, room - kept.length);
    return {
      ids: [...before.ids, ...kept, ...between.ids, ...rest, ...after.ids],
      types: [...before.types, ...kept.map(() => firstType), ...between.types, ...rest.map(() => secondType), ...after.types],
      secondAt: before.ids.length + kept.length + between.ids.length,
    };
  }
}

function slice({ ids, types }: Part, from: number, to?: number): Part {
  return { ids: ids.slice(from, to), types: types.slice(from, to) };
}

function indexOf(all: readonly number[], part: readonly number[], from: number): number {
  for (let at = from; at + part.length <= all.length; at++) if (part.every((id, i) => all[at + i] === id)) return at;
  throw new Error('its tokenizer changes what it is given');
}
