import { t } from '@vscode/l10n';
import { useEffect, useRef, useState } from 'react';
import type { TableEditorHost } from '../tableHost.ts';
import type { ShownRow } from '../tableView.ts';
import { CellContent } from './tableCell.tsx';
import { Icon, LinkButton } from './controls.tsx';

const rowsOfChunk = 25;

interface Chunk {
  /** How many rows are before it. */
  readonly first: number;
  readonly rows: readonly ShownRow[];
}

/**
 * Thousands of rows, in parts that are only drawn where they are seen. A library such as TanStack Virtual would be more code here, not
 * less: it measures and places every row, needs filler rows in a table, and a function that keeps the focused row. `content-visibility`
 * does not apply inside tables and still makes all elements, which took seconds. Search in page finds what is drawn; the filter finds all.
 */
export function chunksOf(rows: readonly ShownRow[]): readonly Chunk[] {
  return Array.from({ length: Math.ceil(rows.length / rowsOfChunk) }, (_, i) => {
    const first = i * rowsOfChunk;
    return { first, rows: rows.slice(first, first + rowsOfChunk) };
  });
}

interface TableRowsProps extends Chunk {
  readonly questions: readonly string[];
  readonly activeRow: number;
  /** Undefined when the active cell is in other rows. */
  readonly activeColumn: number | undefined;
  readonly onActive: (place: { readonly row: number; readonly column: number }) => void;
  readonly canEdit: boolean;
  readonly post: TableEditorHost['post'];
}

/** So far outside of what is seen, rows are drawn ahead. */
const aheadPx = 800;
const usualRowPx = 90;

/** Keeps its place in the height of the table while it is not drawn. */
export function TableRows(props: TableRowsProps) {
  const { first, rows, activeColumn } = props;
  const [isNear, setIsNear] = useState(first === 0);
  const body = useRef<HTMLTableSectionElement>(null);
  const [height, setHeight] = useState(rows.length * usualRowPx);
  const isDrawn = isNear || activeColumn !== undefined;
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const onSeen = ([seen]: readonly IntersectionObserverEntry[]): void => {
      if (!seen) return;
      // As it was drawn, up to now.
      if (!seen.isIntersecting) setHeight(seen.boundingClientRect.height);
      setIsNear(seen.isIntersecting);
    };
    // The table scrolls in a wide page, and the page itself in a narrow one.
    const ahead = `${aheadPx}px`;
    const where = { root: document, rootMargin: ahead, scrollMargin: ahead };
    const observer = new IntersectionObserver((all) => onSeen(all.slice(-1)), where);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <tbody ref={body}>
      {isDrawn ? (
        rows.map((shown, i) => <Row key={shown.row.path} shown={shown} number={first + i + 1} {...props} />)
      ) : (
        <tr aria-hidden>
          <td style={{ height }} />
        </tr>
      )}
    </tbody>
  );
}

interface RowProps extends TableRowsProps {
  readonly shown: ShownRow;
  /** Row 0 is the header. */
  readonly number: number;
}

function Row({ shown: { row, age, before }, number, questions, activeRow, activeColumn, onActive, canEdit, post }: RowProps) {
  const isActive = (column: number): boolean => activeRow === number && activeColumn === column;
  const cellProps = (column: number) => ({
    'data-cell': `${number},${column}`,
    'aria-colindex': column + 1,
    tabIndex: isActive(column) ? 0 : -1,
    onFocus: () => onActive({ row: number, column }),
  });
  return (
    <tr aria-rowindex={number + 1}>
      <th scope="row" role="rowheader" className="table-document" {...cellProps(0)}>
        <LinkButton
          className="table-title"
          tabIndex={isActive(0) ? 0 : -1}
          title={row.path}
          onClick={() => post({ kind: 'open-document', path: row.path })}
        >
          <span dir="auto">{row.title === '' ? row.path : row.title}</span>
        </LinkButton>
        <span className="table-path quiet small">{row.path}</span>
        {age === undefined ? null : (
          <span className="table-age">
            <Icon name={age === 'gone' ? 'trash' : 'history'} /> {age === 'gone' ? t('document is gone') : t('document has changed since')}
          </span>
        )}
      </th>
      {row.cells.map((cell, i) => (
        <td key={questions[i]} role="gridcell" className={`table-cell is-${cell.state}`} {...cellProps(i + 1)}>
          <CellContent
            cell={cell}
            hasChanged={cell.byHand !== undefined && cell.byHand.documentHash !== row.documentHash}
            before={before.get(i)}
            canTab={isActive(i + 1)}
            onOpen={({ startLine, endLine, linesHash, quote }) =>
              post({ kind: 'open-quote', path: row.path, startLine, endLine, linesHash, quote })
            }
            onEdit={canEdit ? () => post({ kind: 'edit-cell', path: row.path, question: questions[i] ?? '' }) : undefined}
            onShowRead={() => post({ kind: 'show-read', path: row.path, passages: [...(cell.passages ?? [])] })}
          />
        </td>
      ))}
    </tr>
  );
}
