/** OpenAI-compatible servers differ in the fields they accept. A field that a server has rejected or ignored is left out from then on. */
import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import * as z from 'zod';
import type { ChatRequest } from '../models.ts';

export const requestShape = z.object({
  format: z.enum(['json_schema', 'json_object', 'none']),
  limit: z.enum(['max_tokens', 'max_completion_tokens']),
  temperature: z.boolean(),
  topP: z.boolean(),
  seed: z.boolean(),
  /** Several completions in one request. */
  n: z.boolean(),
  logprobs: z.boolean(),
  /** Alternatives of each token. */
  alternatives: z.boolean().default(true),
  /** The reply in parts, as it is written. */
  stream: z.boolean().default(true),
  /** Token counts at the end of a streamed reply. */
  streamUsage: z.boolean().default(true),
});
export type RequestShape = Readonly<z.infer<typeof requestShape>>;

export const fullShape: RequestShape = {
  format: 'json_schema',
  limit: 'max_tokens',
  temperature: true,
  topP: true,
  seed: true,
  n: true,
  logprobs: true,
  alternatives: true,
  stream: true,
  streamUsage: true,
};

/** The request shape known to work with one model of one server. */
export interface ShapeMemory {
  readonly shape: RequestShape;
  /** Records what a request of shape `used` showed. */
  learn(used: RequestShape, change: Partial<RequestShape>): void;
}

export class OwnShapeMemory implements ShapeMemory {
  shape = fullShape;

  learn(used: RequestShape, change: Partial<RequestShape>): void {
    this.shape = learned(this.shape, used, change);
  }
}

export type RequestBody = ChatCompletionCreateParams;

/** Added because `max_completion_tokens` includes a reasoning model's thoughts before its first word. */
const thinkingTokens = 4_096;

/** @param isStreamed whether to request the reply in parts */
export function requestBody(model: string, request: ChatRequest, shape: RequestShape, isStreamed = false): RequestBody {
  const { messages, temperature, maxTokens, schema, seed, n = 1, topP, logprobs, alternatives } = request;
  return {
    model,
    messages: messages.map((message) => ({ ...message })),
    ...(shape.temperature ? { temperature } : {}),
    ...(shape.topP && topP !== undefined ? { top_p: topP } : {}),
    ...(shape.seed && seed !== undefined ? { seed } : {}),
    ...(shape.limit === 'max_tokens' ? { max_tokens: maxTokens } : { max_completion_tokens: maxTokens + thinkingTokens }),
    ...(n > 1 ? { n } : {}),
    ...(shape.logprobs && logprobs === true ? { logprobs } : {}),
    ...(shape.logprobs && shape.alternatives && logprobs === true && alternatives !== undefined ? { top_logprobs: alternatives } : {}),
    ...(schema === undefined ? {} : formatOf(schema, shape.format)),
    ...(isStreamed ? { stream: true, ...(shape.streamUsage ? { stream_options: { include_usage: true } } : {}) } : {}),
  };
}

/**
 * What to change after the server rejected this body, which has shape `used`; null when the rejection is about none of the optional fields.
 * @param said the server's message, and the parameter if it named one
 */
export function simplify(used: RequestShape, body: RequestBody, said: string): Partial<RequestShape> | null {
  if ('response_format' in body && /response_format|json_schema|json_object|structured.outputs?|guided|grammar/i.test(said)) {
    return { format: used.format === 'json_schema' ? 'json_object' : 'none' };
  }
  if (used.limit === 'max_tokens' && /(?:unsupported|not supported).*max_completion_tokens/is.test(said))
    return { limit: 'max_completion_tokens' };
  return leftOut.find(([field, words]) => field in body && words.test(said))?.[2] ?? null;
}

/**
 * Fields of the body, patterns for messages about them, and the change to make. The shortest name is last, because it is most likely to
 * match by chance.
 */
const leftOut: readonly (readonly [keyof RequestBody, RegExp, Partial<RequestShape>])[] = [
  ['temperature', /\btemperature\b/, { temperature: false }],
  ['seed', /\bseed\b/, { seed: false }],
  ['top_p', /\btop_p\b/, { topP: false }],
  ['top_logprobs', /top.?log.?prob/i, { alternatives: false }],
  ['logprobs', /log.?prob/i, { logprobs: false }],
  ['stream_options', /stream_options|include_usage/i, { streamUsage: false }],
  ['stream', /\bstream(?:ed|ing)?\b/i, { stream: false }],
  ['n', /\bn\b|\b(?:one|single|multiple|several|number of) (?:completion|choice|candidate|sample|generation|response)/i, { n: false }],
];

/**
 * The known shape updated with what a request of shape `used` showed. Concurrent requests may show the same thing twice; then the same
 * object is returned.
 */
export function learned(known: RequestShape, used: RequestShape, change: Partial<RequestShape>): RequestShape {
  const isOld = change.format !== undefined && known.format !== used.format;
  const next = { ...known, ...change };
  return isOld || JSON.stringify(next) === JSON.stringify(known) ? known : next;
}

function formatOf(
  { name, schema }: NonNullable<ChatRequest['schema']>,
  format: RequestShape['format'],
): Pick<RequestBody, 'response_format'> {
  switch (format) {
    case 'json_schema':
      return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } };
    case 'json_object':
      return { response_format: { type: 'json_object' } };
    case 'none':
      return {};
  }
}
