/**
 * Follows mentions from the best results of a search to the documents that they name: the second hop of a question, which shares no word
 * with it.
 *
 * A target's score rises by .8 · s(p) · w² of the mention that leads to it best: s is the score of the mentioning passage, 1 for the best
 * result and 0 for the hundredth, w how specific the name is. Guards keep a mention from displacing what was found: a common name leads
 * nowhere (w²); an ambiguous one only to a target that the search has found itself; of a document only one passage is meant; a passage that
 * mentions much shares its weight among all that it mentions; and a target stays behind the passage that mentions it, so that what answers
 * a question of one hop stays first.
 *
 * On full questions of 2WikiMultihopQA, MuSiQue, MoreHopQA and StrategyQA the first 2 to 5 results, exponents 1 to 3 and weights .8 to 1.2
 * change recall@5 by at most .02, and what is best without one of the four is best on it within .01. A second hop, backward edges and
 * the sum over several mentions find no more (bench/RESULTS.md).
 */
import type { Mention, PassageIndex, Row, ScoredRow } from '../indexing/interfaces.ts';
import { bestFirst, hair, scaleOf } from './scale.ts';

/** A result, with the place that mentions it if this raised its rank. */
export interface LinkedRow extends ScoredRow {
  readonly mentioned?: MentionedFrom;
}

interface MentionedFrom {
  readonly by: Row;
  readonly mention: Pick<Mention, 'name' | 'start' | 'end'>;
}

/** How many of the best results are followed. */
const sources = 3;
/** With 1, more of what the search has found is displaced: recall@5 is .007 lower on MuSiQue. With .7 it is .006 lower on 2Wiki. */
const strength = 0.8;
/**
 * A passage whose mentions weigh more in sum shares this among them. With 5, recall@5 on five data sets changes by at most .008, but in
 * folders of documentation the links of one page displace what answers the question.
 */
const shared = 1;

/** From a passage to one that it mentions. */
export interface Edge extends MentionedFrom {
  /** By how much of the scores' range its target rises. */
  readonly weight: number;
}

/**
 * Raises the passages of each document or section that the question names, by w² of the scores' range, or all of it for an identifier,
 * which means nothing else however often it occurs: "Who wrote PEP 484?" is about that document. Those are the passages that the search has
 * found, and the first, which says what the document is. An ambiguous name raises nothing. With w instead of w², recall@5 changes by at
 * most .003 on any of six data sets with such questions, but recall@1 of FreshQA, which names countries in passing, falls by .032.
 * @param named `PassageIndex.mentionsInText` of the question
 */
export function raiseNamed(
  ranked: readonly ScoredRow[],
  named: readonly Mention[],
  isFollowed: (row: Row) => boolean = () => true,
): readonly ScoredRow[] {
  const { floor, range } = scaleOf(ranked);
  const found = new Map(ranked.map(({ row, score }) => [row, score]));
  const raised = new Map<Row, number>();
  for (const { targets, kind, specificity } of named) {
    const [target] = targets;
    if (!target || targets.length > 1) continue;
    const rows = target.rows.filter((row, i) => found.has(row) || (i === 0 && isFollowed(row)));
    const weight = kind === 'identifier' ? 1 : specificity ** 2;
    for (const row of rows) raised.set(row, Math.max(raised.get(row) ?? 0, weight));
  }
  if (raised.size === 0) return ranked;
  return [...new Set([...found.keys(), ...raised.keys()])]
    .map((row) => ({ row, score: (found.get(row) ?? floor) + range * (raised.get(row) ?? 0) }))
    .sort(bestFirst);
}

/**
 * Best first, ties by row. Scores stay on the scale of the search; where nothing is mentioned, they are the same.
 * @param ranked at least `followDepth` deep where the search has as many
 * @param isFollowed false for passages that neither lead anywhere nor are led to
 */
export async function followMentions(
  ranked: readonly ScoredRow[],
  mentionsIn: PassageIndex['mentionsIn'],
  isFollowed: (row: Row) => boolean = () => true,
): Promise<readonly LinkedRow[]> {
  const { best, floor, range } = scaleOf(ranked);
  const found = new Map(ranked.map(({ row, score }) => [row, score]));
  const edges = new Map<Row, Edge>();
  const followed = ranked.filter((one) => isFollowed(one.row)).slice(0, sources);
  const mentions = await mentionsIn(followed.map(({ row }) => row));
  for (const [i, { row, score }] of followed.entries()) {
    const certainty = best > floor ? Math.max(0, score - floor) / range : 1;
    for (const [target, edge] of edgesFrom(row, mentions[i] ?? [], found, isFollowed)) {
      const weight = strength * certainty * edge.weight;
      if (weight > (edges.get(target)?.weight ?? 0)) edges.set(target, { ...edge, weight });
    }
  }
  return raiseBehind(ranked, edges);
}

/**
 * Targets of edges rise, but stay just behind the passage that mentions them, unless the search itself ranks them higher.
 * @param most no target rises above this score either
 */
export function raiseBehind(ranked: readonly LinkedRow[], edges: ReadonlyMap<Row, Edge>, most = Infinity): readonly LinkedRow[] {
  if (edges.size === 0) return ranked;
  const { best, floor, range } = scaleOf(ranked);
  const found = new Map(ranked.map((one, rank) => [one.row, { ...one, rank }]));
  // Of all that follow, the best rank in the search: what was behind one of them has risen.
  let bestBehind = Infinity;
  return [...new Set([...found.keys(), ...edges.keys()])]
    .map((row) => {
      const [score, edge] = [found.get(row)?.score ?? floor, edges.get(row)];
      if (!edge) return { row, score, edge };
      const raised = Math.max(score, floor) + range * edge.weight;
      const limit = Math.min(most, found.get(edge.by)?.score ?? best) - range * hair;
      // Those that it holds back stay in order.
      const held = limit + range * hair * (1 - 1 / (1 + Math.max(0, raised - limit) / range));
      return { row, score: Math.max(score, Math.min(raised, held)), edge };
    })
    .sort(bestFirst)
    .toReversed()
    .map(({ row, score, edge }): LinkedRow => {
      const { rank = Infinity, mentioned } = found.get(row) ?? {};
      const hasRisen = rank === Infinity || bestBehind < rank;
      bestBehind = Math.min(bestBehind, rank);
      const from = edge && hasRisen ? { by: edge.by, mention: edge.mention } : mentioned;
      return { row, score, ...(from && { mentioned: from }) };
    })
    .toReversed();
}

/** What a passage leads to, one edge each, weighed against each other. */
function edgesFrom(
  by: Row,
  mentions: readonly Mention[],
  found: ReadonlyMap<Row, number>,
  isFollowed: (row: Row) => boolean,
): ReadonlyMap<Row, Edge> {
  const edges = new Map<Row, Edge>();
  for (const mention of mentions) {
    const target = targetOf(by, mention, found, isFollowed);
    const weight = mention.specificity ** 2;
    if (target !== undefined && weight > (edges.get(target)?.weight ?? 0)) edges.set(target, { by, mention, weight });
  }
  const sum = [...edges.values()].reduce((all, { weight }) => all + weight, 0);
  if (sum <= shared) return edges;
  return new Map([...edges].map(([row, edge]) => [row, { ...edge, weight: (edge.weight * shared) / sum }]));
}

/** The passage that is meant: of all targets the one found best, otherwise the first of the only target. */
function targetOf(by: Row, { targets }: Mention, found: ReadonlyMap<Row, number>, isFollowed: (row: Row) => boolean): Row | undefined {
  let best: Row | undefined;
  for (const { rows } of targets) {
    for (const row of rows) {
      if (row === by || !isFollowed(row)) continue;
      const score = found.get(row);
      if (score !== undefined && score > (best === undefined ? -Infinity : (found.get(best) ?? -Infinity))) best = row;
    }
  }
  return best ?? (targets.length === 1 ? targets[0]?.rows.find((row) => row !== by && isFollowed(row)) : undefined);
}
