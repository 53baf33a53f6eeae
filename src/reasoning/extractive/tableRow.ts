/** One cell of a table row written as text; `value` offsets are those of the sentence. */
export interface TableCell {
  readonly header: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The cells of `Header: value; Header: value`; null when the sentence is not such a row. In a table of two columns whose headers say nothing
 * (`Item: Commissioned; Value: 1911`) the first value is the second one's header.
 */
export function tableCells(sentence: string): TableCell[] | null {
  if (!ROW.test(sentence)) return null;
  const cells: TableCell[] = [];
  let at = 0;
  for (const part of sentence.split(';')) {
    const colon = part.indexOf(':');
    if (colon > 0) {
      const value = part.slice(colon + 1);
      const start = at + colon + 1 + (value.length - value.trimStart().length);
      cells.push({ header: part.slice(0, colon).trim(), start, end: start + value.trim().replace(/\.$/u, '').length });
    }
    at += part.length + 1;
  }
  const [first, second] = cells;
  if (cells.length !== 2 || first === undefined || second === undefined) return cells;
  return [first, { ...second, header: `${sentence.slice(first.start, first.end)} ${second.header}` }];
}

const ROW = /^[^:;.]{1,60}: [^;]{0,300}(?:; ?[^:;]{1,60}: [^;]{0,300})+$/u;
