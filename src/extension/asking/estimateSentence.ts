/** What a question is likely to cost, as a sentence. Does not use VS Code. */
import { isAriadneError } from '../../base/errors.ts';
import type { EngineState } from '../../protocol/engine.ts';
import type { Estimate } from '../../protocol/estimate.ts';
import type { RunBudget } from '../../protocol/runOptions.ts';

/** Of the next question; undefined until it is known, with the built-in reasoner, which costs nothing, and with an invalid budget. */
export function costAheadSentence({ costAhead }: Pick<EngineState, 'costAhead'>, budget: () => RunBudget): string | undefined {
  try {
    return costAhead ? estimateSentence(costAhead, budget()) : undefined;
  } catch (error) {
    // Asking says so.
    if (isAriadneError(error, 'budget-invalid')) return undefined;
    throw error;
  }
}

/**
 * The possible cost of a question as a sentence: the usual cost and the maximum. An upper bound does not include repairs of unusable
 * replies; a limit does.
 */
export function estimateSentence({ bound, expected }: Estimate, { llmCalls: limit }: RunBudget = {}): string {
  const isLimited = limit !== undefined && limit < bound.llmCalls;
  const most = isLimited
    ? `limited to ${rounded(limit)} ${Math.round(limit) === 1 ? 'call' : 'calls'} plus a final answer`
    : `at most ${calls(bound.llmCalls)}`;
  if (expected === undefined)
    return `${most.charAt(0).toUpperCase()}${most.slice(1)}${isLimited ? '' : `, some ${rounded(bound.tokens)} tokens`}.`;
  const { runs, llmCalls, promptTokens, completionTokens, seconds } = expected;
  const spent = `${calls(llmCalls)}, ${rounded(promptTokens + completionTokens)} tokens and ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return `${runs === 1 ? `Last time ${spent}` : `Usually ${spent} (from ${rounded(runs)} earlier questions)`}; ${most}.`;
}

function calls(count: number): string {
  return `${rounded(count)} model ${Math.round(count) === 1 ? 'call' : 'calls'}`;
}

function rounded(count: number): string {
  return Math.round(count).toLocaleString('en');
}
