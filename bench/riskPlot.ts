/**
 * Plots, for each data set, how many of the answers are right against how many questions get one, the surest first. Readable on light and
 * dark backgrounds.
 */
export interface RiskCurve {
  readonly name: string;
  readonly questions: number;
  readonly answers: readonly { readonly confidence: number; readonly isRight: boolean }[];
}

const [width, height] = [860, 520];
const margin = { left: 64, right: 290, top: 48, bottom: 60 };
/** Shares of fewer answers say nothing. */
const fewest = 10;
const colors = [
  '#0969da',
  '#bc4c00',
  '#1a7f37',
  '#8250df',
  '#cf222e',
  '#9a6700',
  '#0550ae',
  '#bf3989',
  '#57606a',
  '#116329',
  '#953800',
  '#6639ba',
];
const style = [
  ':root{color-scheme:light dark}',
  'text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-size:15px;font-weight:600}.tick{font-size:12px;fill:#57606a}',
  '.ground{fill:#fff}.grid{stroke:#d0d7de;stroke-width:1}.axis{stroke:#57606a;stroke-width:1.2}.goal{stroke:#57606a;stroke-width:1.2;stroke-dasharray:5 4}.curve{fill:none;stroke-width:2}',
  '@media (prefers-color-scheme:dark){text{fill:#e6edf3}.tick{fill:#9da7b3}.ground{fill:#0d1117}.grid{stroke:#30363d}.axis,.goal{stroke:#9da7b3}}',
].join('');

/** Both axes in percent; a line at four of five. */
export function riskPlot(curves: readonly RiskCurve[]): string {
  const ticks = [0, 20, 40, 60, 80, 100];
  const lines = curves.map(pointsOf).map((points, i) => ({ points, color: colors[i % colors.length] ?? '', name: curves[i]?.name ?? '' }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Right answers against coverage">`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    text(margin.left, 26, 'Right answers against coverage, the surest answers first', 'title'),
    ...ticks.flatMap((tick) => [
      line(placeX(tick), placeY(0), placeX(tick), placeY(100), 'grid'),
      line(placeX(0), placeY(tick), placeX(100), placeY(tick), 'grid'),
      text(placeX(tick), placeY(0) + 18, String(tick), 'tick', 'middle'),
      text(placeX(0) - 8, placeY(tick) + 4, String(tick), 'tick', 'end'),
    ]),
    line(placeX(0), placeY(80), placeX(100), placeY(80), 'goal'),
    line(placeX(0), placeY(0), placeX(100), placeY(0), 'axis'),
    line(placeX(0), placeY(0), placeX(0), placeY(100), 'axis'),
    text((placeX(0) + placeX(100)) / 2, height - 14, 'questions answered, %', 'name', 'middle'),
    `<text text-anchor="middle" transform="translate(18 ${(placeY(0) + placeY(100)) / 2}) rotate(-90)">right of answers given, %</text>`,
    ...lines.flatMap(({ points, color, name }, i) => [
      ...(points.length === 0 ? [] : [`<polyline class="curve" stroke="${color}" points="${points.join(' ')}"/>`]),
      `<rect x="${width - margin.right + 16}" y="${margin.top + 22 * i}" width="14" height="4" fill="${color}"/>`,
      text(width - margin.right + 36, margin.top + 22 * i + 7, name, 'label'),
    ]),
    '</svg>',
    '',
  ].join('\n');
}

function pointsOf({ questions, answers }: RiskCurve): readonly string[] {
  let right = 0;
  return answers
    .toSorted((a, b) => b.confidence - a.confidence)
    .flatMap(({ isRight }, i) => {
      if (isRight) right++;
      const given = i + 1;
      return given < fewest ? [] : [`${placeX((100 * given) / questions).toFixed(1)},${placeY((100 * right) / given).toFixed(1)}`];
    });
}

function placeX(percent: number): number {
  return margin.left + (percent / 100) * (width - margin.left - margin.right);
}

function placeY(percent: number): number {
  return height - margin.bottom - (percent / 100) * (height - margin.top - margin.bottom);
}

function line(x1: number, y1: number, x2: number, y2: number, name: string): string {
  return `<line class="${name}" x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}"/>`;
}

function text(x: number, y: number, content: string, name: string, anchor: 'start' | 'middle' | 'end' = 'start'): string {
  const safe = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text class="${name}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${safe}</text>`;
}
