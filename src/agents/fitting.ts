import { agentResultChars } from '../protocol/agentTools.ts';

/** As many of the results as fit. */
export function fitting<T>(
  all: readonly T[],
  next: string,
): { readonly kept: T[]; readonly cut: { shown: number; of: number; next: string } | undefined } {
  const kept: T[] = [];
  let chars = 0;
  for (const one of all) {
    chars += JSON.stringify(one).length;
    if (chars > agentResultChars && kept.length > 0) return { kept, cut: { shown: kept.length, of: all.length, next } };
    kept.push(one);
  }
  return { kept, cut: undefined };
}
