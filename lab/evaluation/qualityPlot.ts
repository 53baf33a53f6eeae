/**
 * Plots quality against cost as SVG: one point per system, and a line through those that no cheaper system equals. Readable on light and
 * dark backgrounds.
 */
import { escapeHtml } from './page/html.ts';
import { areaOf, fixed, framed, isSpread, line, linearAxis, logarithmicAxis, text, type PlotArea, type PlotSize } from './plotParts.ts';

export interface PlottedSystem {
  readonly name: string;
  /** Cost per question, not negative. */
  readonly cost: number;
  /** Quality in percent, with half the width of its 95 % interval. */
  readonly quality: number;
  readonly margin: number;
}

export interface PlotNames {
  readonly title: string;
  readonly cost: string;
  readonly quality: string;
}

export function qualityPlot(systems: readonly PlottedSystem[], names: PlotNames, size: PlotSize = { width: 820, height: 520 }): string {
  const area = areaOf(size);
  const costs = systems.map(({ cost }) => cost);
  const quality = systems.flatMap(({ quality: q, margin: m }) => [Math.max(0, q - m), Math.min(100, q + m)]);
  const xAxis = (isSpread(costs) ? logarithmicAxis : linearAxis)(costs, [area.left, area.right]);
  const yAxis = linearAxis(quality, [area.bottom, area.top], 100);
  const leading = undominated(systems);
  const points = systems.map((system) => ({ system, x: xAxis.place(system.cost), y: yAxis.place(system.quality) }));
  const isNamed = (system: PlottedSystem): boolean => systems.length <= maxNames || leading.includes(system);
  const labels = placeLabels(points, isNamed, { ...area, right: size.width });
  const best = leading.map(({ cost, quality: q }) => `${fixed(xAxis.place(cost))},${fixed(yAxis.place(q))}`);
  return framed({ size, title: names.title, x: xAxis, y: yAxis, xName: names.cost, yName: names.quality }, [
    ...(best.length > 1 ? [`<polyline class="best" points="${best.join(' ')}"/>`] : []),
    ...points.flatMap(({ system, x, y }) => [
      line(
        x,
        yAxis.place(Math.max(0, system.quality - system.margin)),
        x,
        yAxis.place(Math.min(100, system.quality + system.margin)),
        'margin',
      ),
      `<circle class="point" cx="${fixed(x)}" cy="${fixed(y)}" r="5"><title>${escapeHtml(`${system.name}: ${system.quality.toFixed(2)} ± ${system.margin.toFixed(2)} at ${xAxis.say(system.cost)}`)}</title></circle>`,
    ]),
    ...labels.flatMap(({ system, x, y, labelY, side }) => [
      ...(Math.abs(labelY - y) > 4 ? [line(x, y, x + side * 8, labelY, 'leader')] : []),
      text(x + side * 10, labelY + 4, system.name, 'label', side < 0 ? 'end' : 'start'),
    ]),
  ]);
}

/** Of more systems than this, only those that no cheaper one equals have their names beside them. */
const maxNames = 14;

/** The systems, by cost, whose quality no cheaper system equals. */
function undominated(systems: readonly PlottedSystem[]): readonly PlottedSystem[] {
  const kept: PlottedSystem[] = [];
  for (const system of [...systems].sort((a, b) => a.cost - b.cost || b.quality - a.quality))
    if (system.quality > (kept.at(-1)?.quality ?? -Infinity)) kept.push(system);
  return kept;
}

interface Label {
  readonly system: PlottedSystem;
  readonly x: number;
  readonly y: number;
  readonly labelY: number;
  readonly side: 1 | -1;
}

/** Places each label beside its point, on the side and at the nearest height where it covers no other label and no point. */
function placeLabels(
  points: readonly Omit<Label, 'labelY' | 'side'>[],
  isNamed: (system: PlottedSystem) => boolean,
  area: PlotArea,
): readonly Label[] {
  const taken: Box[] = points.map(({ x, y }) => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 }));
  return points
    .filter(({ system }) => isNamed(system))
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map((point) => {
      const places = shifts.flatMap((shift) =>
        ([1, -1] as const).map((side) => ({ side, labelY: point.y + shift, box: labelBox(point, side, point.y + shift) })),
      );
      const inside = places.filter(
        ({ box }) => box.left > area.left && box.right < area.right && box.top > area.top - 16 && box.bottom < area.bottom,
      );
      const place = inside.find(({ box }) => !taken.some((other) => areTouching(box, other))) ?? inside[0];
      if (place) taken.push(place.box);
      return { ...point, labelY: place?.labelY ?? point.y, side: place?.side ?? 1 };
    });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Offsets to try: 0, 4 down, 4 up, 8 down … */
const shifts = Array.from({ length: 60 }, (_, i) => Math.ceil(i / 2) * 4 * (i % 2 === 0 ? -1 : 1));

function labelBox({ x, system }: { readonly x: number; readonly system: PlottedSystem }, side: 1 | -1, y: number): Box {
  const length = system.name.length * 7.3;
  const [left, right] = side === 1 ? [x + 9, x + 9 + length] : [x - 9 - length, x - 9];
  return { left, right, top: y - 8, bottom: y + 7 };
}

function areTouching(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
