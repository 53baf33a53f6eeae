/** Finds the card that an arrow key leads to: left and right along edges, up and down along the layer. Pure. */
import type { LayoutEdge, NodePlace, Places } from '../../src/trace/dag/layout.ts';

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
      return nearest(here, thatWay, places) ?? ids[ids.indexOf(from) + sign] ?? from;
    }
    case 'Home':
      return ids[0] ?? from;
    case 'End':
      return ids.at(-1) ?? from;
  }
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
