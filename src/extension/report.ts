import { commands } from 'vscode';
import { isAbort } from '../base/abort.ts';
import { AriadneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { logFailure, sentenceOf, waysOn } from './failures.ts';
import { showMessage } from './messages.ts';

/** A failed command is logged and shown with a way on; a cancelled one is what the user wanted and says nothing. */
export function report(logger: Logger, error: unknown): void {
  if (isAbort(error)) return;
  logFailure(logger, error);
  // The engine's watcher reports its death once, however many requests it took with it.
  if (error instanceof AriadneError && error.code === 'engine-died') return;
  const buttons = waysOn(error);
  void showMessage('error', sentenceOf(error), ...buttons.map(({ label }) => label)).then((chosen) => {
    const way = buttons.find(({ label }) => label === chosen);
    if (way) void commands.executeCommand(way.command, way.argument);
  });
}

/** For work nobody waits for: a failure goes to the log alone. */
export function inBackground(logger: Logger, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!isAbort(error)) logFailure(logger, error);
  });
}
