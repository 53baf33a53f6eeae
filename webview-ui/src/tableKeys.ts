/** Keys of a grid, as the ARIA practices for data grids have them. Pure. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const pageRows = 10;

/**
 * Where a key leads; undefined for keys that do not move.
 * @param last the last row and column; row 0 is the header, column 0 the row's
 */
export function nextCell(
  { key, ctrlKey, metaKey, altKey }: Key,
  { row, column }: GridPlace,
  last: { readonly rows: number; readonly columns: number },
): GridPlace | undefined {
  if (altKey) return undefined;
  const isFar = ctrlKey || metaKey;
  const to = (nextRow: number, nextColumn: number): GridPlace => ({
    row: Math.max(0, Math.min(last.rows, nextRow)),
    column: Math.max(0, Math.min(last.columns, nextColumn)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(isFar ? last.rows : row + 1, column);
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1, column);
    case 'ArrowRight':
      return to(row, isFar ? last.columns : column + 1);
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1);
    case 'PageDown':
      return to(row + pageRows, column);
    case 'PageUp':
      return to(row - pageRows, column);
    case 'Home':
      return to(isFar ? 0 : row, 0);
    case 'End':
      return to(isFar ? last.rows : row, last.columns);
    default:
      return undefined;
  }
}
