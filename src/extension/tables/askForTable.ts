/** Asks for questions, documents and a file, in steps that lead back and forth. */
import type { EngineFeature } from '../engineProcess/register.ts';
import type { Basics } from '../basics.ts';
import { existsSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { Disposable, QuickInputButtons, QuickPickItemKind, ThemeIcon, Uri, window } from 'vscode';
import type { QuickInputButton, QuickPickItem } from 'vscode';
import { AriadneError, isAriadneError } from '../../base/errors.ts';
import { complete, noScopeNames } from '../../protocol/scopeCompletion.ts';
import { recordSuffix } from '../../protocol/table.ts';
import { logFailure } from '../failures.ts';
import { pickText } from '../messageText.ts';
import type { OpenFolder } from '../openFolder.ts';
import { report } from '../report.ts';
import { documentChoices, questionChoices, tableNameFor, type Counted, type DocumentChoice, type QuestionChoice } from './tableSteps.ts';

type TableStepsApp = Pick<Basics, 'settings' | 'logger'> & Pick<EngineFeature, 'engine'>;

/** What was typed so far. */
interface Draft {
  questions: string[];
  scope: string;
  /** Absolute, or relative to the folder; undefined until it was changed. */
  file?: string;
}

type Went = 'next' | 'back' | undefined;

const title = 'Ask Each Document';
const totalSteps = 3;
const countAfterMs = 200;

/**
 * @param chosen the documents that were selected, as terms, and what of the selection is left out
 * @returns undefined when the user left
 */
export async function askForTable(
  app: TableStepsApp,
  folder: OpenFolder,
  chosen: { readonly scope: string; readonly left: string },
): Promise<{ readonly questions: readonly string[]; readonly scope: string; readonly out: string } | undefined> {
  const draft: Draft = { questions: [], scope: chosen.scope };
  const steps = [
    () => askForQuestions(draft),
    () => askForDocuments(app, draft, folder, chosen.left),
    () => askForFile(app, draft, folder),
  ];
  for (let at = 0; at < steps.length;) {
    const went = await steps[at]?.();
    if (went === undefined) return undefined;
    at += went === 'next' ? 1 : -1;
  }
  const file = resolve(folder.uri.fsPath, draft.file ?? '');
  // The editor of tables opens files of this name.
  const out = file.endsWith(recordSuffix) ? file : file.replace(/\.json$/i, recordSuffix);
  return { questions: draft.questions, scope: draft.scope.trim(), out };
}

const edit: QuickInputButton = { iconPath: new ThemeIcon('edit'), tooltip: 'Edit Question' };
const remove: QuickInputButton = { iconPath: new ThemeIcon('trash'), tooltip: 'Remove Question' };

/** One after the other; those that were typed are listed, and can be edited and removed. */
function askForQuestions(draft: Draft): Promise<Went> {
  type Item = QuickPickItem & { readonly choice?: QuestionChoice };
  const list = window.createQuickPick<Item>();
  Object.assign(list, { title, step: 1, totalSteps, ignoreFocusOut: true });
  const itemOf = (choice: QuestionChoice): Item => {
    if (choice.kind === 'add')
      return { label: `$(add) ${pickText(choice.question)}`, description: 'add this question', alwaysShow: true, choice };
    if (choice.kind === 'continue') return { label: `$(arrow-right) ${choice.words}`, alwaysShow: true, choice };
    return { label: pickText(choice.question), buttons: [edit, remove], alwaysShow: true, choice };
  };
  const show = (): void => {
    const [first, ...rest] = questionChoices(list.value, draft.questions).map(itemOf);
    list.placeholder =
      draft.questions.length === 0
        ? 'A question for every document, such as: How many patients took part?'
        : 'Another question, or continue';
    const heading: Item = { label: 'Questions', kind: QuickPickItemKind.Separator };
    list.items = first ? [first, ...(rest.length === 0 ? [] : [heading, ...rest])] : [];
    list.activeItems = first ? [first] : [];
  };
  const without = (question: string): void => {
    draft.questions = draft.questions.filter((one) => one !== question);
  };
  const change = (question: string, isRemoved: boolean): void => {
    without(question);
    if (!isRemoved) list.value = question;
    show();
  };
  return ended(
    list,
    (end) => [
      list.onDidChangeValue(show),
      list.onDidTriggerItemButton(({ item, button }) => item.choice?.kind === 'typed' && change(item.choice.question, button === remove)),
      list.onDidAccept(() => {
        const choice = list.selectedItems[0]?.choice;
        if (choice?.kind === 'continue') end('next');
        else if (choice?.kind === 'typed') change(choice.question, false);
        else if (choice) {
          without(choice.question);
          draft.questions.push(choice.question);
          list.value = '';
          show();
        }
      }),
    ],
    show,
  );
}

/** Terms are completed as they are typed, and it is said at once how many documents they name. */
async function askForDocuments(app: TableStepsApp, draft: Draft, { uri }: OpenFolder, left: string): Promise<Went> {
  type Item = QuickPickItem & { readonly choice?: DocumentChoice };
  const names = await app.engine.request('scopeNames', {}).catch((error: unknown) => {
    logFailure(app.logger, error);
    return noScopeNames;
  });
  const list = window.createQuickPick<Item>();
  const placeholder = `${left}All documents, or terms such as in:FOLDER type:pdf -in:drafts`;
  Object.assign(list, { title: `${title}: Which Documents?`, step: 2, totalSteps, ignoreFocusOut: true, placeholder, value: draft.scope });
  list.buttons = [QuickInputButtons.Back];
  let counted: Counted = 'counting';
  let counting = new AbortController();
  const itemOf = (choice: DocumentChoice): Item => {
    if (choice.kind === 'continue') return { label: `$(arrow-right) ${choice.words}`, description: choice.about, alwaysShow: true, choice };
    if (choice.kind === 'problem') return { label: `$(warning) ${pickText(choice.words)}`, alwaysShow: true, choice };
    const { label, detail = '', icon } = choice.suggestion;
    return { label: pickText(label), description: pickText(detail), iconPath: new ThemeIcon(icon), alwaysShow: true, choice };
  };
  const show = (): void => {
    const { choices, chosen } = documentChoices(list.value, names, counted);
    const items = choices.map(itemOf);
    const isCompletion = ({ choice }: Item): boolean => choice?.kind === 'complete';
    const at = items.findIndex(isCompletion);
    const heading: Item = { label: 'Name some of them', kind: QuickPickItemKind.Separator };
    list.items = at < 0 ? items : items.toSpliced(at, 0, heading);
    const active = items[chosen];
    list.activeItems = active ? [active] : [];
    list.busy = counted === 'counting';
  };
  const countSoon = (afterMs: number): void => {
    counting.abort();
    counting = new AbortController();
    const { signal } = counting;
    [counted, goesOn] = ['counting', false];
    draft.scope = list.value;
    show();
    setTimeout(() => {
      if (signal.aborted) return;
      const order = {
        questions: draft.questions,
        scope: list.value.trim(),
        out: join(uri.fsPath, recordSuffix),
        models: app.settings().models,
      };
      app.engine.request('tableAhead', order, { signal }).then(
        (ahead) => told({ ahead }, signal),
        (error: unknown) => {
          if (!signal.aborted && !isAriadneError(error)) report(app.logger, error);
          told({ problem: isAriadneError(error) ? error.message : 'The documents could not be counted.' }, signal);
        },
      );
    }, afterMs);
  };
  const told = (now: Exclude<Counted, 'counting'>, { aborted }: AbortSignal): void => {
    if (aborted) return;
    const active = list.activeItems[0]?.label;
    counted = now;
    show();
    const same = list.items.find(({ label }) => label === active);
    if (same) list.activeItems = [same];
    if (goesOn && 'ahead' in now) goOn();
  };
  /** Enter was pressed before the documents were counted. */
  let goesOn = false;
  let goOn = (): void => undefined;
  const went = await ended(
    list,
    (end) => [
      list.onDidChangeValue(() => countSoon(countAfterMs)),
      list.onDidAccept(() => {
        const choice = list.selectedItems[0]?.choice;
        if (choice?.kind === 'complete') {
          list.value = complete(list.value, choice.completion, choice.suggestion).text;
          countSoon(0);
        } else if (choice?.kind === 'continue') {
          goOn = () => end('next');
          goesOn = true;
          if (counted !== 'counting') goOn();
        }
      }),
    ],
    () => countSoon(0),
  );
  counting.abort();
  return went;
}

const browse: QuickInputButton = { iconPath: new ThemeIcon('folder-opened'), tooltip: 'Choose Another Folder' };

function askForFile({ logger }: TableStepsApp, draft: Draft, { name, uri }: OpenFolder): Promise<Went> {
  const input = window.createInputBox();
  const at = (file: string): string => resolve(uri.fsPath, file);
  Object.assign(input, {
    title: `${title}: Which File?`,
    step: 3,
    totalSteps,
    ignoreFocusOut: true,
    value: draft.file ?? freeName(draft, at),
  });
  input.prompt = `In ${name}. A name that ends in .md or .csv also writes the table as that, beside its own file.`;
  input.buttons = [QuickInputButtons.Back, browse];
  const take = (file: string, end: (went: Went) => void): void => {
    const problem = problemOf(file);
    input.validationMessage = problem;
    if (problem !== undefined) return;
    draft.file = file;
    end('next');
  };
  return ended(
    input,
    (end) => [
      input.onDidChangeValue((value) => {
        draft.file = value;
        input.validationMessage = undefined;
      }),
      input.onDidTriggerButton((button) => {
        if (button !== browse) return;
        chooseFile(at(input.value)).then(
          (file) => file !== undefined && take(file, end),
          (error: unknown) => report(logger, error),
        );
      }),
      input.onDidAccept(() => take(input.value.trim(), end)),
    ],
    () => undefined,
  );
}

async function chooseFile(proposed: string): Promise<string | undefined> {
  const filters = { 'Ariadne Table': ['json'], Markdown: ['md'], CSV: ['csv'] };
  const out = await window.showSaveDialog({ title: 'Where to Write the Table', defaultUri: Uri.file(proposed), filters });
  if (out && out.scheme !== 'file')
    throw new AriadneError('virtual-folder', 'A table is written to a file on a disk. Choose another place.');
  return out?.fsPath;
}

/** One that no file has. */
function freeName({ questions }: Draft, at: (file: string) => string): string {
  const name = tableNameFor(questions);
  for (let n = 1; ; n++) {
    const file = `${name}${n === 1 ? '' : `-${n}`}${recordSuffix}`;
    if (!existsSync(at(file))) return file;
  }
}

function problemOf(file: string): string | undefined {
  if (/\.(?:json|md|markdown|csv)$/i.test(file)) return undefined;
  return file === '' ? 'Enter a name.' : `A table is written to a .json, .md or .csv file, not to “${extname(file) || file}”.`;
}

/**
 * Shows an input until it ends.
 * @param listen what ends it, besides leaving it and the button that leads back
 */
function ended(
  input: ReturnType<typeof window.createInputBox> | ReturnType<typeof window.createQuickPick<QuickPickItem>>,
  listen: (end: (went: Went) => void) => readonly Disposable[],
  begin: () => void,
): Promise<Went> {
  const { promise, resolve: end } = Promise.withResolvers<Went>();
  const listening = Disposable.from(
    input,
    ...listen(end),
    input.onDidTriggerButton((button) => button === QuickInputButtons.Back && end('back')),
    input.onDidHide(() => end(undefined)),
  );
  begin();
  input.show();
  return promise.finally(() => void listening.dispose());
}
