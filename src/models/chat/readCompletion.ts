/** Turns the body of a chat completion into replies. */
import * as z from 'zod';
import type { ChatReply, ChatRequest, ReplyToken } from '../models.ts';
import { replyLimits, UnusableReply } from './replyLimits.ts';

const contentPart = z.object({ type: z.string(), text: z.string().optional() });
const valued = { token: z.string(), logprob: z.number().nullish() };
/** OpenAI's format, or that of its older completions API, which some servers keep. */
const tokenLogprobs = z.union([
  z
    .object({ content: z.array(z.object({ ...valued, top_logprobs: z.array(z.object(valued)).nullish().catch(null) })) })
    .transform(({ content }) =>
      content.map(({ token, logprob, top_logprobs: top }) => ({ token, logprob: logprob ?? null, top: top ?? [] })),
    ),
  z
    .object({ tokens: z.array(z.string()), token_logprobs: z.array(z.number().nullable()) })
    .transform(({ tokens, token_logprobs: values }) => tokens.map((token, i) => ({ token, logprob: values[i] ?? null, top: [] }))),
]);
const choice = z.object({
  index: z.int().nullish().catch(null),
  message: z.object({ content: z.union([z.string(), z.array(contentPart)]).nullish(), refusal: z.string().nullish() }),
  finish_reason: z.string().max(40).nullish().catch(null),
  logprobs: tokenLogprobs.nullish().catch(null),
});
/** A limit that no model reaches, low enough that the sum over all calls of a run is exact. */
const tokenCount = z
  .int()
  .min(0)
  .max(1e9)
  .transform((count) => count || 0);
const completionBody = z.object({
  choices: z.array(choice).min(1),
  usage: z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount }).nullish().catch(null),
});
type Choice = z.infer<typeof choice>;
type Usage = z.infer<typeof completionBody>['usage'];
type Token = z.infer<typeof tokenLogprobs>[number];

/**
 * One reply per choice, at most the requested number, in the server's order. The server's token counts are divided: the prompt evenly, the
 * completion by text length. Impossible counts are replaced by estimates, because a log could not store them and a budget would rely on
 * them.
 * @throws z.ZodError when the body is not a completion; UnusableReply when it exceeds the limits of a reply
 */
export function repliesOf(body: unknown, { messages, n = 1, logprobs = false, alternatives }: ChatRequest): readonly ChatReply[] {
  assertFew(body);
  const { choices, usage } = completionBody.parse(body);
  const used = choices.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)).slice(0, n);
  const raws = used.map(rawText);
  const promptText = messages.map((one) => one.content).join('');
  const counted = isPlausible(usage, promptText, raws) ? usage : null;
  const prompts = share(
    counted?.prompt_tokens ?? estimateTokens(promptText),
    used.map(() => 1),
  );
  const completions = counted
    ? share(
        counted.completion_tokens,
        raws.map((raw) => raw.length),
      )
    : raws.map(estimateTokens);
  return used.map((one, i) => {
    const raw = raws[i] ?? '';
    // Open reasoning models on a server without a reasoning parser write their thoughts first.
    const text = raw.replace(thoughts, '');
    const refusal = asText(one.message.refusal ?? '');
    const isRefusal = text === '' && refusal !== '';
    const written = logprobs && one.logprobs ? writtenTokens(one.logprobs, raw.length - text.length) : undefined;
    return {
      text: isRefusal ? refusal : text,
      promptTokens: prompts[i] ?? 0,
      completionTokens: completions[i] ?? 0,
      estimated: !counted,
      finishReason: isRefusal ? 'refusal' : (one.finish_reason ?? 'stop'),
      ...(written && { logprobs: written.flatMap(({ logprob }) => asLogprob(logprob) ?? []) }),
      ...(written && alternatives !== undefined && written.some(({ top }) => top.length > 0)
        ? { tokens: written.map(withAlternatives) }
        : {}),
    };
  });
}

/** @throws UnusableReply for more choices than anyone requests, which would take long to process */
function assertFew(body: unknown): void {
  const choices = z.object({ choices: z.array(z.unknown()) }).safeParse(body).data?.choices ?? [];
  if (choices.length > replyLimits.choices) throw new UnusableReply(`it has ${choices.length} answers to one request`);
}

/**
 * No language and tokenizer has more characters per token. Without this limit, a server that does not count cached tokens, or counts none,
 * would never exhaust a budget.
 */
const charactersPerToken = 16;

function isPlausible(usage: Usage, prompt: string, raws: readonly string[]): usage is NonNullable<Usage> {
  if (!usage) return false;
  const written = raws.reduce((sum, { length }) => sum + length, 0);
  return usage.prompt_tokens * charactersPerToken >= prompt.length && usage.completion_tokens * charactersPerToken >= written;
}

/** The opening tag may be in the prompt. */
const thoughts = /^(?:\s*<think>)?[\s\S]*?<\/think>\s*/;

function rawText({ message: { content } }: Choice): string {
  return asText(
    typeof content === 'string' ? content : (content ?? []).map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join(''),
  );
}

/**
 * Rejects a lone surrogate, which would be changed by a search, a file or the network.
 * @throws UnusableReply
 */
function asText(text: string): string {
  if (text.length > replyLimits.characters) throw new UnusableReply(`an answer in it has ${text.length} characters`);
  return text.toWellFormed();
}

/**
 * The answer's tokens, without those of thoughts and of the end of text.
 * @throws UnusableReply
 */
function writtenTokens(tokens: readonly Token[], thoughtChars: number): readonly Token[] {
  if (tokens.length > replyLimits.tokens) throw new UnusableReply(`an answer in it has ${tokens.length} tokens`);
  let first = 0;
  for (let chars = 0; chars < thoughtChars && first < tokens.length; first++) chars += tokens[first]?.token.length ?? 0;
  const last = tokens.findLastIndex(({ token }) => token !== '' && !endOfText.test(token));
  return tokens.slice(first, last + 1).filter(({ token }) => !endOfText.test(token));
}

/** Most tokens have one likely alternative, so a log with all of them would be many times as long. */
const leastLogprob = Math.log(0.001);
const mostAlternatives = 20;

function withAlternatives({ token, top }: Token): ReplyToken {
  const likely = top.slice(0, mostAlternatives).flatMap((one): [string, number][] => {
    const logprob = asLogprob(one.logprob ?? null);
    return logprob === null || logprob < leastLogprob ? [] : [[one.token.toWellFormed(), logprob]];
  });
  return { text: token.toWellFormed(), alternatives: likely };
}

/** The logarithm of a probability is never above 0, except by rounding errors. */
function asLogprob(value: number | null): number | null {
  return value === null || value > 1e-3 ? null : Math.min(0, value) || 0;
}

/**
 * The end-of-text tokens of common open model families. Some servers give it no text, but an empty token inside a reply is part of a
 * character.
 */
const endOfText = /^(?:<\|[^|<>]+\|>|<\uff5c[^<>]+\uff5c>|<\/s>|<eos>|<end_of_turn>|\[EOS\])$/;

/** Whole numbers in proportion to the weights, or equal if all are 0, with the sum `total`. */
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

/** In English, about four characters are a token. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
