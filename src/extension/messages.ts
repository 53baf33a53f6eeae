/** The one place that shows messages: what is in them is text, no matter who wrote it. */
import { window } from 'vscode';
import { messageText } from './messageText.ts';

type Severity = 'error' | 'warning' | 'information';

/** A notification. Resolves to the button that was pressed, if one was. */
export function showMessage(severity: Severity, message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return shown[severity](messageText(message), {}, ...buttons);
}

/** A dialog that waits for an answer. Resolves to the button that was pressed; undefined when it was closed. */
export function showDialog(
  severity: Severity,
  message: string,
  detail: string | undefined,
  ...buttons: readonly string[]
): Thenable<string | undefined> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail: messageText(detail) }) };
  return shown[severity](messageText(message), options, ...buttons);
}

type Show = (
  message: string,
  options: { readonly modal?: boolean; readonly detail?: string },
  ...buttons: string[]
) => Thenable<string | undefined>;

const shown: Readonly<Record<Severity, Show>> = {
  error: (message, options, ...buttons) => window.showErrorMessage(message, options, ...buttons),
  warning: (message, options, ...buttons) => window.showWarningMessage(message, options, ...buttons),
  information: (message, options, ...buttons) => window.showInformationMessage(message, options, ...buttons),
};
