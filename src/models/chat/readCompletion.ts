/** From the body of a chat completion to replies. */
import * as z from 'zod';
import type { ChatReply, ChatRequest } from '../models.ts';

const contentPart = z.object({ type: z.string(), text: z.string().optional() });
/** OpenAI's form; the other is that of its older completions, which some servers keep. */
const tokenLogprobs = z.union([
  z
    .object({ content: z.array(z.object({ token: z.string(), logprob: z.number().nullish() })) })
    .transform(({ content }) => content.map(({ token, logprob }) => ({ token, logprob: logprob ?? null }))),
  z
    .object({ tokens: z.array(z.string()), token_logprobs: z.array(z.number().nullable()) })
    .transform(({ tokens, token_logprobs: values }) => tokens.map((token, i) => ({ token, logprob: values[i] ?? null }))),
]);
const choice = z.object({
  index: z.number().nullish(),
  message: z.object({ content: z.union([z.string(), z.array(contentPart)]).nullish(), refusal: z.string().nullish() }),
  finish_reason: z.string().nullish(),
  logprobs: tokenLogprobs.nullish().catch(null),
});
const completionBody = z.object({
  choices: z.array(choice).min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});
type Choice = z.infer<typeof choice>;
type Token = z.infer<typeof tokenLogprobs>[number];

/**
 * One reply per choice, at most as many as were asked for, in the server's order. What the server counted is shared out: the prompt evenly, the completion by
 * the length of the texts.
 * @throws z.ZodError when the body is no completion
 */
export function repliesOf(body: unknown, { messages, n = 1, logprobs = false, stop = [] }: ChatRequest): readonly ChatReply[] {
  const { choices, usage } = completionBody.parse(body);
  const used = choices.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)).slice(0, n);
  const raws = used.map(rawText);
  const prompt = usage?.prompt_tokens ?? estimateTokens(messages.map((one) => one.content).join(''));
  const prompts = share(
    prompt,
    used.map(() => 1),
  );
  const completions = usage
    ? share(
        usage.completion_tokens,
        raws.map((raw) => raw.length),
      )
    : raws.map(estimateTokens);
  return used.map((one, i) => {
    const raw = raws[i] ?? '';
    // Open reasoning models served without a reasoning parser write their thoughts first.
    const answer = raw.replace(thoughts, '');
    const text = cutAt(answer, stop);
    const { refusal } = one.message;
    const isRefusal = text === '' && refusal !== null && refusal !== undefined && refusal !== '';
    const tokens = logprobs && one.logprobs ? { logprobs: valuesOf(one.logprobs, raw.length - answer.length) } : {};
    return {
      text: isRefusal ? refusal : text,
      promptTokens: prompts[i] ?? 0,
      completionTokens: completions[i] ?? 0,
      estimated: !usage,
      finishReason: isRefusal ? 'refusal' : (one.finish_reason ?? 'stop'),
      ...tokens,
    };
  });
}

const thoughts = /^\s*<think>[\s\S]*?<\/think>\s*/;

function rawText({ message: { content } }: Choice): string {
  return typeof content === 'string' ? content : (content ?? []).map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}

/** Servers that do not take `stop` write on. */
function cutAt(text: string, stop: readonly string[]): string {
  const ends = stop.map((one) => text.indexOf(one)).filter((at) => at >= 0);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}

/** Those of the reply's own words: not of its thoughts, nor of the end of text; tokens without a value are left out. */
function valuesOf(tokens: readonly Token[], thoughtChars: number): readonly number[] {
  let first = 0;
  for (let chars = 0; chars < thoughtChars && first < tokens.length; first++) chars += tokens[first]?.token.length ?? 0;
  const last = tokens.findLastIndex(({ token }) => token !== '' && !endOfText.test(token));
  return tokens.slice(first, last + 1).flatMap(({ token, logprob }) => (endOfText.test(token) ? [] : (logprob ?? [])));
}

/** As the common families of open models write it. Some servers write nothing for it: but nothing within a reply is part of a character. */
const endOfText = /^(?:<\|[^|<>]+\|>|<\uff5c[^<>]+\uff5c>|<\/s>|<eos>|<end_of_turn>|\[EOS\])$/;

/** Whole numbers in proportion to the weights, alike where all are 0; their sum is `total`. */
function share(total: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const parts = sum === 0 ? weights.map(() => 1) : weights;
  const whole = sum === 0 ? weights.length : sum;
  let before = 0;
  let given = 0;
  return parts.map((part) => {
    before += part;
    const upTo = Math.round((total * before) / whole);
    const own = upTo - given;
    given = upTo;
    return own;
  });
}

/** About four characters are a token in English. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
