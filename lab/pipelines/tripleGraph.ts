/**
 * A graph of triples of retrieved passages, in which triples that share an entity are neighbors. Source: GEAR, section 3; pipelines.md 8.3.
 */
import { questionKey } from '../../src/base/questionKey.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import type { FoundTriple, Triple } from './roles/liteTypes.ts';
import { together } from '../../src/pipelines/together.ts';

/** A triple with the passage that contains it. */
export interface LinkedTriple extends Triple {
  readonly passageId: string;
}

/** The similarity of each text to the query; higher is closer. */
type Closeness = (query: string, texts: readonly string[]) => Promise<readonly number[]>;

/**
 * Adds triples that name their passage to the graph.
 * @returns the corresponding triples of the graph: the triple itself if its passage is known, otherwise the nearest triple in the graph
 */
export async function linkTriples(
  triples: readonly FoundTriple[],
  base: readonly Passage[],
  graph: LinkedTriple[],
  closeness: Closeness,
): Promise<readonly LinkedTriple[]> {
  const placed = triples.map(({ passage, ...triple }) => {
    const passageId = base[passage ?? -1]?.id;
    const known = graph.find((other) => keyOf(other) === keyOf(triple) && (passageId === undefined || other.passageId === passageId));
    if (known || passageId === undefined) return known ?? triple;
    const linked = { ...triple, passageId };
    graph.push(linked);
    return linked;
  });
  const links = await together(placed, async (triple) => ('passageId' in triple ? triple : nearest(triple, graph, closeness)));
  return [...new Set(links.flatMap((one) => one ?? []))];
}

async function nearest(triple: Triple, graph: readonly LinkedTriple[], closeness: Closeness): Promise<LinkedTriple | undefined> {
  const close = await closeness(
    textOf([triple]),
    graph.map((other) => textOf([other])),
  );
  return graph[close.indexOf(Math.max(...close))];
}

interface Scored {
  readonly chain: readonly LinkedTriple[];
  readonly score: number;
}

/**
 * Beam search for chains whose neighboring triples share an entity, closest to the query first. Of chains with the same last triple, only
 * the best is kept.
 */
export async function searchChains(
  query: string,
  links: readonly LinkedTriple[],
  graph: readonly LinkedTriple[],
  { beam, chainLength }: { readonly beam: number; readonly chainLength: number },
  closeness: Closeness,
): Promise<readonly (readonly LinkedTriple[])[]> {
  const scored = async (chains: readonly (readonly LinkedTriple[])[]): Promise<readonly Scored[]> => {
    const scores = await closeness(query, chains.map(textOf));
    return chains.map((chain, i) => ({ chain, score: scores[i] ?? 0 }));
  };
  let beams = bestOf(await scored(links.map((triple) => [triple])), beam);
  for (let length = 2; length <= chainLength; length++) {
    const longer = beams
      .filter(({ chain }) => chain.length === length - 1)
      .flatMap(({ chain }) => graph.filter((next) => extendsChain(chain, next)).map((next) => [...chain, next]));
    if (longer.length === 0) break;
    beams = bestOf([...beams, ...(await scored(longer))], beam);
  }
  return beams.map(({ chain }) => chain);
}

function bestOf(chains: readonly Scored[], beam: number): readonly Scored[] {
  const sorted = [...chains].sort((a, b) => (a.score < b.score ? 1 : a.score > b.score ? -1 : 0));
  const last = new Set<LinkedTriple>();
  const diverse = sorted.filter(({ chain }) => {
    const end = chain.at(-1);
    return end !== undefined && !last.has(end) && last.add(end);
  });
  return diverse.slice(0, beam);
}

function extendsChain(chain: readonly LinkedTriple[], next: LinkedTriple): boolean {
  const end = chain.at(-1);
  if (end === undefined || chain.includes(next)) return false;
  const entities = [end.head, end.tail].map(questionKey);
  return entities.includes(questionKey(next.head)) || entities.includes(questionKey(next.tail));
}

export function keyOf({ head, relation, tail }: Triple): string {
  return [head, relation, tail].map(questionKey).join('|');
}

function textOf(chain: readonly Triple[]): string {
  return chain.map(({ head, relation, tail }) => `${head} ${relation} ${tail}`).join(', ');
}
