import { join } from 'node:path';
import { commands, InputBoxValidationSeverity, ProgressLocation, Uri, window } from 'vscode';
import type { InputBoxValidationMessage } from 'vscode';
import { AriadneError, isAriadneError } from '../../base/errors.ts';
import type { EngineParams, ModelIds } from '../../protocol/engine.ts';
import { askAboveDocuments, recordPath, recordSuffix, type TableProgress } from '../../protocol/table.ts';
import { costWords } from '../../protocol/tableWords.ts';
import { parseScope } from '../../protocol/scopeSyntax.ts';
import type { App } from '../app.ts';
import { scopeOfUris } from '../asking/askAbout.ts';
import { ensureIndex, type IndexApp } from '../index/indexCommand.ts';
import { showDialog, showMessage } from '../messages.ts';
import { requireFolder, type OpenFolder } from '../openFolder.ts';
import { count } from '../index/progressText.ts';
import { requireTrust } from '../requireTrust.ts';
import { tableViewType } from '../viewIds.ts';

export type TableApp = IndexApp & Pick<App, 'engine' | 'tables'>;

/** What a caller may give, so that nothing is asked for. */
interface GivenTable {
  readonly questions: readonly string[];
  readonly scope?: string | undefined;
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
  const folder = requireFolder(app.folder());
  if (!(await ensureIndex(app))) return undefined;
  const selected = [argument].flat().filter((one) => one instanceof Uri);
  const chosen = await scopeOfUris(folder, selected);
  // Not of all its documents instead.
  if (selected.length > 0 && !chosen) throw new AriadneError('scope-empty', `Nothing to ask: no file of ${folder.name} is selected.`);
  const table = isGiven(argument) ? argument : await askForTable(app, folder, chosen);
  if (!table) return undefined;
  return fillTable(app, table);
}

/** Fills a table, or what of it is open or has changed, after a confirmation if that takes much. */
export async function fillTable(app: TableApp, { questions, scope, out, ...given }: GivenTable): Promise<string | undefined> {
  const { budget } = app.settings();
  const models = given.models ?? app.settings().models;
  const limits = budget();
  const order = {
    ...{ questions: [...questions], out, models },
    ...(scope === undefined || scope === '' ? {} : { scope }),
    ...(Object.keys(limits).length === 0 ? {} : { budget: limits }),
  };
  if (!(await confirmTable(app, order))) return undefined;
  const { states, answeredNow, failedAgain, stopped, remaining } = await filling(app, order);
  if (stopped !== undefined)
    void showMessage('warning', `${stopped} ${count(remaining, 'cell')} of the table remain. Raise the limit in the settings, then go on.`);
  else if (states.failed + failedAgain > 0) {
    const failed = `${count(states.failed + failedAgain, 'cell')} of the table failed.`;
    const kept = failedAgain === 0 ? '' : ' Those that had an answer keep it.';
    void showMessage('warning', `${failed}${kept} Each says why; the next run asks them again.`);
  } else if (answeredNow === 0) void showMessage('information', 'The table is up to date.');
  return out;
}

async function confirmTable(app: TableApp, order: EngineParams<'tableAhead'>): Promise<boolean> {
  const ahead = await app.engine.request('tableAhead', order);
  const { documents, due, likelyCalls } = ahead;
  const { askAboveCalls } = app.settings();
  if (likelyCalls <= askAboveCalls && (documents <= askAboveDocuments || due === 0)) return true;
  const yes = 'Fill the Table';
  const calls = likelyCalls === 0 ? '' : `It is likely to take ${costWords(ahead)}. `;
  const detail = `${calls}You can stop it at any time; what is answered is kept.`;
  return (
    (await showDialog('warning', `This table has ${count(documents, 'document')} and ${count(due, 'cell')} to fill.`, detail, yes)) === yes
  );
}

/** Shows the table as soon as there is a file to show. */
async function filling({ tables }: TableApp, order: EngineParams<'fillTable'>): ReturnType<App['tables']['fill']> {
  const record = recordPath(order.out);
  return window.withProgress(
    { location: ProgressLocation.Notification, title: 'Filling the table', cancellable: true },
    async (shown, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      let told = 0;
      let isOpen = false;
      const tell = (progress: TableProgress): void => {
        const { due, answeredNow } = progress;
        if (!isOpen) void commands.executeCommand('vscode.openWith', Uri.file(record), tableViewType);
        isOpen = true;
        shown.report({ message: `${answeredNow} of ${due} cells`, increment: due === 0 ? 0 : (100 * (answeredNow - told)) / due });
        told = answeredNow;
      };
      const subscription = tables.onDidChange.on((change) => {
        if (change.record === record && change.progress) tell(change.progress);
      });
      try {
        return await tables.fill(order, controller.signal);
      } finally {
        subscription.dispose();
      }
    },
  );
}

async function askForTable(
  app: TableApp,
  { name, uri }: OpenFolder,
  chosen: Awaited<ReturnType<typeof scopeOfUris>>,
): Promise<GivenTable | undefined> {
  const questions = await askForQuestions();
  if (questions === undefined) return undefined;
  const scope = await askForScope(app, questions, {
    folder: uri.fsPath,
    chosen: chosen?.scope ?? '',
    leaves: (chosen?.outside ?? 0) === 0 ? '' : ` Files outside of ${name} are left out.`,
  });
  if (scope === undefined) return undefined;
  const out = await window.showSaveDialog({
    title: 'Where to Write the Table',
    defaultUri: Uri.file(join(uri.fsPath, `table${recordSuffix}`)),
    filters: { 'Ariadne Table': ['json'], Markdown: ['md'], CSV: ['csv'] },
  });
  if (!out) return undefined;
  if (out.scheme !== 'file') throw new AriadneError('virtual-folder', 'A table is written to a file on a disk. Choose another place.');
  // The editor of tables opens files of this name.
  const file = out.fsPath.endsWith(recordSuffix) ? out.fsPath : out.fsPath.replace(/\.json$/i, recordSuffix);
  return { questions, scope: scope.trim(), out: file };
}

/** Until it names some document, so that the questions need not be typed again. */
async function askForScope(
  app: TableApp,
  questions: readonly string[],
  { folder, chosen, leaves }: { readonly folder: string; readonly chosen: string; readonly leaves: string },
): Promise<string | undefined> {
  let [value, problem] = [chosen, undefined as InputBoxValidationMessage | undefined];
  for (;;) {
    const before = { value, problem };
    const scope = await window.showInputBox({
      title: 'Ask of Each Document: Which Documents?',
      prompt: `Empty for all documents. Or terms: in:FOLDER type:pdf year:>2020 author:NAME -in:drafts.${leaves}`,
      value,
      ignoreFocusOut: true,
      validateInput: (typed) => problemOf(typed) ?? (typed === before.value ? before.problem : undefined),
    });
    if (scope === undefined || scope.trim() === '') return scope;
    try {
      const order = { questions: [...questions], scope: scope.trim(), out: join(folder, recordSuffix), models: app.settings().models };
      await app.engine.request('tableAhead', order);
      return scope;
    } catch (error) {
      if (!isAriadneError(error, 'scope-empty') && !isAriadneError(error, 'scope-invalid')) throw error;
      // It is shown and not corrected, so that it is a warning: an error would keep the same terms from being tried again.
      [value, problem] = [scope, { message: error.message, severity: InputBoxValidationSeverity.Warning }];
    }
  }
}

/** One after the other, until one is left empty; undefined when the user gave up. */
async function askForQuestions(): Promise<readonly string[] | undefined> {
  const questions: string[] = [];
  for (;;) {
    const next = await window.showInputBox({
      title: `Ask of Each Document: Question ${questions.length + 1}`,
      prompt: questions.length === 0 ? 'A question that is asked of every document' : 'Another question, or leave it empty to go on',
      placeHolder: questions.length === 0 ? 'How many patients took part?' : '',
      ignoreFocusOut: true,
    });
    if (next === undefined) return undefined;
    if (next.trim() === '') return questions.length === 0 ? undefined : questions;
    questions.push(next.trim());
  }
}

function problemOf(scope: string): InputBoxValidationMessage | undefined {
  const [problem] = parseScope(scope).problems;
  return problem && { message: problem.message, severity: InputBoxValidationSeverity.Error };
}

function isGiven(argument: unknown): argument is GivenTable {
  return typeof argument === 'object' && argument !== null && 'questions' in argument && 'out' in argument;
}
