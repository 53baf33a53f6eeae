/** Pattern sources, without regard to case, of what business periods are called. */
export const periods = {
  /** What is said before the year for which accounts are made, besides `FY`. */
  fiscalYear: '(?:fiscal|financial)(?:\\s{1,3}years?)?(?:\\s{1,3}ended)?',
  quarter: 'quarter',
  half: 'half(?:[\\s-]year)?',
  /** First to fourth, in lower case. */
  ordinals: ['first', 'second', 'third', 'fourth'],
  /** Between a part and its year: `Q3 of 2022`. */
  of: '(?:of|in|for)(?:\\s{1,3}the)?',
  /** Before the last day of a year and of a quarter. */
  yearEnded: '(?:(?:fiscal|financial)\\s)?year\\send(?:ed|ing)',
  quarterEnded: '(?:(?:fiscal|financial)\\s)?(?:quarter|quarterly\\speriod|three\\smonths)\\send(?:ed|ing)',
  /** What asks for the last of several reports. */
  newest: 'latest|newest|most\\s{1,3}recent',
  /** What names those before it: `previous quarters`. */
  earlier:
    '(?:earlier|past|preceding|previous|prior)\\s{1,3}(?:(?:fiscal|financial)\\s{1,3})?(?:quarter|year|month|period|report|filing|edition|version|release)s?',
};
