/** The graph of a run as SVG, with the cards of the panel in their places, without script and font files. Pure. */
import { count } from '../base/amounts.ts';
import { plainLine, shortened } from '../base/plainText.ts';
import type { Trace } from '../protocol/trace.ts';
import { cardSize, footHeight, hasFoot, lineHeight, mostLines, wrappedLines } from '../trace/dag/cardSize.ts';
import { boundsOf, type NodePlace, type Size } from '../trace/dag/layout.ts';
import { placeCards } from '../trace/dag/placeCards.ts';
import { dagView, type CardView } from '../trace/dag/viewModel.ts';

const margin = 16;

/** @param style for a separate file; a page has it already */
export function graphSvg(trace: Trace, style = ''): string {
  const dag = dagView(trace);
  const places = placeCards(dag);
  const boxes = new Map(
    dag.cards.flatMap((card) => {
      const place = places.get(card.id);
      return place ? [[card.id, { ...place, ...cardSize(card) }] as const] : [];
    }),
  );
  const sizes = [...boxes].map(([id, { width, height }]) => ({ id, width, height }));
  const { x, y, width, height } = boundsOf(sizes, places);
  const [wide, high] = [width + 2 * margin, height + 2 * margin];
  const edges = dag.edges.flatMap(({ from, to, isGhost }) => {
    const [start, end] = [boxes.get(from), boxes.get(to)];
    return start && end ? [edgePath(start, end, isGhost)] : [];
  });
  const cards = dag.cards.flatMap((card) => {
    const box = boxes.get(card.id);
    return box ? [cardGroup(card, box)] : [];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="graph" width="${wide}" height="${high}" viewBox="${x - margin} ${y - margin} ${wide} ${high}" role="img">`,
    `<title>${escapeXml(shortened(`How “${trace.question}” was answered`, 300))}</title>`,
    ...(style === '' ? [] : [`<style>${style}</style>`]),
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M1 1 7 4 1 7" class="arrow"/></marker></defs>',
    `<rect class="ground" x="${x - margin}" y="${y - margin}" width="${wide}" height="${high}"/>`,
    ...edges,
    ...cards,
    '</svg>',
  ].join('\n');
}

type Box = NodePlace & Size;

function edgePath(from: Box, to: Box, isGhost: boolean): string {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [to.x, to.y + to.height / 2];
  const bend = Math.max(24, Math.abs(x2 - x1) / 2);
  return `<path class="edge${isGhost ? ' ghost' : ''}" marker-end="url(#arrow)" d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 1} ${y2}"/>`;
}

function cardGroup(card: CardView, { x, y, width, height }: Box): string {
  const { label, state, question, answer, failure, hasAnswer, evidenceCount, time, aside, isGhost } = card;
  const text = (className: string, at: NodePlace, words: string, more = ''): string =>
    words === '' ? '' : `<text class="${className}" x="${at.x}" y="${at.y}"${more}>${escapeXml(words)}</text>`;
  const left = x + 11;
  const lines = cutLines(question, mostLines);
  const answerY = y + 41 + lines.length * lineHeight;
  const footY = y + height - 9;
  const foot = [...(evidenceCount === 0 ? [] : [count(evidenceCount, 'passage')]), ...(aside === undefined ? [] : [aside])].join(' · ');
  return [
    `<g class="card tone-${state.tone}${isGhost ? ' ghost' : ''}">`,
    // All that the lines below may cut off.
    `<title>${escapeXml([`${label}: ${state.words}`, question, answer ?? failure ?? ''].filter((part) => part !== '').join('\n'))}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`,
    `<circle class="dot" cx="${left + 5}" cy="${y + 16}" r="4.5"/>`,
    text('state', { x: left + 16, y: y + 20 }, cutLine(`${label} · ${state.words}`)),
    ...lines.map((line, i) => text('question', { x: left, y: y + 40 + i * lineHeight }, line)),
    hasAnswer ? text('answer', { x: left, y: answerY }, cutLine(answer ?? failure ?? '')) : '',
    ...(hasFoot(card)
      ? [
          `<path class="rule" d="M${x + 1} ${y + height - footHeight + 1}h${width - 2}"/>`,
          text('foot', { x: left, y: footY }, foot),
          text('foot', { x: x + width - 11, y: footY }, time, ' text-anchor="end"'),
        ]
      : []),
    '</g>',
  ]
    .filter((part) => part !== '')
    .join('');
}

function cutLine(text: string): string {
  return cutLines(text, 1)[0] ?? '';
}

function cutLines(text: string, most: number): readonly string[] {
  const lines = wrappedLines(plainLine(text));
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]} …`];
}

/** Text of documents and models for XML and HTML: without markup, and without characters that XML cannot contain. */
export function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .toWellFormed()
    .split('\n')
    .map(plainLine)
    .join('\n')
    .replace(/[\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"]/g, (character) => names[character] ?? '');
}

/** Classes instead of variables: programs that draw SVG files know no more. */
export const lightGraph = `
.graph text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #1f2328; white-space: pre; }
.graph .ground { fill: #ffffff; }
.graph .card rect { fill: #f6f8fa; stroke: #c4cad1; }
.graph .card.ghost rect { fill: #ffffff; stroke-dasharray: 4 3; }
.graph .card.ghost text, .graph .state, .graph .foot { fill: #59636e; }
.graph .state, .graph .foot { font-size: 11px; }
.graph .answer { font-weight: 600; }
.graph .rule { stroke: #dfe3e8; fill: none; }
.graph .edge, .graph .arrow { fill: none; stroke: #6e7781; stroke-width: 1.2; }
.graph .edge.ghost { stroke-dasharray: 4 3; opacity: .6; }
.graph .dot { fill: #818b98; }
.graph .tone-good .dot { fill: #1a7f37; }
.graph .tone-running .dot, .graph .tone-changed .dot { fill: #0969da; }
.graph .tone-warn .dot, .graph .tone-written .dot { fill: #bf8700; }
.graph .tone-bad .dot { fill: #cf222e; }
`;

const darkGraph = `@media screen and (prefers-color-scheme: dark) {
.graph text { fill: #e6edf3; }
.graph .ground { fill: #0d1117; }
.graph .card rect { fill: #161b22; stroke: #4a525c; }
.graph .card.ghost rect { fill: #0d1117; }
.graph .card.ghost text, .graph .state, .graph .foot { fill: #a3adb8; }
.graph .rule { stroke: #2f363e; }
.graph .edge, .graph .arrow { stroke: #9198a1; }
.graph .tone-good .dot { fill: #3fb950; }
.graph .tone-running .dot, .graph .tone-changed .dot { fill: #4493f8; }
.graph .tone-warn .dot, .graph .tone-written .dot { fill: #d29922; }
.graph .tone-bad .dot { fill: #f85149; }
}
`;

/** Light, and dark where the system is. Prints light. */
export const graphStyle = lightGraph + darkGraph;
