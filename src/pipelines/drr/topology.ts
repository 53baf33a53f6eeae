export type Topology =
  | {
      /** Ids by level, in numeric order: level 0 has no dependencies, others are one above the highest level they depend on. */
      readonly levels: readonly (readonly string[])[];
      /** All ids in the order of a first-in-first-out queue: a topological order, level by level. */
      readonly queue: readonly string[];
    }
  | {
      readonly error: 'unknown_dependency' | 'cycle';
      /** Unknown ids, or those on a cycle and their dependants, in numeric order. */
      readonly ids: readonly string[];
    };

/**
 * The order in which sub-questions are solved: Kahn's algorithm, ties in numeric order. An unknown id is reported before a cycle. Source:
 * pipelines.md 5.2.
 * @param dependencies by id; repeated ones count once, and an absent id has none
 */
export function topologyOf(ids: readonly string[], dependencies: ReadonlyMap<string, readonly string[]>): Topology {
  const numbered = ids.toSorted(byNumber);
  const needs = new Map(numbered.map((id) => [id, new Set(dependencies.get(id))]));
  const unknown = [...needs.values()].flatMap((needed) => [...needed].filter((id) => !needs.has(id)));
  if (unknown.length > 0) return { error: 'unknown_dependency', ids: [...new Set(unknown)].sort(byNumber) };

  const inDegree = new Map([...needs].map(([id, needed]) => [id, needed.size]));
  const dependants = new Map<string, string[]>();
  for (const [id, needed] of needs) for (const other of needed) dependants.set(other, [...(dependants.get(other) ?? []), id]);
  const levelOf = new Map<string, number>();
  const queue = numbered.filter((id) => inDegree.get(id) === 0);
  for (const id of queue) {
    levelOf.set(id, Math.max(-1, ...[...(needs.get(id) ?? [])].map((other) => levelOf.get(other) ?? 0)) + 1);
    for (const dependant of dependants.get(id) ?? []) {
      const left = (inDegree.get(dependant) ?? 0) - 1;
      inDegree.set(dependant, left);
      if (left === 0) queue.push(dependant);
    }
  }
  if (queue.length < numbered.length) return { error: 'cycle', ids: numbered.filter((id) => !levelOf.has(id)) };
  const depth = Math.max(-1, ...levelOf.values()) + 1;
  return { levels: Array.from({ length: depth }, (_, level) => numbered.filter((id) => levelOf.get(id) === level)), queue };
}

/** Compares positive whole numbers of any length, as text without leading zeros. */
export function byNumber(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
