/** Asks for questions, documents and a file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import {
  Disposable,
  InputBoxValidationSeverity,
  QuickPickItemKind,
  Uri,
  window,
  type InputBoxValidationMessage,
  type QuickPickItem,
} from 'vscode';
import { AriadneError, isAriadneError } from '../../base/errors.ts';
import { recordSuffix } from '../../protocol/table.ts';
import { messageText, pickText } from '../messageText.ts';
import type { OpenFolder } from '../openFolder.ts';
import { aheadText, questionChoices, tableNameFor, type QuestionChoice } from './tableSteps.ts';
import type { Uses } from '../parts.ts';

type TableStepsApp = Uses<'settings' | 'engine'>;

const title = t('Ask Each Document');

/**
 * Leaving the documents or the file leads back to the questions.
 * @param chosen the documents that were selected, as terms, and what of the selection is left out
 * @returns undefined when the user left
 */
export async function askForTable(
  app: TableStepsApp,
  { uri }: OpenFolder,
  chosen: { readonly scope: string; readonly left: string },
): Promise<{ readonly questions: readonly string[]; readonly scope: string; readonly out: string } | undefined> {
  let questions: readonly string[] | undefined = [];
  let { scope } = chosen;
  for (;;) {
    questions = await askForQuestions(questions);
    if (!questions) return undefined;
    const terms = await askForDocuments(app, questions, { ...chosen, scope, out: join(uri.fsPath, recordSuffix) });
    if (terms === undefined) continue;
    scope = terms.trim();
    const out = await chooseFile(freeName(uri.fsPath, tableNameFor(questions)));
    if (out !== undefined) return { questions, scope, out };
  }
}

/**
 * One after the other; those that were typed are listed, and can be edited.
 * @returns undefined when the user left
 */
async function askForQuestions(before: readonly string[]): Promise<readonly string[] | undefined> {
  type Item = QuickPickItem & { readonly choice?: QuestionChoice };
  let questions = before;
  const list = window.createQuickPick<Item>();
  Object.assign(list, { title, ignoreFocusOut: true });
  const itemOf = (choice: QuestionChoice): Item => {
    if (choice.kind === 'add')
      return { label: `$(add) ${pickText(choice.question)}`, description: t('add this question'), alwaysShow: true, choice };
    if (choice.kind === 'continue') return { label: `$(arrow-right) ${choice.words}`, alwaysShow: true, choice };
    return { label: pickText(choice.question), description: 'edit', alwaysShow: true, choice };
  };
  const show = (): void => {
    const [first, ...rest] = questionChoices(list.value, questions).map(itemOf);
    list.placeholder =
      questions.length === 0
        ? t('A question for every document, such as: How many patients took part?')
        : t('Another question, or continue');
    const heading: Item = { label: t('Questions'), kind: QuickPickItemKind.Separator };
    list.items = first ? [first, ...(rest.length === 0 ? [] : [heading, ...rest])] : [];
    list.activeItems = first ? [first] : [];
  };
  const { promise, resolve } = Promise.withResolvers<readonly string[] | undefined>();
  const listening = Disposable.from(
    list,
    list.onDidChangeValue(show),
    list.onDidHide(() => resolve(undefined)),
    list.onDidAccept(() => {
      const choice = list.selectedItems[0]?.choice;
      if (!choice) return;
      if (choice.kind === 'continue') return resolve(questions);
      const others = questions.filter((question) => question !== choice.question);
      questions = choice.kind === 'add' ? [...others, choice.question] : others;
      list.value = choice.kind === 'add' ? '' : choice.question;
      show();
    }),
  );
  show();
  list.show();
  return promise.finally(() => void listening.dispose());
}

/** The terms that name the documents. How many these are is said while they are typed. */
function askForDocuments(
  { engine, settings }: TableStepsApp,
  questions: readonly string[],
  { scope, left, out }: { readonly scope: string; readonly left: string; readonly out: string },
): Thenable<string | undefined> {
  const counted = async (terms: string): Promise<InputBoxValidationMessage> => {
    try {
      const order = { questions: [...questions], scope: terms.trim(), out, models: settings().models };
      return { message: aheadText(await engine.request('tableAhead', order)), severity: InputBoxValidationSeverity.Info };
    } catch (error) {
      if (!isAriadneError(error)) throw error;
      return { message: messageText(error.message), severity: InputBoxValidationSeverity.Error };
    }
  };
  return window.showInputBox({
    title: `${title}: ${t('Which Documents?')}`,
    prompt: messageText(`${left}${t('Leave it empty for all documents, or type terms such as in:FOLDER type:pdf -in:drafts')}`),
    value: scope,
    ignoreFocusOut: true,
    validateInput: counted,
  });
}

/** A name that ends in .md or .csv also writes the table as that, beside its own file. */
async function chooseFile(proposed: string): Promise<string | undefined> {
  const filters = { [t('Ariadne Table')]: ['json'], Markdown: ['md'], CSV: ['csv'] };
  const out = await window.showSaveDialog({ title: t('Where to Write the Table'), defaultUri: Uri.file(proposed), filters });
  if (out && out.scheme !== 'file')
    throw new AriadneError('virtual-folder', t('A table is written to a file on a disk. Choose another place.'));
  // The editor of tables opens files of this name.
  return out?.fsPath.endsWith(recordSuffix) ? out.fsPath : out?.fsPath.replace(/\.json$/i, recordSuffix);
}

/** One that no file has. */
function freeName(folder: string, name: string): string {
  for (let n = 1; ; n++) {
    const file = join(folder, `${name}${n === 1 ? '' : `-${n}`}${recordSuffix}`);
    if (!existsSync(file)) return file;
  }
}
