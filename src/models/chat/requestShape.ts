/** Servers that call themselves OpenAI-compatible differ in what they take. What one has rejected is left out from then on. */
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { ChatRequest } from '../models.ts';

export interface RequestShape {
  readonly format: 'json_schema' | 'json_object' | 'none';
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly temperature: boolean;
  readonly seed: boolean;
}

export const fullShape: RequestShape = { format: 'json_schema', limit: 'max_tokens', temperature: true, seed: true };

/** `max_completion_tokens` also counts what a reasoning model thinks before its first word. */
const thinkingTokens = 4_096;

export function bodyOf(model: string, request: ChatRequest, shape: RequestShape): ChatCompletionCreateParamsNonStreaming {
  const { messages, temperature, maxTokens, schema, seed } = request;
  return {
    model,
    messages: messages.map((message) => ({ ...message })),
    ...(shape.temperature ? { temperature } : {}),
    ...(shape.seed && seed !== undefined ? { seed } : {}),
    ...(shape.limit === 'max_tokens' ? { max_tokens: maxTokens } : { max_completion_tokens: maxTokens + thinkingTokens }),
    ...(schema === undefined ? {} : formatOf(schema, shape.format)),
  };
}

/** What to leave out or say otherwise after the server rejected a request of this shape with this message; null when the message is about none of it. */
export function simplify(used: RequestShape, hasSchema: boolean, message: string): Partial<RequestShape> | null {
  if (hasSchema && used.format !== 'none' && /response_format|json_schema|json_object|structured.outputs?|guided|grammar/i.test(message)) {
    return { format: used.format === 'json_schema' ? 'json_object' : 'none' };
  }
  if (used.limit === 'max_tokens' && /(?:unsupported|not supported).*max_completion_tokens/is.test(message))
    return { limit: 'max_completion_tokens' };
  if (used.temperature && /\btemperature\b/.test(message)) return { temperature: false };
  if (used.seed && /\bseed\b/.test(message)) return { seed: false };
  return null;
}

/** The shape known to work so far, given what a request of shape `used` taught; requests in flight at once may teach the same thing twice. */
export function learn(known: RequestShape, used: RequestShape, change: Partial<RequestShape>): RequestShape {
  const isOld = change.format !== undefined && known.format !== used.format;
  return isOld ? known : { ...known, ...change };
}

function formatOf(
  { name, schema }: NonNullable<ChatRequest['schema']>,
  format: RequestShape['format'],
): Pick<ChatCompletionCreateParamsNonStreaming, 'response_format'> {
  switch (format) {
    case 'json_schema':
      return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } };
    case 'json_object':
      return { response_format: { type: 'json_object' } };
    case 'none':
      return {};
  }
}
