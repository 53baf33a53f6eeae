/** Questions to the user that several features ask alike. */
import { window, type InputBoxOptions, type Uri } from 'vscode';
import { showDialog } from './messages.ts';

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
