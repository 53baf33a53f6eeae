/** Which of many things are compared with one another: all pairs of a folder with many people would be millions. */

const mostPartners = 12;

export function pairs<T>(all: readonly T[]): (readonly [T, T])[] {
  return all.flatMap((a, i) => all.slice(i + 1, i + 1 + mostPartners).map((b) => [a, b] as const));
}

/** Those around one place of a list. */
export function around<T>(all: readonly T[], at: number): readonly T[] {
  return all.slice(Math.max(0, at - mostPartners), at + mostPartners);
}
