import { comparisonOf, type Comparison } from '../comparison.ts';
import type { Report } from '../report.ts';
import { points, pValue } from '../reportNumbers.ts';
import { markup, type Html } from './html.ts';

/** A larger table is no longer readable; all pairs are in results.json. */
const maxSystems = 24;

/** A table of the differences between all systems; empty for a single one. */
export function comparisonMatrix({ systems, comparisons, f1 }: Report): readonly Html[] {
  if (comparisons.length === 0) return [];
  const shown = [...systems].sort((a, b) => b.scores[f1] - a.scores[f1]).slice(0, maxSystems);
  const n = comparisons[0]?.n ?? 0;
  const notes = markup`<p class="soft">
    ${f1} of the row minus that of the column, in percentage points, on the same ${n} questions, best system first. Colored: the row is
    better or worse, by the paired t-test with p below 0.05 after correction for ${comparisons.length}
    ${comparisons.length === 1 ? 'pair' : 'pairs'} (Holm), and with an interval that leaves out zero. Gray: no difference. Hover over a cell
    for its
    interval.${
      systems.length > maxSystems ? ` The best ${maxSystems} of ${systems.length} systems are shown; all pairs are in results.json.` : ''
    }
  </p>`;
  const table = markup`<div class="scroll" tabindex="0" role="region" aria-label="Differences between systems">
    <table>
      <thead>
        <tr>
          <th scope="col">row minus column</th>
          ${shown.map(({ name }, i) => markup`<th scope="col" aria-label="${name}" title="${name}">${i + 1}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          ({ name }, i) =>
            markup`<tr>
              <th scope="row">${i + 1} ${name}</th>
              ${shown.map((other) => cell(name, other.name, comparisons))}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
  return [
    table,
    notes,
    allPairs(
      shown.map(({ name }) => name),
      comparisons,
    ),
  ];
}

function cell(row: string, column: string, comparisons: readonly Comparison[]): Html {
  const found = comparisonOf(comparisons, column, row);
  if (!found) return markup`<td></td>`;
  const { f1, better } = found;
  const [kind, word] = better === null ? ['same', 'no difference'] : better === row ? ['better', 'better'] : ['worse', 'worse'];
  const says = `${row} − ${column}: ${points(f1.meanDifference)}, 95 % interval ${points(f1.low)} to ${points(f1.high)}, p (Holm) ${pValue(f1.holmP)}: ${word}`;
  return markup`<td class="${kind}" title="${says}">${points(f1.meanDifference)}</td>`;
}

/** The same as text, with intervals and p values. */
function allPairs(names: readonly string[], comparisons: readonly Comparison[]): Html {
  const rows = names.flatMap((a, i) =>
    names.slice(i + 1).flatMap((b) => {
      const found = comparisonOf(comparisons, b, a);
      if (!found) return [];
      const { f1, better } = found;
      return [
        markup`<tr>
          <th scope="row">${a}</th>
          <td>${b}</td>
          <td>${points(f1.meanDifference)}</td>
          <td>${points(f1.low)} to ${points(f1.high)}</td>
          <td>${pValue(f1.p)}</td>
          <td>${pValue(f1.holmP)}</td>
          <td>${better === null ? 'no difference' : `${better} is better`}</td>
        </tr>`,
      ];
    }),
  );
  const heads = ['system', 'minus', 'difference', '95 % interval', 'p', 'p (Holm)', 'result'];
  return markup`<details>
    <summary>Intervals and p values</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Intervals and p values">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => markup`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </details>`;
}
