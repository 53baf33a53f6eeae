import * as z from 'zod';
import { critique } from '../../../lab/pipelines/selfRagLite.ts';
import { labelProbabilities } from '../../../lab/pipelines/roles/labelProbabilities.ts';
import { assertClose } from './close.ts';

const probabilities = z.record(z.string(), z.number());
const labelsCase = z.object({
  tokens: z.array(z.object({ text: z.string(), alternatives: z.array(z.tuple([z.string(), z.number()])) })),
  weights: z.object({ w_rel: z.number(), w_sup: z.number(), w_use: z.number() }),
  expected: z.object({
    relevant: probabilities,
    support: probabilities,
    usefulness: probabilities,
    /** With the probabilities, and with the labels true, full and 4. */
    critique: z.number(),
    byLabels: z.number(),
  }),
});

/** Runs one case of `label_probabilities.json`. */
export function runLabelProbabilitiesCase(input: unknown): void {
  const { tokens, weights, expected } = labelsCase.parse(input);
  const replied = tokens.map(({ text, alternatives }) => ({ text, logprob: 0, alternatives }));
  const relevant = labelProbabilities(replied, 'relevant', ['true', 'false']);
  const support = labelProbabilities(replied, 'support', ['full', 'partial', 'none']);
  const usefulness = labelProbabilities(replied, 'usefulness', ['1', '2', '3', '4', '5']);
  const judged = { relevant: true, support: 'full' as const, usefulness: 4 };
  const likely = relevant && support && usefulness ? { likely: { relevant, support, usefulness } } : {};
  assertClose(
    {
      relevant,
      support,
      usefulness,
      critique: critique({ ...judged, ...likely }, { ...weights, judgments: 'probabilities' }),
      byLabels: critique({ ...judged, ...likely }, { ...weights, judgments: 'labels' }),
    },
    expected,
  );
}
