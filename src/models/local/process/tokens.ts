/** A model's tokenizer: ids of texts, with and without special tokens. */
import type { PreTrainedTokenizer } from '@huggingface/transformers';
import type { Surface } from './align.ts';

/** What a model gets of one input. */
export interface Sequence {
  readonly ids: readonly number[];
  /** Segment of each token: 0 for the first text of a pair, 1 for the second, with models that distinguish them. */
  readonly types: readonly number[];
}

export class Tokens {
  readonly tokenizer: PreTrainedTokenizer;
  #isByteLevel: boolean | undefined;

  constructor(tokenizer: PreTrainedTokenizer) {
    this.tokenizer = tokenizer;
  }

  /** Fills up a batch. It is masked, so any token does where the tokenizer declares none. */
  get padding(): number {
    return this.tokenizer.pad_token_id ?? this.tokenizer.eos_token_id ?? 0;
  }

  /** The same tokens as text. */
  surface(text: string): Surface {
    // Its letters stand for bytes when a letter of two bytes becomes two letters.
    this.#isByteLevel ??= this.tokenizer.tokenize('é').join('').includes('Ã©');
    return { tokens: this.tokenizer.tokenize(text), isByteLevel: this.#isByteLevel, unknown: this.tokenizer.unk_token ?? null };
  }

  of(text: string): readonly number[] {
    return this.tokenizer.encode(text, { add_special_tokens: false });
  }

  withSpecial(text: string, pair?: string): Sequence {
    const options = { return_tensor: false, return_token_type_ids: true } as const;
    const encoded = this.tokenizer(text, pair === undefined ? options : { ...options, text_pair: pair });
    const { input_ids: ids, token_type_ids: types } = encoded as { readonly input_ids: number[]; readonly token_type_ids?: number[] };
    return { ids, types: types ?? ids.map(() => 0) };
  }
}

/** Whether all values are finite. In place of `every`, whose call per value shows: a batch has hundreds of thousands. */
export function areNumbers(values: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i]!)) return false;
  return true;
}
