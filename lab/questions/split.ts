/** Which questions are for development: those that share documents with as few of the others as possible. */

/** One question in ten is for development, as in CuQA; at least one where there are two. */
const devShare = 0.1;

/**
 * @param paths the documents of each question
 * @returns numbers of the questions for development
 */
export function splitByDocument(paths: readonly (readonly string[])[]): ReadonlySet<number> {
  const wanted = Math.max(paths.length > 1 ? 1 : 0, Math.round(devShare * paths.length));
  const dev = new Set<number>();
  // Groups that share no document with any other question, the smallest first, so that many documents are among them.
  for (const group of groupsOf(paths).sort((a, b) => a.length - b.length || (a[0] ?? 0) - (b[0] ?? 0)))
    if (dev.size + group.length <= wanted) for (const question of group) dev.add(question);
  while (dev.size < wanted) dev.add(cheapest(paths, dev));
  return dev;
}

/** How many documents are used on both sides of a split. */
export function sharedDocuments(paths: readonly (readonly string[])[], dev: ReadonlySet<number>): number {
  return [...sidesOf(paths, dev).values()].filter(({ dev: inDev, test }) => inDev > 0 && test > 0).length;
}

/** Questions that are connected by documents. */
function groupsOf(paths: readonly (readonly string[])[]): number[][] {
  const groupOf = new Map<string, number[]>();
  const groups = new Set<number[]>();
  for (const [question, own] of paths.entries()) {
    const joined = new Set(own.map((path) => groupOf.get(path)).filter((group) => group !== undefined));
    const group = [...[...joined].flat(), question];
    for (const old of joined) groups.delete(old);
    groups.add(group);
    for (const path of group.flatMap((one) => paths[one] ?? [])) groupOf.set(path, group);
  }
  return [...groups];
}

interface Sides {
  dev: number;
  test: number;
}

function sidesOf(paths: readonly (readonly string[])[], dev: ReadonlySet<number>): Map<string, Sides> {
  const sides = new Map<string, Sides>();
  for (const [question, own] of paths.entries()) {
    for (const path of new Set(own)) {
      const counts = sides.get(path) ?? { dev: 0, test: 0 };
      counts[dev.has(question) ? 'dev' : 'test']++;
      sides.set(path, counts);
    }
  }
  return sides;
}

/** The question whose move to development leaves the fewest documents on both sides. */
function cheapest(paths: readonly (readonly string[])[], dev: ReadonlySet<number>): number {
  const sides = sidesOf(paths, dev);
  const cost = (own: readonly string[]): number =>
    [...new Set(own)].reduce((sum, path) => {
      const { dev: inDev, test } = sides.get(path) ?? { dev: 0, test: 1 };
      return sum + Number(inDev === 0 && test > 1) - Number(inDev > 0 && test === 1);
    }, 0);
  let best = { question: -1, cost: Infinity };
  for (const [question, own] of paths.entries()) {
    if (dev.has(question)) continue;
    const added = cost(own);
    if (added < best.cost) best = { question, cost: added };
  }
  return best.question;
}
