/** The body of a chat completion. */
import type { Said } from './behaviors/behavior.ts';
import type { SimulatedRequestBody } from './readRequest.ts';

export interface Choice {
  readonly text: string;
  /** Mean probability of the tokens. */
  readonly sureness: number;
}

const usualSureness = 0.9;

export function choiceOf({ reply, sureness = usualSureness }: Said): Choice {
  return { text: typeof reply === 'string' ? reply : JSON.stringify(reply), sureness };
}

interface Completion {
  readonly usage: object;
  readonly [field: string]: unknown;
}

/** @param hasLogprobs whether the tokens have log-probabilities */
export function completion({ model, messages }: SimulatedRequestBody, choices: readonly Choice[], hasLogprobs: boolean): Completion {
  const promptTokens = tokensIn(messages.map(({ content }) => content).join(''));
  const completionTokens = choices.reduce((sum, { text }) => sum + tokensIn(text), 0);
  return {
    id: 'simulated',
    object: 'chat.completion',
    created: 0,
    model,
    choices: choices.map((choice, index) => ({
      index,
      message: { role: 'assistant', content: choice.text },
      logprobs: hasLogprobs ? { content: tokensOf(choice), refusal: null } : null,
      finish_reason: 'stop',
    })),
    usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens },
  };
}

/** The same completion as the events of a stream, without their data's frame. Token counts come last, if they were asked for. */
export function streamed(request: SimulatedRequestBody, choices: readonly Choice[]): readonly string[] {
  const { usage, ...whole } = completion(request, choices, false);
  const base = { ...whole, object: 'chat.completion.chunk' };
  const parts = choices.flatMap(({ text }, index) => [
    ...(text.match(/[\s\S]{1,12}/g) ?? []).map((content) => ({ index, delta: { content }, finish_reason: null })),
    { index, delta: {}, finish_reason: 'stop' },
  ]);
  return [
    ...parts.map((choice) => JSON.stringify({ ...base, choices: [choice] })),
    ...(request.stream_options?.include_usage === true ? [JSON.stringify({ ...base, choices: [], usage })] : []),
    '[DONE]',
  ];
}

/** Pieces of words whose probabilities vary around the mean of the choice. */
function tokensOf({ text, sureness }: Choice): readonly { readonly token: string; readonly logprob: number; readonly top_logprobs: [] }[] {
  const tokens = text.match(/\s*\S{1,6}/g) ?? [];
  const swing = Math.min(sureness, 1 - sureness) / 2;
  return tokens.map((token, i) => {
    const isAlone = i === tokens.length - 1 && tokens.length % 2 === 1;
    const probability = isAlone ? sureness : sureness + (i % 2 === 0 ? swing : -swing);
    return { token, logprob: Math.log(probability), top_logprobs: [] };
  });
}

/** In English, about four characters are a token. */
function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}
