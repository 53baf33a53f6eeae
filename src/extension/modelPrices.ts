/** What the models of a question cost, as far as the settings say. Does not use VS Code. */
import * as z from 'zod';
import { chatModels, type ModelIds } from '../protocol/runSpec.ts';
import type { RunBudget } from '../protocol/runOptions.ts';

const usd = z.number().nonnegative();

/** By model id. */
export const pricesSetting = z.record(
  z.string(),
  z.strictObject({
    input: usd.describe('US dollars per million prompt tokens.'),
    output: usd.describe('US dollars per million reply tokens.'),
  }),
);
type Prices = Readonly<z.infer<typeof pricesSetting>>;

/**
 * The prices of all chat models of a question; undefined when one of them is not known, or when two differ, because a run counts their
 * tokens together. Models that run on this computer cost nothing.
 */
export function pricesOf(models: ModelIds, prices: Prices): RunBudget['prices'] {
  const [first, second] = chatModels(models).map((id) => (isLocal(id) ? { input: 0, output: 0 } : prices[id]));
  if (!first || !second || first.input !== second.input || first.output !== second.output) return undefined;
  return { inputPerMillion: first.input, outputPerMillion: first.output };
}

function isLocal(id: string): boolean {
  return /^(?:builtin$|hf:|folder:)/.test(id);
}
