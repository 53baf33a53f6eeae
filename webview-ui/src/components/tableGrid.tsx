import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Arrangement, TableHost } from '../tableHost.ts';
import { nextCell } from '../tableKeys.ts';
import type { ShownRow, ShownTable } from '../tableView.ts';
import { CellContent } from './tableCell.tsx';

type Sort = Arrangement['sort'];

interface TableGridProps {
  readonly table: ShownTable;
  readonly rows: readonly ShownRow[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly post: TableHost['post'];
}

/** More are drawn when they are asked for. */
const rowsAtOnce = 200;

/** A grid with one tab stop, moved by the arrow keys. Row 0 is the header, column 0 the document. */
export function TableGrid({ table, rows, sort, onSort, post }: TableGridProps) {
  const { questions } = table.record;
  const [most, setMost] = useState(rowsAtOnce);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const grid = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);
  const drawn = rows.slice(0, most);
  const at = { row: Math.min(active.row, drawn.length), column: active.column };
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-cell="${at.row},${at.column}"]`)?.focus();
  }, [at.row, at.column]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.matches('td, th[scope=row]')) {
      event.target.querySelector('button')?.click();
      return event.preventDefault();
    }
    const next = nextCell(event, at, { rows: drawn.length, columns: questions.length });
    if (!next) return;
    event.preventDefault();
    isMoving.current = next.row !== at.row || next.column !== at.column;
    setActive(next);
  };
  const cellProps = (row: number, column: number) => ({
    'data-cell': `${row},${column}`,
    'aria-colindex': column + 1,
    tabIndex: row === at.row && column === at.column ? 0 : -1,
    onFocus: () => setActive({ row, column }),
  });
  const isActive = (row: number, column: number): boolean => row === at.row && column === at.column;
  const header = (column: number, text: string) => {
    const isSorted = sort?.column === column;
    const next = !isSorted ? { column, isDescending: false } : sort.isDescending ? undefined : { column, isDescending: true };
    const { tabIndex, onFocus, ...place } = cellProps(0, column);
    return (
      <th
        key={column}
        scope="col"
        aria-colindex={place['aria-colindex']}
        aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
        className={column === 0 ? 'table-document' : undefined}
      >
        <button
          type="button"
          className="table-sort"
          data-cell={place['data-cell']}
          tabIndex={tabIndex}
          onFocus={onFocus}
          onClick={() => onSort(next)}
        >
          <span dir="auto">{text}</span>
          <span className={`codicon codicon-${isSorted ? (sort.isDescending ? 'arrow-down' : 'arrow-up') : 'blank'}`} aria-hidden />
        </button>
      </th>
    );
  };
  return (
    <div className="table-scroll">
      <table
        ref={grid}
        role="grid"
        aria-label="Documents and questions"
        aria-rowcount={rows.length + 1}
        aria-colcount={questions.length + 1}
        aria-readonly
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {header(0, 'Document')}
            {questions.map((question, i) => header(i + 1, question))}
          </tr>
        </thead>
        <tbody>
          {drawn.map(({ row, age }, i) => (
            <tr key={row.path} aria-rowindex={i + 2}>
              <th scope="row" role="rowheader" className="table-document" {...cellProps(i + 1, 0)}>
                <button
                  type="button"
                  className="link table-title"
                  tabIndex={isActive(i + 1, 0) ? 0 : -1}
                  title={row.path}
                  onClick={() => post({ kind: 'open-document', path: row.path })}
                >
                  <span dir="auto">{row.title === '' ? row.path : row.title}</span>
                </button>
                <span className="table-path quiet">{row.path}</span>
                {age === undefined ? null : (
                  <span className="table-age">
                    <span className={`codicon codicon-${age === 'gone' ? 'trash' : 'history'}`} aria-hidden />{' '}
                    {age === 'gone' ? 'document is gone' : 'document has changed since'}
                  </span>
                )}
              </th>
              {row.cells.map((cell, column) => (
                <td key={questions[column]} role="gridcell" className={`table-cell is-${cell.state}`} {...cellProps(i + 1, column + 1)}>
                  <CellContent
                    cell={cell}
                    canTab={isActive(i + 1, column + 1)}
                    onOpen={({ startLine, endLine, linesHash, quote }) =>
                      post({ kind: 'open-quote', path: row.path, startLine, endLine, linesHash, quote })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <p className="table-none quiet">No row has what the filter asks for.</p> : null}
      {rows.length > most ? (
        <button type="button" className="link table-more" onClick={() => setMost(most + rowsAtOnce)}>
          Show {Math.min(rowsAtOnce, rows.length - most)} more of {(rows.length - most).toLocaleString('en')} rows
        </button>
      ) : null}
    </div>
  );
}
