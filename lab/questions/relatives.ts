/** Which documents belong together: those whose passages are neighbors in the graph, and those that mention one another. */

/** The paths of the documents related to one, the closest first. */
export type Relatives = (path: string) => readonly string[];

const mostRelatives = 32;

/** @param edges pairs of paths, one for each edge of the graph and each mention */
export function relativesBy(edges: Iterable<readonly [string, string]>): Relatives {
  const counts = new Map<string, Map<string, number>>();
  const count = (from: string, to: string): void => {
    const own = counts.get(from) ?? new Map<string, number>();
    own.set(to, (own.get(to) ?? 0) + 1);
    counts.set(from, own);
  };
  for (const [a, b] of edges) {
    if (a === b) continue;
    count(a, b);
    count(b, a);
  }
  return (path) =>
    [...(counts.get(path) ?? [])]
      .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      .slice(0, mostRelatives)
      .map(([other]) => other);
}
