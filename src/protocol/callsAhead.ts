/** Estimates the number of chat model calls ahead, and whether to ask the user first. Pure. */
import { builtinModels } from './runSpec.ts';
import type { Estimate } from './estimate.ts';
import type { RunBudget } from './runOptions.ts';

/** Default number of likely calls above which Ariadne asks first. */
export const askAboveCalls = 100;

/**
 * The number of calls that a question will probably take: the usual number, or the possible maximum if there is no usual number. The limit
 * caps both, plus one call that then writes the answer. The built-in reasoner makes no calls.
 */
export function likelyCalls({ bound, expected }: Estimate, chat: string, { llmCalls: limit = Infinity }: RunBudget = {}): number {
  if (chat === builtinModels.chat) return 0;
  return Math.round(Math.min(expected?.llmCalls ?? bound.llmCalls, limit + 1));
}
