import { commands } from 'vscode';
import { isAbort } from '../base/abort.ts';
import { isAriadneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { heardOf, logFailure } from './failures.ts';
import { showMessage } from './messages.ts';

/** A failed command is logged and shown with a way on; a cancelled one says nothing. */
export function report(logger: Logger, error: unknown): void {
  const failure = heardOf(error, logger);
  // The engine's watcher reports its death once, however many requests it took with it.
  if (!failure || isAriadneError(error, 'engine-died')) return;
  const { message, ways } = failure;
  void showMessage('error', message, ...ways.map(({ label }) => label)).then((chosen) => {
    const way = ways.find(({ label }) => label === chosen);
    if (way) void commands.executeCommand(way.command, way.argument);
  });
}

/** For work nobody waits for: a failure goes to the log alone. */
export function inBackground(logger: Logger, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!isAbort(error)) logFailure(logger, error);
  });
}
