import { t } from '@vscode/l10n';
import { commands, Uri } from 'vscode';
import { AriadneError } from '../../base/errors.ts';
import type { EngineParams } from '../../protocol/engine.ts';
import type { ModelIds } from '../../protocol/runSpec.ts';
import { askAboveDocuments, recordPath } from '../../protocol/table.ts';
import { costWords } from '../../protocol/tableWords.ts';
import type { TableRuns } from './tableRuns.ts';
import { scopeOfUris } from '../asking/askAbout.ts';
import { showMessage } from '../messages.ts';
import { requireOpenFolder } from '../openFolder.ts';
import { requireTrust } from '../requireTrust.ts';
import { tableViewType } from '../viewIds.ts';
import { withSignal } from '../withSignal.ts';
import { askForTable } from './askForTable.ts';
import { count } from '../../base/amounts.ts';
import type { Uses } from '../parts.ts';
import { confirm } from '../inputs.ts';

export type TableApp = Uses<'logger' | 'folder' | 'settings' | 'engine' | 'tables' | 'ensureIndex'>;

/** What a caller may give, so that nothing is asked for. */
interface GivenTable {
  readonly questions: readonly string[];
  readonly scope?: string;
  /** Absolute path of the file. */
  readonly out: string;
  /** Default: those in the settings. */
  readonly models?: ModelIds;
}

/**
 * `ariadne.askEachDocument`: asks for questions, documents and a file, then fills the table and shows it.
 * @param argument files and folders that are selected in the explorer, or a table
 * @returns the file once the table is filled; undefined when the user declined
 */
export async function askEachDocument(app: TableApp, argument?: unknown): Promise<string | undefined> {
  requireTrust();
  const folder = requireOpenFolder(app.folder());
  if (!(await app.ensureIndex())) return undefined;
  const selected = [argument].flat().filter((one) => one instanceof Uri);
  const chosen = await scopeOfUris(folder, selected);
  // Not of all its documents instead.
  if (selected.length > 0 && !chosen) throw new AriadneError('scope-empty', t('Nothing to ask: no file of {0} is selected.', folder.name));
  const left = (chosen?.outside ?? 0) === 0 ? '' : `${t('Files outside of {0} are left out.', folder.name)} `;
  const table = isGiven(argument) ? argument : await askForTable(app, folder, { scope: chosen?.scope ?? '', left });
  if (!table) return undefined;
  return fillTableCommand(app, table);
}

/** Fills a table, or what of it is open or has changed, after a confirmation if that takes much. */
export async function fillTableCommand(app: TableApp, { questions, scope, out, ...given }: GivenTable): Promise<string | undefined> {
  const { models, limits } = app.settings();
  const order = {
    ...{ questions: [...questions], out, models: given.models ?? models, ...limits() },
    ...(scope === undefined || scope === '' ? {} : { scope }),
  };
  if (!(await confirmTable(app, order))) return undefined;
  const { states, answeredNow, failedAgain, stopped, remaining } = await filling(app, order);
  if (stopped !== undefined)
    void showMessage(
      'warning',
      `${stopped} ${t('{0} of the table remain. Raise the limit in the settings, then go on.', count(remaining, 'cell'))}`,
    );
  else if (states.failed + failedAgain > 0) {
    const failed = t('{0} of the table failed.', count(states.failed + failedAgain, 'cell'));
    const kept = failedAgain === 0 ? '' : `${t('Those that had an answer keep it.')} `;
    void showMessage('warning', `${failed} ${kept}${t('Each says why; the next run asks them again.')}`);
  } else if (answeredNow === 0) void showMessage('information', t('The table is up to date.'));
  return out;
}

async function confirmTable(app: TableApp, order: EngineParams<'tableAhead'>): Promise<boolean> {
  const ahead = await app.engine.request('tableAhead', order);
  const { documents, due, likelyCalls } = ahead;
  const { askAboveCalls } = app.settings();
  if (likelyCalls <= askAboveCalls && (documents <= askAboveDocuments || due === 0)) return true;
  const calls = likelyCalls === 0 ? '' : `${t('It is likely to take {0}.', costWords(ahead))} `;
  const detail = `${calls}${t('You can stop it at any time; what is answered is kept.')}`;
  return confirm(t('This table has {0} and {1} to fill.', count(documents, 'document'), count(due, 'cell')), detail, t('Fill the Table'));
}

/** Shows the table as soon as there is a file to show. */
async function filling({ tables }: TableApp, order: EngineParams<'fillTable'>): ReturnType<TableRuns['fill']> {
  const record = recordPath(order.out);
  return withSignal(t('Filling the table'), async (signal, shown) => {
    let reported = 0;
    let isOpen = false;
    const subscription = tables.onDidChange.on(({ record: changed, progress }) => {
      if (changed !== record || !progress) return;
      const { due, answeredNow } = progress;
      if (!isOpen) void openTable(record);
      isOpen = true;
      shown.report({ message: t('{0} of {1} cells', answeredNow, due), increment: due === 0 ? 0 : (100 * (answeredNow - reported)) / due });
      reported = answeredNow;
    });
    try {
      return await tables.fill(order, signal);
    } finally {
      subscription.dispose();
    }
  });
}

export function openTable(record: string): Thenable<unknown> {
  return commands.executeCommand('vscode.openWith', Uri.file(record), tableViewType);
}

function isGiven(argument: unknown): argument is GivenTable {
  return typeof argument === 'object' && argument !== null && 'questions' in argument && 'out' in argument;
}
