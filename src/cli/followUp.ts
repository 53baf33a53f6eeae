/** A question on the command line that follows an earlier run. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '../engine/engine.ts';
import type { AskRequest, RunReference } from '../protocol/runRequests.ts';
import { plain, printError } from './terminal.ts';

/** What `--follow` names: the log of a run, or a run of the folder by its id. */
export function followedReference(named: string): RunReference {
  return existsSync(named) || !/^[\w-]+$/.test(named) ? { log: resolve(named) } : { runId: named };
}

interface FollowUpOptions {
  readonly follows: RunReference;
  readonly isAsTyped: boolean;
  /** Whether a scope was given, which may be empty. */
  readonly hasScope: boolean;
}

/**
 * The request with the question that stands alone, which is shown, and the scope of the run that it follows unless it has another.
 * @throws AriadneError `log-damaged` and the like
 */
export async function followUp(
  engine: Engine,
  request: AskRequest,
  { follows, isAsTyped, hasScope }: FollowUpOptions,
  signal: AbortSignal,
): Promise<AskRequest> {
  const made = await engine.standAlone({ question: request.question, follows, models: request.models, isAsTyped }, signal);
  const why = made.follows.why === undefined ? '' : plain(made.follows.why);
  if (made.follows.by !== 'typed') printError(`Asked as: ${plain(made.question)}${why === '' ? '' : ` (Names carried over. ${why})`}`);
  else if (why !== '') printError(`Asked as typed. ${why}`);
  const scope = hasScope || made.scope === undefined ? {} : { scope: made.scope };
  if (scope.scope !== undefined) printError(`Limited like the question before: ${plain(scope.scope)} (--scope '' asks all documents)`);
  return { ...request, question: made.question, follows: made.follows, ...scope };
}
