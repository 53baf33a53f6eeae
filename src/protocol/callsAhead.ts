/** How many calls to the chat model lie ahead, and when that is worth a question first. Pure. */
import { builtinModels, type Estimate } from './engine.ts';
import type { RunBudget } from './runOptions.ts';

/** Above so many likely calls Ariadne asks first, unless the user says another number. */
export const askAboveCalls = 100;

/**
 * What a question will probably take: as many calls as usual, or as many as it can take at most where nothing is usual yet. Its limit cuts both; one more call
 * then writes the answer. The built-in reasoner takes none.
 */
export function likelyCalls({ bound, expected }: Estimate, chat: string, { llmCalls: limit = Infinity }: RunBudget = {}): number {
  if (chat === builtinModels.chat) return 0;
  return Math.round(Math.min(expected?.llmCalls ?? bound.llmCalls, limit + 1));
}
