/** Tables of the report page. */
import { bertScoreNotes } from '../report.ts';
import type { Interval } from '../statistics.ts';
import type { SystemSummary } from '../summary.ts';
import { markup, type Html } from './html.ts';
import type { PageReport } from './pageReport.ts';

interface Cell {
  readonly text: string;
  /** What the table is sorted by. */
  readonly value?: number;
  /** Length of a bar behind the text, in [0, 1]. */
  readonly bar?: number;
}

interface Row {
  readonly head: Html;
  readonly name: string;
  readonly cells: readonly Cell[];
}

function table(caption: string, heads: readonly string[], rows: readonly Row[]): Html {
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table class="sortable">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => markup`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ head, name, cells }) =>
            markup`<tr>
              <th scope="row" data-value="${name}">${head}</th>
              ${cells.map(cellOf)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

function cellOf({ text, value, bar }: Cell): Html {
  const sorted = value === undefined ? '' : markup` data-value="${value}"`;
  return bar === undefined
    ? markup`<td${sorted}>${text}</td>`
    : markup`<td${sorted} class="bar" style="--v:${(100 * Math.max(0, Math.min(1, bar))).toFixed(1)}%">${text}</td>`;
}

export function answersTable({ systems, f1, intervals, recommendation, judge }: PageReport): Html {
  const best = recommendation?.best;
  const rows = [...systems]
    .sort((a, b) => b.scores[f1] - a.scores[f1])
    .map((system): Row => {
      const { name, scores, n, scored, abstained, failed } = system;
      const interval = intervals.get(name);
      const acc = judge?.accuracies.get(name)?.acc;
      return {
        name,
        head: markup`${name}${name === recommendation?.system && systems.length > 1 ? markup` <span class="tag pick">recommended</span>` : ''}${
          name === best && systems.length > 1 ? markup` <span class="tag">best</span>` : ''
        }`,
        cells: [
          withInterval(scores[f1], interval),
          share(scores.em),
          share(scores.em_cover),
          ...(judge ? [share(acc ?? 0)] : []),
          share(scores.rouge_l),
          count(scored),
          count(abstained),
          count(failed),
          { text: n === 0 ? '–' : oneDecimal(1 - abstained / n), value: n === 0 ? 0 : 1 - abstained / n },
        ],
      };
    });
  return table(
    'Scores of the answers, in percent',
    ['system', f1, 'em', 'em_cover', ...(judge ? ['acc (judge)'] : []), 'rouge_l', 'scored', 'abstained', 'failed', 'answered, %'],
    rows,
  );
}

/** Empty where no local model has scored the answers. */
export function bertScoreTable({ bertScore }: PageReport): readonly Html[] {
  if (!bertScore) return [];
  const rows = [...bertScore.scores].map(([name, { precision, recall, f, interval }]): Row => ({
    name,
    head: markup`${name}`,
    cells: [share(precision), share(recall), withInterval(f, interval)],
  }));
  return [
    table(`BERTScore with ${bertScore.encoder}, in percent`, ['system', 'precision', 'recall', 'F'], rows),
    markup`<p class="soft">${bertScoreNotes}</p>`,
  ];
}

export function costsTable(systems: readonly SystemSummary[]): Html {
  const isEstimated = systems.some(({ costs }) => costs.estimated);
  return table(
    `Means per question${isEstimated ? '; tokens partly estimated' : ''}`,
    ['system', 'model calls', 'in a row', 'tokens in', 'tokens out', 'searches', 'pairs reranked', 'seconds, median', '95th percentile'],
    systems.map(({ name, costs }) => ({
      name,
      head: markup`${name}`,
      cells: [
        number(costs.llm_calls),
        number(costs.critical_path_calls),
        number(costs.prompt_tokens, 0),
        number(costs.completion_tokens, 0),
        number(costs.retrieval_calls),
        number(costs.rerank_pairs, 1),
        number(costs.latency_ms_median / 1000, 2),
        number(costs.latency_ms_p95 / 1000, 2),
      ],
    })),
  );
}

/** F1 by each field of the dataset that has a few values. */
export function facetTables({ systems, f1 }: PageReport): readonly Html[] {
  const facets = [...new Set(systems.flatMap(({ breakdown }) => breakdown.map(({ facet }) => facet)))];
  return facets.map((facet) => {
    const slices = systems[0]?.breakdown.filter((slice) => slice.facet === facet && slice.scored > 0) ?? [];
    const rows = systems.map(({ name, breakdown }): Row => ({
      name,
      head: markup`${name}`,
      cells: slices.map(({ value }) => {
        const slice = breakdown.find((one) => one.facet === facet && one.value === value);
        return slice && slice.scored > 0 ? share(slice.scores[f1]) : { text: '–', value: -1 };
      }),
    }));
    return table(
      `${f1} by ${facet}, in percent; n is the number of scored questions`,
      ['system', ...slices.map(({ value, scored }) => `${value} (n = ${scored})`)],
      rows,
    );
  });
}

/** How often questions are split, and which way they take; empty when no run recorded it. */
export function decisionsTable({ systems }: PageReport): readonly Html[] {
  const decided = systems.flatMap(({ name, decisions }) => (decisions ? [{ name, decisions }] : []));
  if (decided.every(({ decisions }) => decisions.subQuestions === 0 && !decisions.confidence)) return [];
  const branches = [...new Set(decided.flatMap(({ decisions }) => Object.keys(decisions.branches)))];
  return [
    table(
      'Share of the questions that were split into at least two sub-questions, and the way that the whole question took, in percent of the runs',
      ['system', 'split', 'sub-questions, mean', ...branches, 'runs'],
      decided.map(({ name, decisions: { n, decomposed, subQuestions, branches: taken } }) => ({
        name,
        head: markup`${name}`,
        cells: [
          share(decomposed),
          number(subQuestions),
          ...branches.map((branch) => (branch in taken ? share((taken[branch] ?? 0) / n) : { text: '–', value: -1 })),
          count(n),
        ],
      })),
    ),
  ];
}

function share(value: number): Cell {
  return { text: oneDecimal(value), value, bar: value };
}

function withInterval(value: number, interval: Interval | undefined): Cell {
  const range = interval ? ` (${oneDecimal(interval.low)}–${oneDecimal(interval.high)})` : '';
  return { text: `${oneDecimal(value)}${range}`, value, bar: value };
}

function oneDecimal(value: number): string {
  return (100 * value).toFixed(1);
}

function number(value: number, decimals = 2): Cell {
  return { text: value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }), value };
}

function count(value: number): Cell {
  return { text: value.toLocaleString('en'), value };
}
