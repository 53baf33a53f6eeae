import type { PeriodWords } from '../language.ts';

export const periods: PeriodWords = {
  fiscalYear: '(?:fiscal|financial)(?:\\s{1,3}year)?(?:\\s{1,3}ended)?',
  quarter: 'quarter',
  of: 'of',
  newest: 'latest|newest|most\\s{1,3}recent',
};
