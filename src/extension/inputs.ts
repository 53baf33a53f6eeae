/** Questions to the user that several features ask alike. */
import { QuickPickItemKind, window, type InputBoxOptions, type QuickPickItem, type QuickPickOptions, type Uri } from 'vscode';
import { pickText } from './messageText.ts';
import { showDialog } from './messages.ts';

/** A row of a list. Its texts are escaped, because anyone may have written them. */
export interface Choice<T = unknown> {
  /** Name of a VS Code icon. */
  readonly icon?: string;
  readonly label: string;
  /** Facts beside the label; empty ones are left out. */
  readonly facts?: readonly string[];
  /** The line below. */
  readonly detail?: string;
  /** Also where it does not match what is typed. */
  readonly alwaysShow?: boolean;
  /** Gives what was chosen, or does what it stands for. */
  readonly choose: () => T | PromiseLike<T>;
}

/**
 * Shows a list.
 * @param choices rows, and headings between them
 * @returns what the chosen row gives; undefined when the user left
 */
export async function chooseFrom<T>(
  choices: readonly (Choice<T> | string)[] | Promise<readonly (Choice<T> | string)[]>,
  options: Pick<QuickPickOptions, 'title' | 'placeHolder' | 'ignoreFocusOut'>,
): Promise<T | undefined> {
  const items = Promise.resolve(choices).then((all) => all.map(itemOf));
  const chosen = await window.showQuickPick(items, { matchOnDescription: true, matchOnDetail: true, ...options });
  return chosen?.choose?.();
}

function itemOf<T>(choice: Choice<T> | string): QuickPickItem & Partial<Pick<Choice<T>, 'choose'>> {
  if (typeof choice === 'string') return { label: choice, kind: QuickPickItemKind.Separator };
  const { icon, label, facts = [], detail = '', ...rest } = choice;
  return {
    label: `${icon === undefined ? '' : `$(${icon}) `}${pickText(label)}`,
    description: pickText(facts.filter((fact) => fact !== '').join(' · ')),
    detail: detail === '' ? undefined : pickText(detail),
    ...rest,
  };
}

/** Asks in a dialog. @param yes label of the button that agrees */
export async function confirm(message: string, detail: string | undefined, yes: string): Promise<boolean> {
  return (await showDialog('warning', message, detail, yes)) === yes;
}

/** One line without blanks around it. The box stays while the user looks elsewhere. @returns undefined when the user left */
export async function askForLine(options: InputBoxOptions): Promise<string | undefined> {
  return (await window.showInputBox({ ignoreFocusOut: true, ...options }))?.trim();
}

/** @returns undefined when the user left */
export async function askForFolder(title: string, openLabel: string, defaultUri?: Uri): Promise<Uri | undefined> {
  const options = { title, openLabel, defaultUri, canSelectFolders: true, canSelectFiles: false };
  return (await window.showOpenDialog(options))?.[0];
}
