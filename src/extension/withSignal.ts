import { ProgressLocation, window, type Progress } from 'vscode';

interface Step {
  readonly message?: string;
  readonly increment?: number;
}

/** Within 800 ms, VS Code shows three notifications and no fourth, which may be the one that says why quick work has failed. */
const quickMs = 500;

/**
 * Shows a notification while work goes on that is not quick. Its button cancels the work.
 * @param work gets what shows how far it is, its increments in percent
 */
export async function withSignal<T>(title: string, work: (signal: AbortSignal, shown: Progress<Step>) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let early: Step = {};
  let report = (step: Step): void => {
    early = { ...early, ...step, increment: (early.increment ?? 0) + (step.increment ?? 0) };
  };
  const done = work(controller.signal, { report: (step) => report(step) });
  const show = (progress: Progress<Step>): void => {
    progress.report(early);
    report = (step) => progress.report(step);
  };
  const timer = setTimeout(() => {
    void window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, async (progress, token) => {
      token.onCancellationRequested(() => controller.abort());
      show(progress);
      // Who asked for the work hears of its failure.
      await Promise.allSettled([done]);
    });
  }, quickMs);
  return done.finally(() => clearTimeout(timer));
}
