/** The only place that shows messages. Their text is escaped, because anyone may have written it. */
import { window } from 'vscode';
import { messageText } from './messageText.ts';

type Severity = 'error' | 'warning' | 'information';

/**
 * Shows a notification.
 * @returns the button that was pressed, if any
 */
export function showMessage(severity: Severity, message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return shown[severity](messageText(message), {}, ...buttons);
}

/**
 * Shows a modal dialog.
 * @returns the button that was pressed; undefined when it was closed
 */
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
