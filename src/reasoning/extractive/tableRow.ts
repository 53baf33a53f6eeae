/** One cell of a table row in text form; offsets are those of the value in the sentence. */
export interface TableCell {
  readonly header: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The cells of `Header: value; Header: value`; null when the sentence is not such a row. In a two-column table with meaningless headers
 * (`Item: Commissioned; Value: 1911`), the first value is the header of the second.
 */
export function tableCells(sentence: string): TableCell[] | null {
  const parts = sentence.split(';');
  if (parts.length < 2 || parts.length > MAX_COLUMNS) return null;
  const cells: TableCell[] = [];
  let at = 0;
  for (const part of parts) {
    const colon = part.indexOf(': ');
    const header = part.slice(0, Math.max(0, colon)).trim();
    if (header === '' || header.length > MAX_HEADER) return null;
    const value = part.slice(colon + 1);
    const start = at + colon + 1 + (value.length - value.trimStart().length);
    cells.push({ header, start, end: start + value.trim().replace(/\.$/u, '').length });
    at += part.length + 1;
  }
  const [first, second] = cells;
  if (cells.length !== 2 || first === undefined || second === undefined) return cells;
  return [first, { ...second, header: `${sentence.slice(first.start, first.end)} ${second.header}` }];
}

const MAX_COLUMNS = 60;
const MAX_HEADER = 60;
