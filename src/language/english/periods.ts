import type { PeriodWords } from '../periodWords.ts';

export const periods: PeriodWords = {
  fiscalYear: '(?:fiscal|financial)(?:\\s{1,3}years?)?(?:\\s{1,3}ended)?',
  quarter: 'quarter',
  half: 'half(?:[\\s-]year)?',
  ordinals: ['first', 'second', 'third', 'fourth'],
  of: '(?:of|in|for)(?:\\s{1,3}the)?',
  yearEnded: '(?:(?:fiscal|financial)\\s)?year\\send(?:ed|ing)',
  quarterEnded: '(?:(?:fiscal|financial)\\s)?(?:quarter|quarterly\\speriod|three\\smonths)\\send(?:ed|ing)',
  newest: 'latest|newest|most\\s{1,3}recent',
  earlier:
    '(?:earlier|past|preceding|previous|prior)\\s{1,3}(?:(?:fiscal|financial)\\s{1,3})?(?:quarter|year|month|period|report|filing|edition|version|release)s?',
};
