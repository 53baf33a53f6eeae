/** What happens around every call of a role, whichever model or rules serve it. */
import * as z from 'zod';
import type { Remembered } from './pathStep.ts';
import { isAriadneError, type ErrorCode } from '../base/errors.ts';
import type { Knowledge } from '../protocol/knowledge.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';
import type { Middleware } from './reasoner.ts';
import type { Outcome, Role, RoleFacts } from './role.ts';
import { yesOrNo } from './roles/replyValues.ts';

/** Shows roles that plan what documents of the folder are like, so that what they ask stays in its domain. */
export function showingDocuments(documents: readonly string[] = []): Middleware {
  if (documents.length === 0) return (next) => next;
  return (next) => (role, input, call, n) => next(role, role.work === 'plan' ? { ...input, documents } : input, call, n);
}

/** One policy for all roles that answer from evidence. Roles that plan never answer from memory: looking up comes first. */
export function restingAnswersOn(knowledge: Knowledge = 'evidence'): Middleware {
  // The default is not part of the inputs, so that results of earlier runs stay usable.
  if (knowledge === 'evidence') return (next) => next;
  return (next) => (role, input, call, n) => {
    if (role.work !== 'answer') return next(role, input, call, n);
    return next(knowledge === 'evidence-then-memory' ? withMemory(role) : role, { ...input, knowledge }, call, n);
  };
}

const memoryField = 'from_memory';

/** The role with a field in which a reply says that its answer comes from memory. Such an answer cites nothing, whatever the reply says. */
function withMemory<I, O>(role: Role<I, O>): Role<I, O> {
  return {
    ...role,
    schema: role.schema && ((input) => extended(role, input)),
    read(reply, input, raw) {
      const reading = role.read(reply, input, raw);
      const isRemembered = z.object({ [memoryField]: yesOrNo }).safeParse(reply).data?.[memoryField] === true;
      return reading.ok && isRemembered ? { ok: true, outcome: asRemembered(reading.outcome) } : reading;
    },
  };
}

function extended<I, O>(role: Role<I, O>, input: I): z.ZodType {
  const schema = role.schema?.(input);
  if (!(schema instanceof z.ZodObject)) throw new Error(`the replies of ${role.id} are no objects`);
  const about = 'true when the answer comes from what you know and not from what is shown above';
  const made = schemas.get(schema) ?? schema.safeExtend({ [memoryField]: yesOrNo.describe(about) });
  schemas.set(schema, made);
  return made;
}

/** One for each, because what servers get is cached by schema. */
const schemas = new WeakMap<z.ZodObject, z.ZodObject>();

function asRemembered<O>(outcome: Outcome<O>): Outcome<O> {
  const { output } = outcome;
  if (typeof output !== 'object' || output === null || !('answer' in output) || output.answer === null) return outcome;
  const remembered: Remembered = { fromMemory: true };
  return { ...outcome, output: { ...output, ...('citations' in output ? { citations: [], quote: null } : {}), ...remembered } };
}

/** Errors after which the server may serve the next call, unlike a rejected key. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'chat-timeout',
  'chat-rate-limited',
  'chat-server-error',
  'chat-cut-off',
  'chat-context-too-long',
]);

/** A server that has answered before may be unreachable for a moment. After this many consecutive failures it counts as gone. */
const missesInARow = 3;

/**
 * Lets a run continue when a role fails. Uses the role's fallback when one of its calls failed permanently, recording the reason on the
 * node (pipelines.md 1.5), or when nothing serves it, flagging the run (1.11).
 */
export function fallingBack(trace: TraceSink, serves: (role: RoleFacts) => boolean): Middleware {
  // Consecutive calls that did not reach the server. Starts at the limit until the server has answered once.
  let misses = missesInARow;
  return (next) => async (role, input, call, n) => {
    if (!serves(role)) {
      trace.emit({ kind: 'flagged', flag: `role_unavailable:${role.id}` });
      return [{ output: role.fallback(input, ''), flags: [] }];
    }
    try {
      const performed = await next(role, input, call, n);
      misses = 0;
      return performed;
    } catch (error) {
      const isAway = isAriadneError(error, 'chat-unreachable') && ++misses < missesInARow;
      if (!isAriadneError(error) || !(isAway || passing.has(error.code))) throw error;
      trace.emit({ kind: 'node-changed', node: call.node, set: { failure: error.message }, flag: error.code });
      if (n !== undefined) return Array.from({ length: n }, () => null);
      return [{ output: role.fallback(input, ''), flags: [`call_failed:${role.id}`], failed: error.code }];
    }
  };
}

/**
 * Keeps whole outcomes in the run's log, for rules, which have no calls to record.
 * @param reader id of the model that reads, if one does: another model's results are not taken for its own
 */
export function keepingOutcomes(memo: Memo, reader?: string): Middleware {
  return (next) => (role, input, call, n) => {
    const { node, sample: first = 0, isFinal = false } = call;
    const keep = (sample: number) => {
      const key = { role: role.id, input, sample, reader };
      return memo.remember('reason', key, async () => (await next(role, input, { ...call, sample }, undefined))[0] ?? null, {
        node,
        isFinal,
      });
    };
    return Promise.all(Array.from({ length: n ?? 1 }, (_, i) => keep(first + i)));
  };
}
