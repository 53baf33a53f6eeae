import { isAriadneError, type ErrorCode } from '../base/errors.ts';
import type { TraceSink } from '../trace/recorder.ts';
import { chatRoles } from './chatRoles.ts';
import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from './reasoner.ts';
import type { ChatRole } from './roles/chatRole.ts';

/** A server that failed for one call may serve the next; one that refuses the key will not. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'chat-timeout',
  'chat-rate-limited',
  'chat-server-error',
  'chat-cut-off',
  'chat-context-too-long',
]);

/** A server that has answered before may be away for a moment; after so many calls in a row that did not reach it, it is gone. */
const missesInARow = 3;

/**
 * Lets a run continue where a role fails: with the role's fallback when one of its calls failed for good, telling the node why (pipelines.md 1.5), or
 * when the reasoner does not serve it, telling the run (1.11).
 */
export class FallbackReasoner implements Reasoner {
  readonly id: string;
  readonly can: Reasoner['can'];
  readonly #inner: Reasoner;
  readonly #trace: TraceSink;
  /** Calls that did not reach the server, since it answered last; too many before it has answered at all. */
  #misses = missesInARow;

  constructor(inner: Reasoner, trace: TraceSink) {
    this.id = inner.id;
    this.can = inner.can;
    this.#inner = inner;
    this.#trace = trace;
  }

  serves(role: RoleId): boolean {
    return this.#inner.serves(role);
  }

  async perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    if (!this.serves(role)) return this.#withoutIt(role, input);
    try {
      const performed = await this.#inner.perform(role, input, call);
      this.#misses = 0;
      return performed;
    } catch (error) {
      this.#tell(error, call.node);
      return { output: fallbackOf(role, input), flags: [`call_failed:${role}`] };
    }
  }

  async sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly (Performed<R> | null)[]> {
    if (!this.serves(role)) return [this.#withoutIt(role, input)];
    try {
      const samples = await this.#inner.sample(role, input, n, call);
      this.#misses = 0;
      return samples;
    } catch (error) {
      this.#tell(error, call.node);
      return Array.from({ length: n }, () => null);
    }
  }

  #withoutIt<R extends RoleId>(role: R, input: Roles[R]['input']): Performed<R> {
    this.#trace.emit({ kind: 'flagged', flag: `role_unavailable:${role}` });
    return { output: fallbackOf(role, input), flags: [] };
  }

  /** @throws what does not pass */
  #tell(error: unknown, node: string): void {
    const isAway = isAriadneError(error, 'chat-unreachable') && ++this.#misses < missesInARow;
    if (!isAriadneError(error) || !(isAway || passing.has(error.code))) throw error;
    this.#trace.emit({ kind: 'node-changed', node, set: { failure: error.message }, flag: error.code });
  }
}

function fallbackOf<R extends RoleId>(role: R, input: Roles[R]['input']): Roles[R]['output'] {
  const chatRole: ChatRole<Roles[R]['input'], Roles[R]['output']> = chatRoles[role];
  return chatRole.fallback(input, '');
}
