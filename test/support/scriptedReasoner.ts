import { chatRoles } from '../../src/reasoning/chatRoles.ts';
import type { ChatRole } from '../../src/reasoning/roles/chatRole.ts';
import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from '../../src/reasoning/reasoner.ts';

/** Each role's answers in order; the last one is repeated. */
export type Script = { readonly [R in RoleId]?: readonly Roles[R]['output'][] };

/** A reasoner that plays a script and records its inputs. */
export class ScriptedReasoner implements Reasoner {
  readonly id = 'scripted';
  readonly can = { sample: false, logprobs: false, stateConfidence: false };
  readonly asked: { readonly role: RoleId; readonly input: unknown; readonly node: string }[] = [];
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  serves(): boolean {
    return true;
  }

  /** Each sample takes the next line of the script. */
  async sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly Performed<R>[]> {
    return Promise.all(Array.from({ length: n }, (_, sample) => this.perform(role, input, { ...call, sample })));
  }

  async perform<R extends RoleId>(role: R, input: Roles[R]['input'], { node, signal }: ReasonerCall): Promise<Performed<R>> {
    signal.throwIfAborted();
    const before = this.asked.filter((one) => one.role === role).length;
    this.asked.push({ role, input, node });
    const lines: readonly Roles[R]['output'][] = this.#script[role] ?? [];
    return { output: lines[Math.min(before, lines.length - 1)] ?? fallbackOf(role, input), flags: [] };
  }
}

function fallbackOf<R extends RoleId>(role: R, input: Roles[R]['input']): Roles[R]['output'] {
  const chatRole: ChatRole<Roles[R]['input'], Roles[R]['output']> = chatRoles[role];
  return chatRole.fallback(input, '');
}
