/** What a question is likely to cost, as a sentence. Does not use VS Code. */
import { t } from '@vscode/l10n';
import { count, grouped, tenths } from '../../base/amounts.ts';
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
    ? t('limited to {0} plus a final answer', count(Math.round(limit), 'call'))
    : t('at most {0}', calls(bound.llmCalls));
  if (expected === undefined) {
    const begin = `${most.charAt(0).toUpperCase()}${most.slice(1)}`;
    return isLimited ? `${begin}.` : t('{0}, some {1} tokens.', begin, grouped(Math.round(bound.tokens)));
  }
  const { runs, llmCalls, promptTokens, completionTokens, seconds } = expected;
  const spent = t(
    '{0}, {1} tokens and {2} s',
    calls(llmCalls),
    grouped(Math.round(promptTokens + completionTokens)),
    seconds < 10 ? tenths(seconds) : Math.round(seconds),
  );
  return `${runs === 1 ? t('Last time {0}', spent) : t('Usually {0} (from {1} earlier questions)', spent, grouped(runs))}; ${most}.`;
}

function calls(n: number): string {
  return count(Math.round(n), 'model call');
}
