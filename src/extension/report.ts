import { commands } from 'vscode';
import { isAbort } from '../base/abort.ts';
import { AriadneError, messageOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { showMessage } from './messages.ts';
import { waysOn } from './waysOn.ts';

/** A failed command is logged and shown with a way on; a cancelled one is what the user wanted and says nothing. */
export function report(logger: Logger, error: unknown): void {
  if (isAbort(error)) return;
  log(logger, error);
  // The death of the engine is told once, by whoever watches the engine, however many requests it took with it.
  if (error instanceof AriadneError && error.code === 'engine-died') return;
  const buttons = waysOn(error);
  void showMessage('error', sentenceOf(error), ...buttons.map(({ label }) => label)).then((chosen) => {
    const way = buttons.find(({ label }) => label === chosen);
    if (way) void commands.executeCommand(way.command, way.argument);
  });
}

/** What went wrong, for people. */
export function sentenceOf(error: unknown): string {
  return error instanceof AriadneError ? error.message : `Ariadne failed: ${messageOf(error)}`;
}

/** For work nobody waits for: a failure goes to the log alone. */
export function inBackground(logger: Logger, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!isAbort(error)) log(logger, error);
  });
}

export function log(logger: Logger, error: unknown): void {
  const isExpected = error instanceof AriadneError;
  logger.log(
    'error',
    'extension',
    isExpected ? `${error.code}: ${error.message}` : error instanceof Error ? (error.stack ?? error.message) : String(error),
  );
}
