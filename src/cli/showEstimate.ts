/** Shows what a question would cost, before it is asked. */
import type { Estimate } from '../protocol/estimate.ts';
import type { NodeEffect, RerunPreview } from '../protocol/preview.ts';
import type { RunBudget } from '../protocol/runOptions.ts';
import { exitCode, print, printJson } from './terminal.ts';

export function showEstimate(estimate: Estimate, budget: RunBudget | undefined, isJson: boolean): number {
  const { bound, expected } = estimate;
  const prices = budget?.prices;
  const usd =
    expected && prices
      ? (expected.promptTokens * prices.inputPerMillion + expected.completionTokens * prices.outputPerMillion) / 1e6
      : undefined;
  if (isJson) printJson({ ...estimate, usd });
  else {
    print(
      `at most   ${bound.llmCalls} model calls (some ${bound.tokens} tokens) · ${bound.retrievals} retrievals · ${bound.rerankPairs} pairs reranked · ${bound.nliPairs} pairs compared`,
    );
    if (expected) {
      const { runs, llmCalls, promptTokens, completionTokens, retrievals, rerankPairs, seconds } = expected;
      const money = usd === undefined ? '' : ` · $${usd.toFixed(4)}`;
      print(
        `usually   ${llmCalls} model calls (${promptTokens} + ${completionTokens} tokens) · ${retrievals} retrievals · ${rerankPairs} pairs reranked · ${seconds.toFixed(1)} s${money}   (median of ${runs} ${runs === 1 ? 'run' : 'runs'})`,
      );
    } else print('usually   not known yet: there are no finished runs of this pipeline with this model');
  }
  return exitCode.done;
}

export function showPreview(preview: RerunPreview, isJson: boolean): number {
  if (isJson) printJson(preview);
  else {
    const { kept, least, likely, most } = preview.calls;
    const nodes = (effect: NodeEffect): string => {
      const ids = preview.nodes.flatMap((one) => (one.effect === effect ? [one.node] : []));
      return ids.length === 0 ? 'none' : ids.join(', ');
    };
    print(`kept           ${nodes('kept')} · ${kept} model calls`);
    print(`runs again     ${nodes('again')}`);
    if (!preview.isExact) print(`may run again  ${nodes('open')}`);
    print(
      preview.isExact
        ? 'takes          no model calls'
        : `takes          at least ${least} model calls, likely ${likely} (some ${preview.tokens} tokens), at most ${most}`,
    );
  }
  return exitCode.done;
}
