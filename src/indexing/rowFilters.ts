import type { RowSet } from '../base/rowSet.ts';

/** More terms in one filter make LanceDB 0.31 slow: 1,000 take 15 ms, 5,000 150 ms, and 10,000 minutes. */
const termsPerFilter = 500;

/**
 * Filter expressions that select the rows together, each row by one of them; undefined when they would be more than `most`.
 * Rows next to each other, as those of a folder mostly are, take one term.
 */
export function filtersOf({ rows }: RowSet, most: number): readonly string[] | undefined {
  const filters: string[] = [];
  let ranges: string[] = [];
  let singles: number[] = [];
  const finish = (): void => {
    const terms = [...ranges, ...(singles.length === 0 ? [] : [`row IN (${singles.join(', ')})`])];
    if (terms.length > 0) filters.push(terms.join(' OR '));
    [ranges, singles] = [[], []];
  };
  for (let at = 0; at < rows.length;) {
    const first = rows[at]!;
    let end = at + 1;
    while (end < rows.length && rows[end] === first + end - at) end++;
    if (end - at > 2) ranges.push(`(row >= ${first} AND row <= ${rows[end - 1]})`);
    else singles.push(...rows.subarray(at, end));
    at = end;
    if (singles.length + rangeWeight * ranges.length >= termsPerFilter) finish();
    if (filters.length > most) return undefined;
  }
  finish();
  return filters.length > most ? undefined : filters;
}

/** A range is two comparisons, each an expression for LanceDB to nest. */
const rangeWeight = 5;
