/** Finds the card that an arrow key leads to: left and right along edges, up and down along the layer. Pure. */
import type { LayoutEdge, NodePlace, Places } from './layout.ts';

export type WalkKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

const walkKeys: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];

export function isWalkKey(key: string): key is WalkKey {
  return walkKeys.includes(key);
}

/** The next card, or the same one at the end. `ids` are in reading order. */
export function walk(from: string, key: WalkKey, ids: readonly string[], edges: readonly LayoutEdge[], places: Places): string {
  const here = places.get(from);
  if (!here) return ids[0] ?? from;
  switch (key) {
    case 'ArrowRight':
      return (
        nearest(
          here,
          edges.filter((edge) => edge.from === from).map((edge) => edge.to),
          places,
        ) ?? from
      );
    case 'ArrowLeft':
      return (
        nearest(
          here,
          edges.filter((edge) => edge.to === from).map((edge) => edge.from),
          places,
        ) ?? from
      );
    case 'ArrowUp':
    case 'ArrowDown': {
      const sign = key === 'ArrowDown' ? 1 : -1;
      const thatWay = ids.filter(
        (id) => id !== from && (placeOf(id, places).y - here.y) * sign > 0 && isSameLayer(here, placeOf(id, places)),
      );
      return nearest(here, thatWay, places) ?? nextInColumns(from, sign, ids, edges, places) ?? from;
    }
    case 'Home':
      return ids[0] ?? from;
    case 'End':
      return ids.at(-1) ?? from;
  }
}

/** Many cards that follow the same card are in columns. The end of one column leads to the next. */
function nextInColumns(
  from: string,
  sign: 1 | -1,
  ids: readonly string[],
  edges: readonly LayoutEdge[],
  places: Places,
): string | undefined {
  const follows = (id: string): string =>
    edges
      .filter((edge) => edge.to === id)
      .map((edge) => edge.from)
      .toSorted()
      .join('\n');
  const siblings = follows(from) === '' ? [] : ids.filter((id) => follows(id) === follows(from));
  const inOrder = siblings.toSorted((a, b) => {
    const [one, other] = [placeOf(a, places), placeOf(b, places)];
    return isSameLayer(one, other) ? one.y - other.y : one.x - other.x;
  });
  return inOrder[inOrder.indexOf(from) + sign];
}

function nearest(here: NodePlace, ids: readonly string[], places: Places): string | undefined {
  const distance = (id: string): number => Math.abs(placeOf(id, places).x - here.x) + Math.abs(placeOf(id, places).y - here.y);
  return ids.toSorted((a, b) => distance(a) - distance(b))[0];
}

function placeOf(id: string, places: Places): NodePlace {
  return places.get(id) ?? { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };
}

/** A layer that grew may be a little ragged. */
function isSameLayer(a: NodePlace, b: NodePlace): boolean {
  return Math.abs(a.x - b.x) < 80;
}
