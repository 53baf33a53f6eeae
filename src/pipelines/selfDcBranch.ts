/** Which way Self-DC takes for a question. Source: Self-DC, section on confidence ranges; pipelines.md 4.2. */

/** α and β belong to one model, one method of confidence and one data set. */
export interface Thresholds {
  readonly alpha: number;
  readonly beta: number;
}

export type Branch = 'retrieve' | 'generate' | 'decompose';

/** Both outer ranges include their ends: 0.3 − 0.1 is less than 0.2 in doubles. */
const ε = 1e-9;

/** @param c null when it is missing, which retrieves */
export function branchOf(c: number | null, { alpha, beta }: Thresholds): Branch {
  if (c === null || Number.isNaN(c)) return 'retrieve';
  if (c >= alpha + beta - ε) return 'generate';
  if (c <= alpha - beta + ε) return 'retrieve';
  return 'decompose';
}

/** What no confidence leads to with these thresholds. Legal, and worth a warning. */
export function unreachable({ alpha, beta }: Thresholds): readonly Branch[] {
  return [...(alpha + beta > 1 + ε ? (['generate'] as const) : []), ...(alpha - beta < -ε ? (['retrieve'] as const) : [])];
}
