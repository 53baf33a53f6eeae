/**
 * Plots quality against cost as SVG: one point per system, and a line through those that no cheaper system equals. Readable on light and
 * dark backgrounds.
 */
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

export function qualityPlot(systems: readonly PlottedSystem[], names: PlotNames): string {
  const costs = systems.map(({ cost }) => cost);
  const quality = systems.flatMap(({ quality: q, margin: m }) => [Math.max(0, q - m), Math.min(100, q + m)]);
  const xAxis = (isSpread(costs) ? logarithmicAxis : linearAxis)(costs, [margin.left, width - margin.right]);
  const yAxis = linearAxis(quality, [height - margin.bottom, margin.top]);
  const labels = placeLabels(systems.map((system) => ({ system, x: xAxis.place(system.cost), y: yAxis.place(system.quality) })));
  const best = undominated(systems).map(({ cost, quality: q }) => `${fixed(xAxis.place(cost))},${fixed(yAxis.place(q))}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(names.title)}">`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    text(margin.left, 26, names.title, 'title'),
    ...xAxis.ticks.flatMap((tick) => [
      line(xAxis.place(tick), margin.top, xAxis.place(tick), height - margin.bottom, 'grid'),
      text(xAxis.place(tick), height - margin.bottom + 18, xAxis.say(tick), 'tick', 'middle'),
    ]),
    ...yAxis.ticks.flatMap((tick) => [
      line(margin.left, yAxis.place(tick), width - margin.right, yAxis.place(tick), 'grid'),
      text(margin.left - 8, yAxis.place(tick) + 4, yAxis.say(tick), 'tick', 'end'),
    ]),
    line(margin.left, height - margin.bottom, width - margin.right, height - margin.bottom, 'axis'),
    line(margin.left, margin.top, margin.left, height - margin.bottom, 'axis'),
    text(
      (margin.left + width - margin.right) / 2,
      height - 14,
      `${names.cost}${xAxis.isLogarithmic ? ' (logarithmic)' : ''}`,
      'name',
      'middle',
    ),
    `<text class="name" text-anchor="middle" transform="translate(18 ${(margin.top + height - margin.bottom) / 2}) rotate(-90)">${escaped(names.quality)}</text>`,
    ...(best.length > 1 ? [`<polyline class="best" points="${best.join(' ')}"/>`] : []),
    ...labels.flatMap(({ system, x, y, labelY, side }) => [
      line(
        x,
        yAxis.place(Math.max(0, system.quality - system.margin)),
        x,
        yAxis.place(Math.min(100, system.quality + system.margin)),
        'margin',
      ),
      `<circle class="point" cx="${fixed(x)}" cy="${fixed(y)}" r="5"><title>${escaped(`${system.name}: ${system.quality.toFixed(2)} ± ${system.margin.toFixed(2)} at ${xAxis.say(system.cost)}`)}</title></circle>`,
      ...(Math.abs(labelY - y) > 4 ? [line(x, y, x + side * 8, labelY, 'leader')] : []),
      text(x + side * 10, labelY + 4, system.name, 'label', side < 0 ? 'end' : 'start'),
    ]),
    '</svg>',
    '',
  ].join('\n');
}

const [width, height] = [820, 520];
const margin = { left: 64, right: 36, top: 48, bottom: 60 };
/** Inside a page the plot takes the page's background where possible; its own is plain and readable anywhere. */
const style = [
  ':root{color-scheme:light dark}',
  'text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-size:15px;font-weight:600}.tick{font-size:12px;fill:#57606a}.label{font-weight:500}',
  '.ground{fill:#fff}.grid{stroke:#d0d7de;stroke-width:1}.axis{stroke:#57606a;stroke-width:1.2}.margin{stroke:#0969da;stroke-width:1.5;opacity:.45}',
  '.point{fill:#0969da}.best{fill:none;stroke:#bc4c00;stroke-width:1.5;stroke-dasharray:5 4}.leader{stroke:#8c959f;stroke-width:.8}',
  '@media (prefers-color-scheme:dark){text{fill:#e6edf3}.tick{fill:#9da7b3}.ground{fill:#0d1117}.grid{stroke:#30363d}.axis{stroke:#9da7b3}',
  '.margin{stroke:#58a6ff}.point{fill:#58a6ff}.best{stroke:#f0883e}.leader{stroke:#6e7681}}',
].join('');

interface Axis {
  readonly ticks: readonly number[];
  readonly isLogarithmic: boolean;
  place(value: number): number;
  say(value: number): string;
}

type Ends = readonly [from: number, to: number];

/** Whether the values need a logarithmic axis, because differences between small values would be invisible. */
function isSpread(values: readonly number[]): boolean {
  return Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) > 20;
}

function linearAxis(values: readonly number[], [from, to]: Ends): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = niceStep((high - low || Math.abs(high) || 1) / 5);
  const first = Math.max(0, Math.floor(low / step - 0.4) * step);
  const last = Math.ceil(high / step + 0.1) * step;
  const ticks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, i) => first + i * step);
  return { ticks, isLogarithmic: false, say, place: (value) => from + ((value - first) / (last - first)) * (to - from) };
}

function logarithmicAxis(values: readonly number[], [from, to]: Ends): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const first = Math.floor(Math.log10(low));
  const all = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, i) =>
    [1, 2, 5].map((factor) => factor * 10 ** (first + i)),
  ).flat();
  const ticks = all.filter((_, i) => (all[i + 1] ?? Infinity) > low && (all[i - 1] ?? 0) < high);
  const [least, most] = [Math.log10(ticks[0] ?? low), Math.log10(ticks.at(-1) ?? high)];
  return { ticks, isLogarithmic: true, say, place: (value) => from + ((Math.log10(value) - least) / (most - least)) * (to - from) };
}

function say(value: number): string {
  return value >= 1000 ? `${Number((value / 1000).toPrecision(3))}k` : String(Number(value.toPrecision(3)));
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

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
function placeLabels(points: readonly Omit<Label, 'labelY' | 'side'>[]): readonly Label[] {
  const taken: Box[] = points.map(({ x, y }) => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 }));
  return [...points]
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map((point) => {
      const places = shifts.flatMap((shift) =>
        ([1, -1] as const).map((side) => ({ side, labelY: point.y + shift, box: labelBox(point, side, point.y + shift) })),
      );
      const inside = places.filter(
        ({ box }) => box.left > margin.left && box.right < width && box.top > margin.top - 16 && box.bottom < height - margin.bottom,
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

function line(x1: number, y1: number, x2: number, y2: number, kind: string): string {
  return `<line class="${kind}" x1="${fixed(x1)}" y1="${fixed(y1)}" x2="${fixed(x2)}" y2="${fixed(y2)}"/>`;
}

function text(x: number, y: number, content: string, kind: string, anchor = 'start'): string {
  return `<text class="${kind}" x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
