/**
 * Places the cards of the DAG in layers from left to right; a card that has a place keeps it. Layers that do not fit go on in another row,
 * like words in a line. Pure and deterministic.
 */
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

/** With the row, 0 for the first, where there are several. */
export type Places = ReadonlyMap<string, NodePlace & { readonly row?: number }>;

/** Between layers, for the arrows. */
const gapX = 34;
const gapY = 20;
/** Between rows, for the arrows from the end of one to the beginning of the next. */
const gapOfRows = 48;

/**
 * Places for all nodes. Those in `before` stay unless they would overlap another card or an edge would point back. New ones are placed
 * to the right of the cards they follow, below or above existing cards. No two cards overlap.
 */
export function placeNodes(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[], before: Places): Places {
  const ideal = layered(nodes, edges);
  const kept = new Map(nodes.flatMap((node) => (before.has(node.id) ? [[node.id, before.get(node.id)] as const] : [])));
  if (kept.size === 0) return ideal;
  const sizes = new Map(nodes.map((node) => [node.id, node]));
  const placed = new Map<string, NodePlace>();
  const widest = Math.max(...nodes.map(({ width }) => width));
  const columnOf = ({ x }: NodePlace): number => Math.floor(x / widest);
  const columns = new Map<number, Obstacle[]>();
  const place = (node: LayoutNode, at: NodePlace): void => {
    placed.set(node.id, at);
    const column = columns.get(columnOf(at));
    if (column) column.push({ place: at, size: node });
    else columns.set(columnOf(at), [{ place: at, size: node }]);
  };
  const placedNear = (at: NodePlace): readonly Obstacle[] => [-1, 0, 1].flatMap((by) => columns.get(columnOf(at) + by) ?? []);
  const leading = Map.groupBy(edges, ({ to }) => to);
  for (const node of leftToRight(nodes, ideal)) {
    const old = kept.get(node.id);
    const from = (leading.get(node.id) ?? []).filter((edge) => placed.has(edge.from)).map((edge) => edge.from);
    const least = Math.max(Number.NEGATIVE_INFINITY, ...from.map((id) => (placed.get(id)?.x ?? 0) + (sizes.get(id)?.width ?? 0) + gapX));
    const stays = old !== undefined && old.x >= least;
    const wanted = stays ? old : besideAnchor(node.id, from, ideal, placed);
    const left = Math.max(wanted.x, least);
    // Most cards stay where nothing else is.
    if (stays && !placedNear(old).some((obstacle) => overlaps(old, node, obstacle))) {
      place(node, old);
      continue;
    }
    const at = { x: left, y: wanted.y };
    const waiting = stays ? [] : [...kept].filter(([id]) => id !== node.id && !placed.has(id));
    const obstacles = waiting.map(([id, to]) => ({ place: to ?? wanted, size: sizes.get(id) ?? node }));
    place(node, firstFree(at, node, [...placedNear(at), ...obstacles]));
  }
  return placed;
}

/** Where cards are that are placed in one row, if rows are at most this wide. A layer that is wider has a row to itself. */
export function inRows(nodes: readonly LayoutNode[], places: Places, width: number): Places {
  const layers: LayoutNode[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  const placeOf = ({ id }: LayoutNode): NodePlace => places.get(id) ?? { x: 0, y: 0 };
  for (const node of nodes.toSorted((a, b) => placeOf(a).x - placeOf(b).x)) {
    const { x } = placeOf(node);
    if (x < end) layers.at(-1)?.push(node);
    else layers.push([node]);
    end = Math.max(end, x + node.width);
  }
  const rows: LayoutNode[][] = [];
  for (const layer of layers) {
    const longer = [...(rows.at(-1) ?? []), ...layer];
    if (rows.length > 0 && boundsOf(longer, places).width <= width) rows[rows.length - 1] = longer;
    else rows.push(layer);
  }
  if (rows.length < 2) return places;
  const wrapped = new Map<string, NodePlace & { readonly row: number }>();
  const { x: left, y: top } = boundsOf(rows[0] ?? [], places);
  let y = top;
  for (const [row, inRow] of rows.entries()) {
    const box = boundsOf(inRow, places);
    for (const node of inRow) wrapped.set(node.id, { x: placeOf(node).x - box.x + left, y: placeOf(node).y - box.y + y, row });
    y += box.height + gapOfRows;
  }
  return wrapped;
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

/** With more cards, to make few lines cross takes longer than a frame, and nobody follows single lines. */
const mostUncrossed = 60;

/** Each card one layer after the last that it follows, and those of a layer in their order, in columns. */
function inLayers(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Map<string, NodePlace> {
  const before = Map.groupBy(edges, ({ to }) => to);
  const layerOf = new Map<string, number>();
  const open: string[] = [];
  const waiting = new Set<string>();
  // Not recursive, because a chain may be long. A card of a cycle counts as first.
  for (const { id } of nodes) {
    open.push(id);
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const unknown = (before.get(at) ?? []).filter(({ from }) => !layerOf.has(from) && !waiting.has(from));
      waiting.add(at);
      if (unknown.length > 0) open.push(...new Set(unknown.map(({ from }) => from)));
      else {
        layerOf.set(at, Math.max(0, ...(before.get(at) ?? []).map(({ from }) => (layerOf.get(from) ?? -1) + 1)));
        open.pop();
      }
    }
  }
  const places = new Map<string, NodePlace>();
  let left = 0;
  for (const [, cards] of [...Map.groupBy(nodes, ({ id }) => layerOf.get(id) ?? 0)].sort(([a], [b]) => a - b)) {
    const block = blockOf(cards);
    for (const { id, x, y } of block.cards) places.set(id, { x: left + x, y });
    left += block.width + gapX;
  }
  return places;
}

function layered(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Map<string, NodePlace> {
  if (nodes.length > mostUncrossed) return inLayers(nodes, edges);
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: gapY, ranksep: gapX, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  const siblings = siblingsOf(nodes, edges);
  const blocks = siblings.flatMap((group) => (group.length > highestColumn ? [blockOf(group)] : group.map((card) => blockOf([card]))));
  const blockById = new Map(blocks.flatMap(({ id, cards }) => cards.map((card) => [card.id, id])));
  for (const { id, width, height } of blocks) graph.setNode(id, { width, height });
  // An edge to the end may be long, since cards are placed as far left as possible.
  const isEnd = (id: string): boolean => !edges.some(({ from }) => from === id);
  for (const { from, to } of edges) {
    const source = blockById.get(from);
    const target = blockById.get(to);
    if (source !== undefined && target !== undefined) graph.setEdge(source, target, { weight: isEnd(to) ? 1 : 2 });
  }
  layout(graph, { constraints: readingOrder(siblings, edges) });
  return new Map(
    blocks.flatMap(({ id, width, height, cards }) => {
      const { x = 0, y = 0 } = graph.node(id) as Partial<NodePlace>;
      return cards.map((card) => [card.id, { x: Math.round(x - width / 2 + card.x), y: Math.round(y - height / 2 + card.y) }] as const);
    }),
  );
}

/** With more cards than this one below the other, they are too small to read when all are shown. */
const highestColumn = 4;

/** Cards that follow the same cards, in the given order. */
function siblingsOf(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): readonly (readonly LayoutNode[])[] {
  const follows = new Map<string, string[]>();
  for (const { from, to } of edges) follows.set(to, [...(follows.get(to) ?? []), from]);
  const keyOf = ({ id }: LayoutNode): string => JSON.stringify(follows.get(id)?.toSorted() ?? { id });
  return [...Map.groupBy(nodes, keyOf).values()];
}

/**
 * Siblings are placed from top to bottom, and so are cards that follow only one of them; to dagre this is left and right. Cards in columns
 * are already in order.
 */
function readingOrder(siblings: readonly (readonly LayoutNode[])[], edges: readonly LayoutEdge[]): { left: string; right: string }[] {
  const inOrder = (cards: readonly LayoutNode[]) => cards.slice(1).map(({ id }, i) => ({ left: cards[i]?.id ?? id, right: id }));
  const onlyAfter = (id: string): readonly LayoutNode[] =>
    siblings.find(
      ([first]) =>
        first !== undefined &&
        edges.filter(({ to }) => to === first.id).every(({ from }) => from === id) &&
        edges.some(({ from, to }) => from === id && to === first.id),
    ) ?? [];
  return siblings
    .filter((group) => group.length <= highestColumn)
    .flatMap((group) => [
      ...inOrder(group),
      ...inOrder(group.map(({ id }) => onlyAfter(id)).flatMap((after) => (after.length > highestColumn ? after.slice(0, 1) : after))),
    ]);
}

/** A group of cards that is layered as one card. */
interface Block extends LayoutNode {
  /** Places of the cards inside the block. */
  readonly cards: readonly (NodePlace & { readonly id: string })[];
}

/** Arranges cards in columns, all full except the last. */
function blockOf(siblings: readonly LayoutNode[]): Block {
  const columns = Array.from({ length: Math.ceil(siblings.length / highestColumn) }, (_, i) =>
    siblings.slice(i * highestColumn, (i + 1) * highestColumn),
  );
  const cards: (NodePlace & { id: string })[] = [];
  let height = 0;
  let x = 0;
  for (const column of columns) {
    let y = 0;
    for (const card of column) {
      cards.push({ id: card.id, x, y });
      y += card.height + gapY;
    }
    height = Math.max(height, y - gapY);
    x += Math.max(...column.map((card) => card.width)) + gapX;
  }
  return { id: siblings[0]?.id ?? '', width: x - gapX, height, cards };
}

function leftToRight(nodes: readonly LayoutNode[], ideal: Places): LayoutNode[] {
  const at = (id: string): NodePlace => ideal.get(id) ?? { x: 0, y: 0 };
  return nodes.toSorted((a, b) => at(a.id).x + a.width / 2 - (at(b.id).x + b.width / 2) || at(a.id).y - at(b.id).y);
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

/** The nearest place below or above in the same layer without overlap; below is preferred at equal distance. */
function firstFree(wanted: NodePlace, size: Size, obstacles: readonly Obstacle[]): NodePlace {
  const overlapsAny = (y: number): boolean => obstacles.some((obstacle) => overlaps({ x: wanted.x, y }, size, obstacle));
  const edges = obstacles.flatMap(({ place, size: other }) => [place.y + other.height + gapY, place.y - size.height - gapY]);
  const places = [wanted.y, ...edges].toSorted((a, b) => Math.abs(a - wanted.y) - Math.abs(b - wanted.y) || b - a);
  const y = places.find((place) => !overlapsAny(place)) ?? wanted.y;
  return { x: wanted.x, y };
}

function overlaps(place: NodePlace, size: Size, other: Obstacle): boolean {
  return (
    place.x < other.place.x + other.size.width &&
    other.place.x < place.x + size.width &&
    place.y < other.place.y + other.size.height + gapY &&
    other.place.y < place.y + size.height + gapY
  );
}
