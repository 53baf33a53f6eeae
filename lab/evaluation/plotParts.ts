/** What all plots are made of: SVG with axes, in colors for light and dark backgrounds. */
import { escapeHtml } from './page/html.ts';

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** The part of a plot inside its axes. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function areaOf({ width, height }: PlotSize): PlotArea {
  return { left: 64, right: width - 36, top: 48, bottom: height - 60 };
}

export interface PlotFrame {
  readonly size: PlotSize;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly xName: string;
  readonly yName: string;
}

/** A whole plot: `content` within its axes. */
export function framed({ size, title, x, y, xName, yName }: PlotFrame, content: readonly string[]): string {
  const { width, height } = size;
  const { left, right, top, bottom } = areaOf(size);
  return [
    `<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(title)}">`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    text(left, 26, title, 'title'),
    ...x.ticks.flatMap((tick) => [
      line(x.place(tick), top, x.place(tick), bottom, 'grid'),
      text(x.place(tick), bottom + 18, x.say(tick), 'tick', 'middle'),
    ]),
    ...y.ticks.flatMap((tick) => [
      line(left, y.place(tick), right, y.place(tick), 'grid'),
      text(left - 8, y.place(tick) + 4, y.say(tick), 'tick', 'end'),
    ]),
    line(left, bottom, right, bottom, 'axis'),
    line(left, top, left, bottom, 'axis'),
    text((left + right) / 2, height - 14, `${xName}${x.isLogarithmic ? ' (logarithmic)' : ''}`, 'name', 'middle'),
    `<text class="name" text-anchor="middle" transform="translate(18 ${(top + bottom) / 2}) rotate(-90)">${escapeHtml(yName)}</text>`,
    ...content,
    '</svg>',
    '',
  ].join('\n');
}

/** Colors of a plot on its own and inside a page, where only elements of class `plot` take them. */
const style = [
  ':root{color-scheme:light dark}',
  '.plot text{font:13px system-ui,sans-serif;fill:#24292f}.plot .title{font-size:15px;font-weight:600}.plot .tick{font-size:12px;fill:#57606a}.plot .label{font-weight:500}',
  '.plot .ground{fill:#fff}.plot .grid{stroke:#d0d7de;stroke-width:1}.plot .axis{stroke:#57606a;stroke-width:1.2}.plot .margin{stroke:#0969da;stroke-width:1.5;opacity:.45}',
  '.plot .point{fill:#0969da}',
  '.plot .right{fill:#1a7f37}.plot .wrong{fill:#bf8700}',
  '.plot .s1{--c:#0969da}.plot .s2{--c:#bc4c00}.plot .s3{--c:#1a7f37}.plot .s4{--c:#8250df}.plot .s5{--c:#bf3989}.plot .s0{--c:#57606a}',
  '.plot .course{fill:none;stroke:var(--c);stroke-width:2}.plot .spread{stroke:var(--c);stroke-width:1.5;opacity:.5}.plot .dot{fill:var(--c)}.plot .best{fill:none;stroke:#bc4c00;stroke-width:1.5;stroke-dasharray:5 4}.plot .leader{stroke:#8c959f;stroke-width:.8}',
  '@media (prefers-color-scheme:dark){.plot text{fill:#e6edf3}.plot .tick{fill:#9da7b3}.plot .ground{fill:#0d1117}.plot .grid{stroke:#30363d}.plot .axis{stroke:#9da7b3}',
  '.plot .margin{stroke:#58a6ff}.plot .point{fill:#58a6ff}',
  '.plot .right{fill:#3fb950}.plot .wrong{fill:#d29922}.plot .s1{--c:#58a6ff}.plot .s2{--c:#f0883e}.plot .s3{--c:#56d364}.plot .s4{--c:#bc8cff}.plot .s5{--c:#f778ba}.plot .s0{--c:#9da7b3}.plot .best{stroke:#f0883e}.plot .leader{stroke:#6e7681}}',
].join('');

export interface Axis {
  readonly ticks: readonly number[];
  readonly isLogarithmic: boolean;
  place(value: number): number;
  say(value: number): string;
}

type Ends = readonly [from: number, to: number];

/** Whether the values need a logarithmic axis, because differences between small values would be invisible. */
export function isSpread(values: readonly number[]): boolean {
  return Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) > 20;
}

/** @param end no value can be above it: 100 of percent */
export function linearAxis(values: readonly number[], [from, to]: Ends, end = Infinity): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = niceStep((high - low || Math.abs(high) || 1) / 5);
  const first = Math.max(0, Math.floor(low / step - 0.4) * step);
  const last = Math.min(Math.ceil(high / step + 0.1) * step, Math.ceil(end / step) * step);
  const ticks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, i) => first + i * step);
  return { ticks, isLogarithmic: false, say, place: (value) => from + ((value - first) / (last - first)) * (to - from) };
}

export function logarithmicAxis(values: readonly number[], [from, to]: Ends): Axis {
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

export function line(x1: number, y1: number, x2: number, y2: number, kind: string): string {
  return `<line class="${kind}" x1="${fixed(x1)}" y1="${fixed(y1)}" x2="${fixed(x2)}" y2="${fixed(y2)}"/>`;
}

export function text(x: number, y: number, content: string, kind: string, anchor = 'start'): string {
  return `<text class="${kind}" x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}">${escapeHtml(content)}</text>`;
}

export function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
