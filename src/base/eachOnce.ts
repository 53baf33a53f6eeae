/** The first of the items with each key, in order. */
export function eachOnce<T>(items: Iterable<T>, keyOf: (item: T) => string): T[] {
  return [...Map.groupBy(items, keyOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}
