import { ProgressLocation, window, type Progress } from 'vscode';

/**
 * Shows a notification during the work. Its button cancels the work.
 * @param work gets what shows how far it is, its increments in percent
 */
export async function withSignal<T>(
  title: string,
  work: (signal: AbortSignal, shown: Progress<{ readonly message?: string; readonly increment?: number }>) => Promise<T>,
): Promise<T> {
  return window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (shown, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return work(controller.signal, shown);
  });
}
