/** Makes a follow-up stand alone before it is asked. */
import { isAriadneError } from '../base/errors.ts';
import type { Fetch } from '../models/models.ts';
import type { EngineParams } from '../protocol/engine.ts';
import { goneSentence, type FollowedRun, type StandAlone } from '../protocol/followUp.ts';
import { createReasoner } from '../reasoning/createReasoner.ts';
import { carryNames } from '../reasoning/carryNames.ts';
import { rewriteRole, type StandAloneInput, type StandAloneOutput } from '../reasoning/roles/threadRoles.ts';
import type { RunStore } from './runStore.ts';
import { threadOf } from './thread.ts';
import { UnrecordedCalls } from '../trace/unrecordedCalls.ts';
import { isBuiltin, type Providers } from '../models/library/providers.ts';
import { SentByRun } from './sentByRun.ts';

export type StandAloneRequest = EngineParams<'standAlone'>;

export interface StandAloneContext {
  readonly store: RunStore;
  readonly providers: Providers;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
}

/**
 * The question in words that need no other question, and how they came about. Where the model fails, or what the question points to is not
 * clear or gone, it stays as typed, with the reason.
 * @throws AriadneError `log-damaged` and the like when the run that is followed cannot be read; AbortError
 */
export async function makeStandAlone(
  { question: asked, follows, models, isAsTyped = false }: StandAloneRequest,
  context: StandAloneContext,
): Promise<StandAlone> {
  const typed = asked.trim();
  const { runId, last, turns } = await threadOf(follows, context.store);
  if (!last) return { question: typed, follows: { runId, typed, by: 'typed', why: goneSentence } };
  const rewritten = typed === '' || isAsTyped ? {} : await rewrite({ question: typed, earlier: turns }, models.chat, context);
  const { question = typed, isUnclear, ...how } = rewritten;
  return {
    question,
    follows: { runId, typed, by: 'typed', ...how },
    ...(isUnclear ? { isUnclear } : {}),
    ...(last.scope === undefined ? {} : { scope: last.scope.text }),
  };
}

type Rewritten = Partial<Omit<FollowedRun, 'runId' | 'typed'>> & Pick<StandAlone, 'isUnclear'> & { readonly question?: string };

async function rewrite(input: StandAloneInput, model: string, { providers, fetch, signal }: StandAloneContext): Promise<Rewritten> {
  const calls = new UnrecordedCalls();
  const sent = new SentByRun();
  const took = (): Rewritten => ({
    ...(calls.made.length === 0 ? {} : { calls: [...calls.made] }),
    ...(sent.parts.length === 0 ? {} : { sent: [...sent.parts] }),
  });
  try {
    const chat = await providers.chosen('chat', model, { fetch: sent.through(fetch, undefined), signal });
    const { output, flags } = await createReasoner({ chat }, { recorder: calls }).perform(rewriteRole, input, {
      node: 'root',
      signal,
    });
    if (isBuiltin(model)) return ofNames(output);
    if (calls.failure !== undefined) return { ...took(), ...withoutModel(input, failed(calls.failure)) };
    if (output.question !== null) return { ...took(), question: output.question, by: 'model' };
    const isUnread = flags.includes('role_fallback:thread.rewrite');
    const made = withoutModel(input, isUnread ? failed('It gave no usable reply.') : (output.unsure ?? unchanged));
    if (made.by !== undefined || made.isUnclear || isUnread) return { ...took(), ...made };
    // A model that repeats a question says that it stands alone.
    return output.unsure === undefined ? took() : { ...took(), ...made, isUnclear: true };
  } catch (error) {
    if (!isAriadneError(error)) throw error;
    return { ...took(), ...withoutModel(input, failed(error.message)) };
  }
}

const unchanged = 'The language model left the question as it is.';

function ofNames({ question, unsure }: StandAloneOutput): Rewritten {
  if (question !== null) return { question, by: 'names' };
  return unsure === undefined ? {} : { why: unsure, isUnclear: true };
}

/** Names carried over in place of what the model did not do. */
function withoutModel(input: StandAloneInput, why: string): Rewritten {
  const made = ofNames(carryNames(input));
  return { ...made, why: made.why !== undefined && why === unchanged ? made.why : why };
}

function failed(reason: string): string {
  return `The language model could not make it stand alone: ${reason}`;
}
