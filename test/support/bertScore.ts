/** BERTScore on the scale of its paper's baseline, which Ariadne does not report; metrics.md 7. */
import type { Overlap } from '../../lab/evaluation/answerScores.ts';

/** The scores of unrelated texts, as precision, recall and F of one model and layer. */
export type BertScoreBaseline = readonly [precision: number, recall: number, f: number];
/** roberta-large, layer 17, English. */
export const robertaLargeBaseline: BertScoreBaseline = [0.83150584, 0.8314941, 0.83122575];

/** May be negative. F is rescaled from the raw F, not computed from the rescaled precision and recall. */
export function rescaleBertScore({ precision, recall, f }: Overlap, baseline: BertScoreBaseline): Overlap {
  const rescale = (value: number, lowest: number): number => (value - lowest) / (1 - lowest);
  return { precision: rescale(precision, baseline[0]), recall: rescale(recall, baseline[1]), f: rescale(f, baseline[2]) };
}
