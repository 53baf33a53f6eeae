import { t } from '@vscode/l10n';
import { useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { headingOf } from '../../../src/protocol/table.ts';
import type { Arrangement, TableEditorHost } from '../tableHost.ts';
import { nextCell } from '../tableKeys.ts';
import type { ShownRow, ShownTable } from '../tableView.ts';
import { chunksOf, TableRows } from './tableRows.tsx';
import { Icon, IconButton } from './controls.tsx';

type Sort = Arrangement['sort'];

interface TableGridProps {
  readonly table: ShownTable;
  readonly rows: readonly ShownRow[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Whether columns and cells can be changed now. */
  readonly canEdit: boolean;
  readonly post: TableEditorHost['post'];
}

/** A grid with one tab stop, moved by the arrow keys. Row 0 is the header, column 0 the document. */
export function TableGrid({ table, rows, sort, onSort, canEdit, post }: TableGridProps) {
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
    if (event.key === 'F2' && canEdit && at.column > 0) {
      event.preventDefault();
      const [question = '', path] = [questions[at.column - 1], rows[at.row - 1]?.row.path];
      return post(path === undefined ? { kind: 'edit-column', question } : { kind: 'edit-cell', path, question });
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
  const header = (column: number, text: string, question?: string) => {
    const isSorted = sort?.column === column;
    const next = !isSorted ? { column, isDescending: false } : sort.isDescending ? undefined : { column, isDescending: true };
    const { tabIndex, onFocus, ...place } = cellProps(0, column);
    return (
      <th
        key={column}
        scope="col"
        // Read with each cell, without the button beside it.
        aria-label={text}
        aria-colindex={place['aria-colindex']}
        aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
        className={column === 0 ? 'table-document' : undefined}
      >
        <button
          type="button"
          className="table-sort"
          title={question === undefined || question === text ? undefined : t('Asked: {0}', question)}
          data-cell={place['data-cell']}
          tabIndex={tabIndex}
          onFocus={onFocus}
          onClick={() => onSort(next)}
        >
          <span dir="auto">{text}</span>
          <Icon name={isSorted ? (sort.isDescending ? 'arrow-down' : 'arrow-up') : 'blank'} />
        </button>
        {question === undefined || !canEdit ? null : (
          <IconButton
            icon="kebab-vertical"
            className="icon-button table-edit"
            title={t('Rename or remove this column (F2)')}
            tabIndex={tabIndex}
            onFocus={onFocus}
            onClick={() => post({ kind: 'edit-column', question })}
          />
        )}
      </th>
    );
  };
  return (
    <div className="table-scroll">
      <table
        ref={grid}
        role="grid"
        aria-label={t('Documents and questions')}
        aria-rowcount={rows.length + 1}
        aria-colcount={questions.length + 1}
        aria-readonly
        style={{ '--columns': questions.length } as CSSProperties}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {header(0, t('Document'))}
            {questions.map((question, i) => header(i + 1, headingOf(table.record, question), question))}
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
            canEdit={canEdit}
            post={post}
          />
        ))}
      </table>
      {rows.length === 0 ? <p className="table-none quiet">{t('No row has what the filter asks for.')}</p> : null}
    </div>
  );
}
