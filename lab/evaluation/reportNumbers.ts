/** How reports write numbers. */

/** A share as a percentage with two decimals. */
export function percent(share: number): string {
  return (100 * share).toFixed(2);
}

/** A difference of shares in percentage points, with its sign. */
export function points(difference: number): string {
  return `${difference >= 0 ? '+' : '−'}${percent(Math.abs(difference))}`;
}

export function pValue(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}
