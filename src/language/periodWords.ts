/** Pattern sources, without regard to case, of what business periods are called. */
export interface PeriodWords {
  /** What is said before the year for which accounts are made, besides `FY`. */
  readonly fiscalYear: string;
  readonly quarter: string;
  readonly half: string;
  /** First to fourth, in lower case. */
  readonly ordinals: readonly string[];
  /** Between a part and its year: `Q3 of 2022`. */
  readonly of: string;
  /** Before the last day of a year and of a quarter. */
  readonly yearEnded: string;
  readonly quarterEnded: string;
  /** What asks for the last of several reports. */
  readonly newest: string;
  /** What names those before it: `previous quarters`. */
  readonly earlier: string;
}
