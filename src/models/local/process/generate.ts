/** Replies of a chat model. */
import type { DynamicCache } from '@huggingface/transformers';
import { AriadneError } from '../../../base/errors.ts';
import { seededRandom } from '../../../base/seededRandom.ts';
import type { ReplyToken } from '../../models.ts';
import type { GenerateCall, Generated } from '../messages.ts';
import type { Decoder } from './decoder.ts';
import { Reply } from './reply.ts';
import { sample } from './sampling.ts';
import type { Steps } from './steps.ts';

/** Tokens of a prompt that are read at once: fewer leave gaps in which it can be cancelled, and need less memory. */
const promptPart = 256;

export async function* generate(decoder: Decoder, call: GenerateCall, onText: (text: string) => void): Steps<Generated> {
  const { tokens, spec, ends } = decoder;
  const prompt = [...decoder.prompt(call), ...(call.isObject ? tokens.of('{') : [])];
  const room = Math.min(call.maxTokens, spec.maxTokens - prompt.length);
  if (room <= 0) {
    throw new AriadneError(
      'chat-context-too-long',
      `The prompt has ${prompt.length} tokens, and ${spec.name} reads at most ${spec.maxTokens}. Ask for fewer passages, or choose a model that reads more.`,
    );
  }
  const of = prompt.length + room;
  let cache: DynamicCache | undefined;
  let logits: Float32Array = new Float32Array();
  for (let from = 0; from < prompt.length; from += promptPart) {
    ({ logits, cache } = await decoder.step(prompt.slice(from, from + promptPart), from, cache));
    yield { done: Math.min(from + promptPart, prompt.length), of };
  }
  const reply = new Reply(call.isObject);
  const written = new TokenText((ids) =>
    tokens.tokenizer.decode([...ids], { skip_special_tokens: true, clean_up_tokenization_spaces: false }),
  );
  const logprobs: number[] = [];
  const shown: ReplyToken[] = [];
  const textOf = (token: number): string => tokens.tokenizer.decode([token], { clean_up_tokenization_spaces: false });
  let count = 0;
  const draw = seededRandom(call.seed);
  let finishReason = 'length';
  while (count < room) {
    const { token, logprob, alternatives } = sample(logits, call, draw);
    if (ends.has(token)) {
      finishReason = 'stop';
      break;
    }
    count++;
    if (logprob !== undefined) logprobs.push(logprob);
    if (alternatives) shown.push({ text: textOf(token), alternatives: alternatives.map(([one, likely]) => [textOf(one), likely]) });
    onText(reply.update(written.add(token)));
    if (reply.isComplete) {
      finishReason = 'stop';
      break;
    }
    if (count < room) ({ logits, cache } = await decoder.step([token], prompt.length + count - 1, cache));
    yield { done: prompt.length + count, of };
  }
  onText(reply.finish());
  const asked = call.alternatives === undefined ? {} : { tokens: shown };
  return { text: reply.text, promptTokens: prompt.length, completionTokens: count, finishReason, logprobs, ...asked };
}

/** The text of tokens as they come. Decoding all of them again for each would take longer than computing them in a long reply. */
export class TokenText {
  readonly #decode: (tokens: readonly number[]) => string;
  #settled = '';
  /** Tokens that are decoded with each new one: what a token means may depend on the one before it. */
  #tail: number[] = [];
  /** Of the tail, how many have their text in `#settled`, and how long that is. */
  #known = 0;
  #knownLength = 0;

  constructor(decode: (tokens: readonly number[]) => string) {
    this.#decode = decode;
  }

  /** All text so far. While the last character is not complete, it ends with a replacement character. */
  add(token: number): string {
    this.#tail.push(token);
    const decoded = this.#decode(this.#tail);
    const text = this.#settled + decoded.slice(this.#knownLength);
    if (decoded.length <= this.#knownLength || decoded.endsWith('\ufffd')) return text;
    this.#settled = text;
    this.#tail = this.#tail.slice(this.#known);
    this.#known = this.#tail.length;
    this.#knownLength = this.#decode(this.#tail).length;
    return text;
  }
}
