import { t } from '@vscode/l10n';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { withFaults } from '../../../src/protocol/table.ts';
import type { ToTableView } from '../../../src/protocol/tableView.ts';
import { ageSentences } from '../../../src/protocol/tableAge.ts';
import type { Arrangement, TableEditorHost } from '../tableHost.ts';
import {
  changedNow,
  modelWords,
  otherModelWords,
  progressWords,
  shownRows,
  sizeWords,
  stateCounts,
  unfinishedWords,
  withAnswers,
  type ShownTable,
} from '../tableView.ts';
import { StaleNotice } from './staleNotice.tsx';
import { KeysHelp, tableHelp, tableKeys } from './keysHelp.tsx';
import { usePageKeys } from './usePageKeys.ts';
import { TableGrid } from './tableGrid.tsx';
import { Icon, LinkButton } from './controls.tsx';
import { grouped, plural } from '../../../src/base/amounts.ts';

type Progress = Extract<ToTableView, { readonly kind: 'progress' }>['progress'];

const flushMs = 250;

/** The editor of a table. */
export function TableEditor({ host }: { readonly host: TableEditorHost }) {
  const [table, setTable] = useState<ShownTable>();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<Progress>(null);
  const [arrangement, setArrangement] = useState(host.arrangement);
  useEffect(() => {
    // Cells can be answered faster than a large table is drawn.
    let told: NonNullable<Progress>[] = [];
    const flush = (): void => {
      const batch = told;
      told = [];
      if (batch.length === 0) return;
      setTable((shown) => shown && withAnswers(shown, batch));
      setProgress(batch.at(-1) ?? null);
    };
    const timer = setInterval(flush, flushMs);
    const stop = host.listen((message) => {
      if (message.kind === 'problem') return setProblem(message.message);
      if (message.kind === 'progress') {
        if (message.progress) return void told.push(message.progress);
        flush();
        setTable((shown) => shown && { ...shown, isFilling: false });
        return setProgress(null);
      }
      told = [];
      setProblem(undefined);
      setTable({ ...message, record: withFaults(message.record, message.faults) });
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [host]);
  const arrange = (change: Partial<Arrangement>): void => {
    const next = { ...arrangement, ...change };
    setArrangement(next);
    host.arrange(next);
  };
  if (problem !== undefined) {
    return (
      <main className="page table-page">
        <h1 className="visually-hidden">{t('Table')}</h1>
        <div className="problem" role="alert">
          <Icon name="error" />
          <span className="grow">{problem}</span>
        </div>
      </main>
    );
  }
  if (!table) return <p className="loading">{t('Opening the table…')}</p>;
  return <Table host={host} table={table} progress={progress} arrangement={arrangement} arrange={arrange} />;
}

const asksWhat = t('Ask cells that are open, have failed, or whose document has changed');
const asksAgain = t('Ask only cells of documents that have changed or are new, and show what is different');
const asksRest = t('Ask these cells, with what answered the others');
const addsWhat = t('Ask each document another question');
const exportsWhat = t('Write the table as Markdown or CSV, with its citations');
const notHere = t(
  'Its documents are not in the folder that Ariadne works in. Open that folder, or make it the first one of the workspace, to check what the table quotes and to update it.',
);

interface TableProps {
  readonly host: TableEditorHost;
  readonly table: ShownTable;
  readonly progress: Progress;
  readonly arrangement: Arrangement;
  readonly arrange: (change: Partial<Arrangement>) => void;
}

function Table({ host, table, progress, arrangement, arrange }: TableProps) {
  // Typing does not wait for thousands of rows.
  const shown = useDeferredValue(arrangement);
  const rows = useMemo(() => shownRows(table, shown), [table, shown]);
  const counts = useMemo(() => stateCounts(table), [table]);
  const { record, canFill } = table;
  const unfinished = useMemo(() => unfinishedWords(record), [record]);
  const reasons = ageSentences(table);
  const isFilling = progress !== null || table.isFilling;
  const isStale = reasons.length > 0 && !isFilling;
  const stop = useRef<HTMLButtonElement>(null);
  const hasAsked = useRef(false);
  const ask = (kind: 'fill' | 'refresh'): void => {
    hasAsked.current = true;
    host.post({ kind });
  };
  useEffect(() => {
    // The button that was pressed is gone while the table is filled, and the focus with it.
    if (isFilling && hasAsked.current) stop.current?.focus();
    hasAsked.current = false;
  }, [isFilling]);
  const [showsKeys, setShowsKeys] = useState(false);
  usePageKeys({ 'Alt+F1': () => setShowsKeys(!showsKeys) });
  const isFiltered = arrangement.filter !== '' || arrangement.state !== 'all';
  return (
    <main className="page table-page">
      <header className="table-bar row">
        <h1 className="table-size">
          <strong>{sizeWords(record)}</strong>
          <span className="quiet"> · {modelWords(record.answeredBy)}</span>
          {record.scope === undefined ? null : <span className="quiet"> · {record.scope}</span>}
        </h1>
        <div className="table-controls row">
          <span className="quiet" role="status">
            {isFiltered ? t('{0} of {1} rows', grouped(rows.length), grouped(record.rows.length)) : ''}
          </span>
          <label className="table-filter">
            <Icon name="search" />
            <span className="visually-hidden">{t('Filter rows by words')}</span>
            <input
              type="search"
              placeholder={t('Filter')}
              value={arrangement.filter}
              onChange={({ target }) => arrange({ filter: target.value })}
            />
          </label>
          <label>
            <span className="visually-hidden">{t('Show rows with')}</span>
            <select value={arrangement.state} onChange={({ target }) => arrange({ state: target.value })}>
              <option value="all">{t('All rows')}</option>
              {counts.map(({ state, words, count }) => (
                <option key={state} value={state}>
                  {words} ({grouped(count)})
                </option>
              ))}
            </select>
          </label>
          {isFilling ? null : (
            <LinkButton title={addsWhat} disabled={!canFill} onClick={() => host.post({ kind: 'add-column' })}>
              <Icon name="add" /> {t('Column')}
            </LinkButton>
          )}
          {isFilling ? null : (
            <LinkButton title={exportsWhat} disabled={!canFill} onClick={() => host.post({ kind: 'export' })}>
              <Icon name="export" /> {t('Export')}
            </LinkButton>
          )}
          {isStale ? null : isFilling ? (
            <LinkButton ref={stop} onClick={() => host.post({ kind: 'stop' })}>
              <Icon name="debug-stop" /> {t('Stop')}
            </LinkButton>
          ) : (
            <LinkButton title={asksWhat} disabled={!canFill} onClick={() => ask('fill')}>
              <Icon name="refresh" /> {t('Update')}
            </LinkButton>
          )}
        </div>
        {isStale ? <StaleNotice reasons={reasons} canAsk={canFill} about={asksAgain} onRefresh={() => ask('refresh')} /> : null}
        {canFill && table.unchecked === undefined ? null : <Notice icon="info">{table.unchecked ?? notHere}</Notice>}
        {unfinished === undefined || !canFill || isFilling || isStale ? null : (
          <Notice icon="warning" role="status">
            {unfinished}{' '}
            <LinkButton title={asksRest} onClick={() => ask('refresh')}>
              {t('Continue')}
            </LinkButton>
          </Notice>
        )}
        {table.changes.length === 0 || isStale || isFilling ? null : (
          <Notice icon="diff-modified" role="status">
            {plural(table.changes.length, t('One cell says something else now.'), t('{0} cells say something else now.'))}{' '}
            <LinkButton onClick={() => arrange({ state: arrangement.state === changedNow ? 'all' : changedNow })}>
              {arrangement.state === changedNow ? t('Show all rows') : t('Show only these rows')}
            </LinkButton>
          </Notice>
        )}
        {progress ? (
          <div className="table-progress">
            <progress aria-label={t('Filling the table')} max={Math.max(1, progress.due)} value={progress.answeredNow} />
            <span className="quiet number">{progressWords(progress)}</span>
          </div>
        ) : null}
        {table.otherModel && !isFilling && !isStale ? (
          <Notice icon="info">
            {otherModelWords(record, table.otherModel)} <LinkButton onClick={() => ask('fill')}>{t('Ask again')}</LinkButton>
          </Notice>
        ) : null}
      </header>
      <TableGrid
        table={table}
        rows={rows}
        sort={arrangement.sort}
        onSort={(sort) => arrange({ sort })}
        canEdit={canFill && !isFilling}
        post={host.post}
      />
      {showsKeys ? <KeysHelp keys={tableKeys} about={tableHelp} onClose={() => setShowsKeys(false)} /> : null}
    </main>
  );
}

function Notice({ icon, children, role }: { readonly icon: string; readonly children: ReactNode; readonly role?: 'status' }) {
  return (
    <p className="table-notice" role={role}>
      <Icon name={icon} /> {children}
    </p>
  );
}
