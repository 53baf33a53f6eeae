import { commands } from 'vscode';
import { isAbort } from '../base/abort.ts';
import { isAriadneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { failureToShow, logFailure } from './failures.ts';
import { showMessage } from './messages.ts';

/** Logs a failed command and shows it with possible actions. A cancelled one shows nothing. */
export function report(logger: Logger, error: unknown): void {
  const failure = failureToShow(error, logger);
  // The engine's watcher reports its death once, for all requests that failed with it.
  if (!failure || isAriadneError(error, 'engine-died')) return;
  const { message, ways } = failure;
  void showMessage('error', message, ...ways.map(({ label }) => label)).then((chosen) => {
    const way = ways.find(({ label }) => label === chosen);
    if (way) void commands.executeCommand(way.command, way.argument);
  });
}

/** For background work: a failure goes only to the log. */
export function inBackground(logger: Logger, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!isAbort(error)) logFailure(logger, error);
  });
}
