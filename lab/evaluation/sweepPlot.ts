/** Plots quality against a parameter: one line for each group of systems that differ in nothing else. */
import type { System } from './evalRecord.ts';
import { escapeHtml } from './page/html.ts';
import { areaOf, fixed, framed, line, linearAxis, text, type Axis, type PlotSize } from './plotParts.ts';

export interface SweptSystem {
  readonly name: string;
  readonly system: System;
  /** In [0, 1], with its 95 % interval. */
  readonly quality: number;
  readonly low: number;
  readonly high: number;
}

export interface Course {
  readonly parameter: string;
  /** Each with at least three values, in their order. */
  readonly lines: readonly { readonly name: string; readonly points: readonly (SweptSystem & { readonly value: number })[] }[];
}

/** The numeric parameters that were varied while all else stayed the same. */
export function coursesOf(systems: readonly SweptSystem[]): readonly Course[] {
  const parameters = [...new Set(systems.flatMap(({ system }) => Object.keys(system.params)))];
  return parameters.flatMap((parameter) => {
    const groups = new Map<string, (SweptSystem & { readonly value: number })[]>();
    for (const one of systems) {
      const { [parameter]: value, ...others } = one.system.params;
      if (typeof value !== 'number') continue;
      const key = JSON.stringify([{ ...one.system, params: Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)) }]);
      groups.set(key, [...(groups.get(key) ?? []), { ...one, value }]);
    }
    const lines = [...groups.values()]
      .map((group) => group.sort((a, b) => a.value - b.value))
      .filter((group) => new Set(group.map(({ value }) => value)).size >= minValues)
      .map((points) => ({ name: commonName(points, parameter), points }));
    return lines.length === 0 ? [] : [{ parameter, lines }];
  });
}

const minValues = 3;

/** The name without the value that differs. */
function commonName(points: readonly (SweptSystem & { readonly value: number })[], parameter: string): string {
  const names = new Set(points.map(({ name, value }) => name.replace(` ${parameter}=${value}`, '')));
  const [name = ''] = names;
  return names.size === 1 ? name : (points[0]?.system.pipeline ?? '');
}

/** More lines than colors cannot be told apart. */
const maxLines = 5;

export function sweepPlot({ parameter, lines }: Course, quality: string, size: PlotSize = { width: 560, height: 400 }): string {
  const area = areaOf(size);
  const points = lines.flatMap((one) => one.points);
  const values = [...new Set(points.map(({ value }) => value))].sort((a, b) => a - b);
  const [least = 0, most = 1] = [values[0], values.at(-1)];
  const inset = 24;
  const x: Axis = {
    ticks: values.length <= 12 ? values : values.filter((_, i) => i % Math.ceil(values.length / 12) === 0),
    isLogarithmic: false,
    say: String,
    place: (value) => area.left + inset + ((value - least) / (most - least)) * (area.right - area.left - 2 * inset),
  };
  const y = linearAxis(
    points.flatMap(({ low, high }) => [100 * low, 100 * high]),
    [area.bottom, area.top],
    100,
  );
  return framed(
    { size, title: `${quality} by ${parameter}, with 95 % intervals`, x, y, xName: parameter, yName: quality },
    lines.slice(0, maxLines).flatMap(({ name, points: own }, i) => {
      const at = own.map(({ value, quality: q }) => [x.place(value), y.place(100 * q)] as const);
      const [lastX = 0, lastY = 0] = at.at(-1) ?? [];
      return [
        `<g class="s${i + 1}">`,
        ...own.map(({ value, low, high }) => line(x.place(value), y.place(100 * low), x.place(value), y.place(100 * high), 'spread')),
        `<polyline class="course" points="${at.map(([px, py]) => `${fixed(px)},${fixed(py)}`).join(' ')}"/>`,
        ...own.map(
          ({ name: system, quality: q }, k) =>
            `<circle class="dot" cx="${fixed(at[k]?.[0] ?? 0)}" cy="${fixed(at[k]?.[1] ?? 0)}" r="4.5"><title>${escapeHtml(`${system}: ${(100 * q).toFixed(2)}`)}</title></circle>`,
        ),
        ...(lines.length > 1 ? [text(lastX, lastY - 10, name, 'label', 'end')] : []),
        '</g>',
      ];
    }),
  );
}
