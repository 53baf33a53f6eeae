/** Parses the setting `ariadne.budget`. Does not use VS Code. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { AriadneError } from '../base/errors.ts';
import { isObject } from '../base/isObject.ts';
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
      error: t(
        'usd requires both prices, usdPerMillionInputTokens and usdPerMillionOutputTokens, or those of the model in "ariadne.prices".',
      ),
    },
  )
  .transform(({ usdPerMillionInputTokens: input, usdPerMillionOutputTokens: output, ...budget }): RunBudget => ({
    ...budget,
    ...(input === undefined || output === undefined ? {} : { prices: { inputPerMillion: input, outputPerMillion: output } }),
  }));

/**
 * @param known prices of the models, which apply unless the budget has its own; prices of 0 only matter to a limit in dollars
 * @throws AriadneError `budget-invalid`
 */
export function parseBudget(value: unknown, known?: RunBudget['prices']): RunBudget {
  const parsed = budgetSetting.safeParse(withPrices(value, known));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => [...path.map(String), message].join(': '));
  throw new AriadneError('budget-invalid', t('The setting "ariadne.budget" is invalid. {0}', problems.join(' ')));
}

function withPrices(value: unknown, known: RunBudget['prices']): unknown {
  if (!isObject(value) || !known) return value;
  const { usd: most, usdPerMillionInputTokens: input, usdPerMillionOutputTokens: output } = value;
  const isFree = known.inputPerMillion === 0 && known.outputPerMillion === 0;
  if (input !== undefined || output !== undefined || (isFree && most === undefined)) return value;
  return { ...value, usdPerMillionInputTokens: known.inputPerMillion, usdPerMillionOutputTokens: known.outputPerMillion };
}
