/** How sure a system was of the whole question, in tenths: the runs that were right on the ground, the others above them. */
import { escapeHtml } from './page/html.ts';
import { areaOf, fixed, framed, linearAxis, text, type Axis, type PlotSize } from './plotParts.ts';
import type { DecisionSummary } from './summary.ts';

export function confidencePlot(
  name: string,
  { right, wrong }: NonNullable<DecisionSummary['confidence']>,
  size: PlotSize = { width: 560, height: 360 },
): string {
  const area = areaOf(size);
  const highest = Math.max(1, ...right.map((count, i) => count + (wrong[i] ?? 0)));
  const y = linearAxis([0, highest], [area.bottom, area.top]);
  const x: Axis = {
    ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
    isLogarithmic: false,
    say: String,
    place: (value) => area.left + value * (area.right - area.left),
  };
  const block = (i: number, from: number, count: number, kind: string): string =>
    count === 0
      ? ''
      : `<rect class="${kind}" x="${fixed(x.place(i / 10) + 1.5)}" y="${fixed(y.place(from + count))}" width="${fixed(x.place(0.1) - area.left - 3)}" height="${fixed(y.place(from) - y.place(from + count))}"><title>${escapeHtml(`confidence ${i / 10} to ${(i + 1) / 10}: ${count} ${kind === 'right' ? 'right' : 'not right'}`)}</title></rect>`;
  return framed({ size, title: name, x, y, xName: 'confidence in the whole question', yName: 'runs' }, [
    ...right.map((count, i) => block(i, 0, count, 'right')),
    ...wrong.map((count, i) => block(i, right[i] ?? 0, count, 'wrong')),
    `<rect class="right" x="${area.right - 170}" y="${area.top - 38}" width="11" height="11"/>`,
    text(area.right - 154, area.top - 28, 'right', 'tick'),
    `<rect class="wrong" x="${area.right - 100}" y="${area.top - 38}" width="11" height="11"/>`,
    text(area.right - 84, area.top - 28, 'not right', 'tick'),
  ]);
}
