/** A model's tokenizer: ids of texts, with and without special tokens. */
import type { PreTrainedTokenizer } from '@huggingface/transformers';

/** What a model gets of one input. */
export interface Sequence {
  readonly ids: readonly number[];
  /** Segment of each token: 0 for the first text of a pair, 1 for the second, with models that distinguish them. */
  readonly types: readonly number[];
}

/** UTF-16 offsets, never inside a word or a character as people see it. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** The tokens of a text, each with the place of its word. */
export interface PlacedTokens {
  readonly ids: readonly number[];
  readonly places: readonly Place[];
}

export class Tokens {
  readonly tokenizer: PreTrainedTokenizer;

  constructor(tokenizer: PreTrainedTokenizer) {
    this.tokenizer = tokenizer;
  }

  /** Fills up a batch. It is masked, so any token does where the tokenizer declares none. */
  get padding(): number {
    return this.tokenizer.pad_token_id ?? this.tokenizer.eos_token_id ?? 0;
  }

  /**
   * transformers.js gives no offsets. No tokenizer merges tokens across spaces, so each stretch of text up to the next space is split
   * alone, and inside of it the tokens of a word are those that its end adds to what is before it.
   */
  placed(text: string): PlacedTokens {
    const ids: number[] = [];
    const places: Place[] = [];
    const words = wordsIn(text);
    for (let first = 0, from = 0; first < words.length;) {
      let next = first + 1;
      while (next < words.length && next < first + mostWordsTogether && words[next]!.start === words[next - 1]!.end) next++;
      const stretch = this.of(text.slice(from, words[next - 1]!.end));
      for (let at = first, count = 0; at < next; at++) {
        const upTo = at === next - 1 ? stretch.length : Math.min(stretch.length, this.of(text.slice(from, words[at]!.end)).length);
        for (; count < upTo; count++) places.push(words[at]!);
      }
      ids.push(...stretch);
      from = words[next - 1]!.end;
      first = next;
    }
    return { ids, places };
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

/** Scripts without spaces are cut somewhere, which keeps the cost linear. */
const mostWordsTogether = 16;
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** A letter or digit of a script with spaces between words. */
const inWord = /^[\p{L}\p{N}](?<![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])/u;
/** Characters that are not seen, such as soft hyphens, do not end a word. */
const unseen = /^\p{Cf}/u;

/** Words, and every other character that is no space. */
function wordsIn(text: string): readonly Place[] {
  const words: { readonly start: number; end: number }[] = [];
  let isWord = false;
  for (const { segment, index } of characters.segment(text)) {
    const last = words.at(-1);
    const goesOn: boolean = isWord && (inWord.test(segment) || unseen.test(segment));
    if (goesOn && last) last.end = index + segment.length;
    else if (segment.trim() !== '') words.push({ start: index, end: index + segment.length });
    isWord = goesOn || inWord.test(segment);
  }
  return words;
}

/** Whether all values are finite. In place of `every`, whose call per value shows: a batch has hundreds of thousands. */
export function areNumbers(values: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i]!)) return false;
  return true;
}
