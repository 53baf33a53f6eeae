/** The setting `ariadne.budget`. Knows nothing of VS Code. */
import * as z from 'zod';
import { AriadneError } from '../base/errors.ts';
import { runBudget, type RunBudget } from '../protocol/runOptions.ts';

const price = z.number().nonnegative();
/** Flat, as the editor's form for settings shows it. */
const budgetSetting = z
  .strictObject({
    ...runBudget.omit({ prices: true }).shape,
    usdPerMillionInputTokens: price.optional(),
    usdPerMillionOutputTokens: price.optional(),
  })
  .refine(
    ({ usd, usdPerMillionInputTokens: input, usdPerMillionOutputTokens: output }) =>
      usd === undefined || (input !== undefined && output !== undefined),
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
