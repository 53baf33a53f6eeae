import { ProgressLocation, window } from 'vscode';

/** Shows a notification during the work. Its button cancels the work. */
export async function withSignal<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return work(controller.signal);
  });
}
