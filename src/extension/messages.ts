/** The only place that shows messages. Their text is escaped, because anyone may have written it. */
import { commands, window } from 'vscode';
import { messageText } from './messageText.ts';

type Severity = 'error' | 'warning' | 'information';

/**
 * Shows a notification.
 * @returns the button that was pressed, if any
 */
export function showMessage(severity: Severity, message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return shown[severity](messageText(message), {}, ...buttons);
}

/** A button that runs a command. */
export interface OfferedCommand {
  readonly label: string;
  readonly command: string;
  readonly argument?: unknown;
}

/** Shows a notification with these buttons. Returns at once, because it may stay open. */
export function offer(severity: Severity, message: string, ways: readonly OfferedCommand[]): void {
  void showMessage(severity, message, ...ways.map(({ label }) => label)).then((chosen) => {
    const way = ways.find(({ label }) => label === chosen);
    if (way) void commands.executeCommand(way.command, way.argument);
  });
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
