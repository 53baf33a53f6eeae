/** Places the cards of the DAG in layers from top to bottom; a card that has a place keeps it. Pure and deterministic. */
import { Graph, layout } from '@dagrejs/dagre';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Top left corner. */
export interface NodePlace {
  readonly x: number;
  readonly y: number;
}

export interface LayoutNode extends Size {
  readonly id: string;
}

export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}

export type Places = ReadonlyMap<string, NodePlace>;

const gapX = 28;
const gapY = 32;

/**
 * Places for all nodes. Those in `before` stay unless they would overlap another card or an edge would point upward. New ones are placed
 * below the cards they follow, beside existing cards. No two cards overlap.
 */
export function placeNodes(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[], before: Places): Places {
  const ideal = layered(nodes, edges);
  const kept = new Map(nodes.flatMap((node) => (before.has(node.id) ? [[node.id, before.get(node.id)] as const] : [])));
  if (kept.size === 0) return ideal;
  const sizes = new Map(nodes.map((node) => [node.id, node]));
  const placed = new Map<string, NodePlace>();
  for (const node of topDown(nodes, ideal)) {
    const old = kept.get(node.id);
    const from = edges.filter((edge) => edge.to === node.id && placed.has(edge.from)).map((edge) => edge.from);
    const least = Math.max(Number.NEGATIVE_INFINITY, ...from.map((id) => (placed.get(id)?.y ?? 0) + (sizes.get(id)?.height ?? 0) + gapY));
    const stays = old !== undefined && old.y >= least;
    const wanted = stays ? old : besideAnchor(node.id, from, ideal, placed);
    const top = Math.max(wanted.y, least);
    const taken = [...placed.keys(), ...(stays ? [] : [...kept.keys()].filter((id) => id !== node.id && !placed.has(id)))];
    const obstacles = taken.map((id) => ({ place: placed.get(id) ?? kept.get(id) ?? wanted, size: sizes.get(id) ?? node }));
    placed.set(node.id, firstFree({ x: wanted.x, y: top }, node, obstacles));
  }
  return placed;
}

/** The bounding box of all cards. */
export function boundsOf(nodes: readonly LayoutNode[], places: Places): NodePlace & Size {
  const boxes = nodes.flatMap((node) => {
    const place = places.get(node.id);
    return place ? [{ left: place.x, top: place.y, right: place.x + node.width, bottom: place.y + node.height }] : [];
  });
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...boxes.map((box) => box.left));
  const y = Math.min(...boxes.map((box) => box.top));
  return { x, y, width: Math.max(...boxes.map((box) => box.right)) - x, height: Math.max(...boxes.map((box) => box.bottom)) - y };
}

function layered(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Map<string, NodePlace> {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: gapX, ranksep: gapY, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  const siblings = siblingsOf(nodes, edges);
  const blocks = siblings.flatMap((group) => (group.length > widestRow ? [blockOf(group)] : group.map((card) => blockOf([card]))));
  const blockById = new Map(blocks.flatMap(({ id, cards }) => cards.map((card) => [card.id, id])));
  for (const { id, width, height } of blocks) graph.setNode(id, { width, height });
  // An edge to the end may be long, since cards are placed as high as possible.
  const isEnd = (id: string): boolean => !edges.some(({ from }) => from === id);
  for (const { from, to } of edges) {
    const above = blockById.get(from);
    const below = blockById.get(to);
    if (above !== undefined && below !== undefined) graph.setEdge(above, below, { weight: isEnd(to) ? 1 : 2 });
  }
  layout(graph, { constraints: readingOrder(siblings, edges) });
  return new Map(
    blocks.flatMap(({ id, width, height, cards }) => {
      const { x = 0, y = 0 } = graph.node(id) as Partial<NodePlace>;
      return cards.map((card) => [card.id, { x: Math.round(x - width / 2 + card.x), y: Math.round(y - height / 2 + card.y) }] as const);
    }),
  );
}

/** With more cards than this side by side, they are too small to read when all are shown. */
const widestRow = 4;

/** Cards that follow the same cards, in the given order. */
function siblingsOf(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): readonly (readonly LayoutNode[])[] {
  const follows = new Map<string, string[]>();
  for (const { from, to } of edges) follows.set(to, [...(follows.get(to) ?? []), from]);
  const keyOf = ({ id }: LayoutNode): string => JSON.stringify(follows.get(id)?.toSorted() ?? { id });
  return [...Map.groupBy(nodes, keyOf).values()];
}

/** Siblings are placed from left to right, and so are cards that follow only one of them. Cards in rows are already in order. */
function readingOrder(siblings: readonly (readonly LayoutNode[])[], edges: readonly LayoutEdge[]): { left: string; right: string }[] {
  const inOrder = (cards: readonly LayoutNode[]) => cards.slice(1).map(({ id }, i) => ({ left: cards[i]?.id ?? id, right: id }));
  const onlyBelow = (id: string): readonly LayoutNode[] =>
    siblings.find(
      ([first]) =>
        first !== undefined &&
        edges.filter(({ to }) => to === first.id).every(({ from }) => from === id) &&
        edges.some(({ from, to }) => from === id && to === first.id),
    ) ?? [];
  return siblings
    .filter((group) => group.length <= widestRow)
    .flatMap((group) => [
      ...inOrder(group),
      ...inOrder(group.map(({ id }) => onlyBelow(id)).flatMap((below) => (below.length > widestRow ? below.slice(0, 1) : below))),
    ]);
}

/** A group of cards that is layered as one card. */
interface Block extends LayoutNode {
  /** Places of the cards inside the block. */
  readonly cards: readonly (NodePlace & { readonly id: string })[];
}

/** Arranges cards in rows, all full except the last. */
function blockOf(siblings: readonly LayoutNode[]): Block {
  const rows = Array.from({ length: Math.ceil(siblings.length / widestRow) }, (_, i) => siblings.slice(i * widestRow, (i + 1) * widestRow));
  const cards: (NodePlace & { id: string })[] = [];
  let width = 0;
  let y = 0;
  for (const row of rows) {
    let x = 0;
    for (const card of row) {
      cards.push({ id: card.id, x, y });
      x += card.width + gapX;
    }
    width = Math.max(width, x - gapX);
    y += Math.max(...row.map((card) => card.height)) + gapY;
  }
  return { id: siblings[0]?.id ?? '', width, height: y - gapY, cards };
}

function topDown(nodes: readonly LayoutNode[], ideal: Places): LayoutNode[] {
  const at = (id: string): NodePlace => ideal.get(id) ?? { x: 0, y: 0 };
  return nodes.toSorted((a, b) => at(a.id).y + a.height / 2 - (at(b.id).y + b.height / 2) || at(a.id).x - at(b.id).x);
}

/** The card's place if the ideal drawing is shifted so that the card it follows is where it really is. */
function besideAnchor(id: string, from: readonly string[], ideal: Places, placed: Places): NodePlace {
  const wanted = ideal.get(id) ?? { x: 0, y: 0 };
  const anchor = from[0];
  const should = anchor === undefined ? undefined : ideal.get(anchor);
  const is = anchor === undefined ? undefined : placed.get(anchor);
  return should && is ? { x: wanted.x + is.x - should.x, y: wanted.y + is.y - should.y } : wanted;
}

interface Obstacle {
  readonly place: NodePlace;
  readonly size: Size;
}

/** The nearest place to the right or left at the same height without overlap; right is preferred at equal distance. */
function firstFree(wanted: NodePlace, size: Size, obstacles: readonly Obstacle[]): NodePlace {
  const overlapsAny = (x: number): boolean => obstacles.some((obstacle) => overlaps({ x, y: wanted.y }, size, obstacle));
  const edges = obstacles.flatMap(({ place, size: other }) => [place.x + other.width + gapX, place.x - size.width - gapX]);
  const places = [wanted.x, ...edges].toSorted((a, b) => Math.abs(a - wanted.x) - Math.abs(b - wanted.x) || b - a);
  const x = places.find((place) => !overlapsAny(place)) ?? wanted.x;
  return { x, y: wanted.y };
}

function overlaps(place: NodePlace, size: Size, other: Obstacle): boolean {
  return (
    place.x < other.place.x + other.size.width + gapX &&
    other.place.x < place.x + size.width + gapX &&
    place.y < other.place.y + other.size.height &&
    other.place.y < place.y + size.height
  );
}
