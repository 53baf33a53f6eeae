/** Computes which part of the drawing the map shows. Pure. */
import type { NodePlace, Size } from '../../src/trace/dag/layout.ts';

/** The drawing's origin on the screen in pixels, and the zoom in pixels per unit of the drawing. */
export interface View extends NodePlace {
  readonly zoom: number;
}

/** Pixels between the drawing and the edge of the map. */
export const margin = 20;

/** Cards are at least this large where rows can be made shorter for it. */
const readableZoom = 0.75;

/** How wide a row of cards may be, in units of the drawing. */
export function widthOfRows(room: Pick<Size, 'width'>): number {
  return (room.width - 2 * margin) / readableZoom;
}

/** Corners in units of the drawing: top left, bottom right. */
export type Limits = [[number, number], [number, number]];

/** The drawing from its top left corner, as large as fits between the smallest zoom and full size; in the middle if it is narrower. */
export function fittedView(box: NodePlace & Size, room: Size, smallest: number): View {
  const roomX = room.width - 2 * margin;
  const zoom = Math.min(1, Math.max(smallest, Math.min((room.height - 2 * margin) / box.height, roomX / box.width)));
  const left = Math.max(0, roomX - box.width * zoom) / 2;
  return { x: margin + left - box.x * zoom, y: margin - box.y * zoom, zoom };
}

/** The view, moved as little as needed to show the card; the same object if it already does. */
export function showing(card: NodePlace & Size, from: View, room: Size): View {
  const left = card.x * from.zoom + from.x;
  const top = card.y * from.zoom + from.y;
  const dx = nudge(left, left + card.width * from.zoom, margin, room.width - margin);
  const dy = nudge(top, top + card.height * from.zoom, margin, room.height - margin);
  return dx === 0 && dy === 0 ? from : { x: from.x + dx, y: from.y + dy, zoom: from.zoom };
}

/** How far the map can be moved: to the ends of the drawing. A drawing smaller than the map stays at the top and horizontally centered. */
export function limits(box: NodePlace & Size, room: Size, zoom: number): Limits {
  const gap = margin / zoom;
  const width = Math.max(box.width + 2 * gap, room.width / zoom);
  const height = Math.max(box.height + 2 * gap, room.height / zoom);
  const left = box.x + box.width / 2 - width / 2;
  const top = box.y - gap;
  return [
    [left, top],
    [left + width, top + height],
  ];
}

/** The view, moved as little as needed to be within the limits; the same object if it already is. */
export function clampedView([[left, top], [right, bottom]]: Limits, from: View, room: Size): View {
  const dx = nudge(-from.x, -from.x + room.width, left * from.zoom, right * from.zoom);
  const dy = nudge(-from.y, -from.y + room.height, top * from.zoom, bottom * from.zoom);
  // Less than a pixel is a rounding error.
  return Math.abs(dx) < 1 && Math.abs(dy) < 1 ? from : { x: from.x - dx, y: from.y - dy, zoom: from.zoom };
}

/** The view with another zoom, around the middle of the map. */
export function zoomed(from: View, zoom: number, room: Size): View {
  const [x, y] = [room.width / 2, room.height / 2];
  const by = zoom / from.zoom;
  return { x: x - (x - from.x) * by, y: y - (y - from.y) * by, zoom };
}

/** How far to move a range so that it is within the limits. If it does not fit, its start is shown. */
function nudge(start: number, end: number, least: number, most: number): number {
  if (start < least) return least - start;
  return end > most ? Math.max(most - end, least - start) : 0;
}
