const shown = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
  useGrouping: false,
});

/** A score of a passage as people read it: two decimals, and no sign before what is rounded to zero. */
export function scoreWords(score: number | null): string {
  return score === null ? 'no score' : shown.format(score);
}
