import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { Arrangement, TableEditorHost } from '../tableHost.ts';
import { nextCell } from '../tableKeys.ts';
import type { ShownRow, ShownTable } from '../tableView.ts';
import { chunksOf, TableRows } from './tableRows.tsx';
import { Icon } from './controls.tsx';

type Sort = Arrangement['sort'];

interface TableGridProps {
  readonly table: ShownTable;
  readonly rows: readonly ShownRow[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly post: TableEditorHost['post'];
}

/** A grid with one tab stop, moved by the arrow keys. Row 0 is the header, column 0 the document. */
export function TableGrid({ table, rows, sort, onSort, post }: TableGridProps) {
  const { questions } = table.record;
  const [active, setActive] = useState({ row: 0, column: 0 });
  const grid = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);
  const chunks = useMemo(() => chunksOf(rows), [rows]);
  const at = { row: Math.min(active.row, rows.length), column: active.column };
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
    const next = nextCell(event, at, { rows: rows.length, columns: questions.length });
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
          <Icon name={isSorted ? (sort.isDescending ? 'arrow-down' : 'arrow-up') : 'blank'} />
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
        style={{ '--columns': questions.length } as CSSProperties}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {header(0, 'Document')}
            {questions.map((question, i) => header(i + 1, question))}
          </tr>
        </thead>
        {chunks.map(({ first, rows: some }) => (
          <TableRows
            key={first}
            first={first}
            rows={some}
            questions={questions}
            activeColumn={at.row > first && at.row <= first + some.length ? at.column : undefined}
            activeRow={at.row}
            onActive={setActive}
            post={post}
          />
        ))}
      </table>
      {rows.length === 0 ? <p className="table-none quiet">No row has what the filter asks for.</p> : null}
    </div>
  );
}
