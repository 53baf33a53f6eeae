/** Parses the setting `ariadne.budget`. Does not use VS Code. */
import * as z from 'zod';
import { AriadneError } from '../base/errors.ts';
import { runBudget, type RunBudget } from '../protocol/runOptions.ts';

const { llmCalls, tokens, retrievals, seconds, usd } = runBudget.shape;
const price = z.number().nonnegative().optional();

/** Flat, as the settings editor shows it. */
export const budgetSetting = z
  .strictObject({
    llmCalls: llmCalls.describe('Calls to the language model.'),
    tokens: tokens.describe('Prompt and reply tokens together.'),
    retrievals: retrievals.describe('First-stage searches.'),
    seconds: seconds.describe('Seconds from the question to the answer.'),
    usd: usd.describe('US dollars. Requires both prices.'),
    usdPerMillionInputTokens: price.describe('Price per million prompt tokens.'),
    usdPerMillionOutputTokens: price.describe('Price per million reply tokens.'),
  })
  .refine(
    ({ usd: most, usdPerMillionInputTokens: input, usdPerMillionOutputTokens: output }) =>
      most === undefined || (input !== undefined && output !== undefined),
    {
      error: 'usd requires both prices, usdPerMillionInputTokens and usdPerMillionOutputTokens.',
    },
  )
  .transform(({ usdPerMillionInputTokens: input, usdPerMillionOutputTokens: output, ...budget }): RunBudget => ({
    ...budget,
    ...(input === undefined || output === undefined ? {} : { prices: { inputPerMillion: input, outputPerMillion: output } }),
  }));

/** @throws AriadneError `budget-invalid` */
export function parseBudget(value: unknown): RunBudget {
  const parsed = budgetSetting.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => [...path.map(String), message].join(': '));
  throw new AriadneError('budget-invalid', `The setting "ariadne.budget" is invalid. ${problems.join(' ')}`);
}
