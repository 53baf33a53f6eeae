import { isAbort } from '../base/abort.ts';
import { isAriadneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { failureToShow, logFailure } from './failures.ts';
import { offer } from './messages.ts';

/** Logs a failed command and shows it with possible actions. A cancelled one shows nothing. */
export function report(logger: Logger, error: unknown): void {
  const failure = failureToShow(error, logger);
  // The engine's watcher reports its death once, for all requests that failed with it.
  if (!failure || isAriadneError(error, 'engine-died')) return;
  offer('error', failure.message, failure.ways);
}

/** For background work: a failure goes only to the log. */
export function inBackground(logger: Logger, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!isAbort(error)) logFailure(logger, error);
  });
}
