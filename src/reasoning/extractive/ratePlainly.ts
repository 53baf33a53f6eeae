import { coverage, repeatsQuestion, type RatedSpan, type SpanContext } from './rateSpans.ts';
import { spansOf } from './spans.ts';
import type { WantedAnswer } from './wantedAnswer.ts';

/**
 * Rates candidates by their kind and by how much of the question their sentence contains, regardless of position. The baseline for
 * `rateSpans`.
 */
export function ratePlainly(context: SpanContext, wanted: WantedAnswer): RatedSpan[] {
  const { share } = coverage(context, wanted);
  return spansOf(context.sentence, wanted.kind, wanted.unit)
    .filter(({ start, end }) => !repeatsQuestion(context.sentence.slice(start, end), wanted))
    .map(({ start, end, fit }) => ({ start, end, score: context.entity + share + fit - 0.01 * Math.min(10, context.index) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 3);
}
