import { isAriadneError, type ErrorCode } from '../base/errors.ts';
import type { TraceSink } from '../trace/recorder.ts';
import { chatRoles } from './chatRoles.ts';
import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from './reasoner.ts';
import type { ChatRole } from './roles/chatRole.ts';

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
 * node (pipelines.md 1.5), or when the reasoner does not serve it, flagging the run (1.11).
 */
export class FallbackReasoner implements Reasoner {
  readonly id: string;
  readonly can: Reasoner['can'];
  readonly #inner: Reasoner;
  readonly #trace: TraceSink;
  /** Consecutive calls that did not reach the server. Starts at the limit until the server has answered once. */
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
      const failed = this.#tell(error, call.node);
      return { output: fallbackOf(role, input), flags: [`call_failed:${role}`], failed };
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

  /**
   * @returns the error's code
   * @throws errors that are not temporary
   */
  #tell(error: unknown, node: string): ErrorCode {
    const isAway = isAriadneError(error, 'chat-unreachable') && ++this.#misses < missesInARow;
    if (!isAriadneError(error) || !(isAway || passing.has(error.code))) throw error;
    this.#trace.emit({ kind: 'node-changed', node, set: { failure: error.message }, flag: error.code });
    return error.code;
  }
}

function fallbackOf<R extends RoleId>(role: R, input: Roles[R]['input']): Roles[R]['output'] {
  const chatRole: ChatRole<Roles[R]['input'], Roles[R]['output']> = chatRoles[role];
  return chatRole.fallback(input, '');
}
