/** Rows of runs that cannot be read, and of tables, in the questions view. */
import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from 'vscode';
import { recordSuffix, type TableStanding } from '../../protocol/table.ts';
import { ageSentences, isOutOfDate } from '../../protocol/tableAge.ts';
import type { LostItem, TablesItem, TableItem } from './questionTree.ts';
import { tableViewType } from '../viewIds.ts';
import { count } from '../../base/amounts.ts';

/** They leave room for the questions below. */
const fewTables = 8;
const warning = new ThemeColor('list.warningForeground');

export function lostRow({ runId, lost: { title, question, reason, isPinned } }: LostItem): TreeItem {
  const name = title ?? (question !== '' ? question : isPinned ? t('A pinned question') : `${runId}.jsonl`);
  const advice = isPinned ? t('Restore the log, or unpin the question.') : t('Restore the log, or delete the file.');
  return Object.assign(new TreeItem(name, TreeItemCollapsibleState.None), {
    id: `lost:${runId}`,
    description: t('cannot be read'),
    tooltip: `${name}\n\n${reason}\n\n${advice}`,
    accessibilityInformation: {
      label: `${[name, ...(isPinned ? [t('pinned')] : []), t('cannot be read')].join(', ')}. ${reason} ${advice}`,
    },
    iconPath: new ThemeIcon('error', new ThemeColor('list.errorForeground')),
    contextValue: isPinned ? 'lost.pinned' : 'lost',
  });
}

export function tablesRow({ tables }: TablesItem): TreeItem {
  const stale = tables.filter(({ table }) => isStaleTable(table)).length;
  const unchecked = tables.filter(({ table }) => table.problem !== undefined).length;
  const isOpen = stale > 0 || tables.length <= fewTables;
  const state = isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
  return Object.assign(new TreeItem(t('Tables'), state), {
    // A known row keeps its expanded state, but what is stale must be seen.
    id: `tables${stale === 0 ? '' : ':stale'}`,
    description: [
      tables.length,
      ...(stale > 0 ? [t('{0} stale', stale)] : []),
      ...(unchecked > 0 ? [t('{0} not checked', unchecked)] : []),
    ].join(' · '),
    contextValue: 'tables',
  });
}

export function tableRow({ table }: TableItem): TreeItem {
  const { record, questions, documents, problem, unfinished } = table;
  const name = tableName(table);
  const isStale = isStaleTable(table);
  const size = questions.length === 0 ? '' : `${count(documents, 'document')} × ${count(questions.length, 'question')}`;
  const state = problem !== undefined ? t('not checked') : isStale ? t('stale') : unfinished > 0 ? t('unfinished') : '';
  const reasons = tableReasons(table);
  const uri = Uri.file(record);
  return Object.assign(new TreeItem(name, TreeItemCollapsibleState.None), {
    id: `table:${record}`,
    description: [state, size].filter((part) => part !== '').join(' · '),
    tooltip: [name, size, ...reasons, ...questions].filter((line) => line !== '').join('\n\n'),
    accessibilityInformation: { label: [name, t('table'), state, size, ...reasons].filter((part) => part !== '').join(', ') },
    iconPath: isStale ? new ThemeIcon('history', warning) : new ThemeIcon('table'),
    contextValue: `table.${isStale || unfinished > 0 ? 'stale' : 'current'}`,
    command: { command: 'vscode.openWith', title: t('Open'), arguments: [uri, tableViewType] },
  });
}

export function isStaleTable({ age }: TableStanding): boolean {
  return age !== undefined && isOutOfDate(age);
}

export function tableName({ record }: Pick<TableStanding, 'record'>): string {
  return basename(record).slice(0, -recordSuffix.length) || basename(record);
}

function tableReasons({ age, problem, unfinished }: TableStanding): readonly string[] {
  return [
    ...(age ? ageSentences(age) : []),
    ...(unfinished > 0
      ? [unfinished === 1 ? t('1 cell has no answer that counts.') : t('{0} cells have no answer that counts.', unfinished)]
      : []),
    ...(problem === undefined ? [] : [problem]),
  ];
}
