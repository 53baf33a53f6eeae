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
export function completion(request: SimulatedRequestBody, choices: readonly Choice[], hasLogprobs: boolean): Completion {
  const { model, messages } = request;
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
      logprobs: hasLogprobs ? { content: tokensOf(choice, request.top_logprobs ?? 0), refusal: null } : null,
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

interface Token {
  readonly token: string;
  readonly logprob: number;
  readonly top_logprobs: readonly { readonly token: string; readonly logprob: number }[];
}

/** Pieces of words whose probabilities vary around the mean of the choice. */
function tokensOf({ text, sureness }: Choice, alternatives: number): readonly Token[] {
  const tokens = text.match(alternatives > 0 ? judgmentOrPiece : /\s*\S{1,6}/g) ?? [];
  const swing = Math.min(sureness, 1 - sureness) / 2;
  return tokens.map((token, i) => {
    const isAlone = i === tokens.length - 1 && tokens.length % 2 === 1;
    const others = judgments.find((labels) => labels.includes(token))?.filter((label) => label !== token) ?? [];
    const swung = isAlone ? sureness : sureness + (i % 2 === 0 ? swing : -swing);
    // A judgment is made because it is the likeliest.
    const probability = others.length === 0 ? swung : (1 + others.length * sureness) / (1 + others.length);
    const top = [[token, probability] as const, ...others.map((label) => [label, (1 - probability) / others.length] as const)];
    return {
      token,
      logprob: Math.log(probability),
      top_logprobs: top.slice(0, alternatives).map(([one, p]) => ({ token: one, logprob: Math.log(p) })),
    };
  });
}

/** Labels of judgments, of which a model weighs one against the others. */
const judgments: readonly (readonly string[])[] = [
  ['true', 'false'],
  ['full', 'partial', 'none'],
  ['1', '2', '3', '4', '5'],
];
const judgmentOrPiece = /(?<=:"?)(?:true|false|full|partial|none|[1-5])(?=[",}])|\s*(?:(?![:"])\S){1,6}|\s*\S/g;

/** In English, about four characters are a token. */
function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}
