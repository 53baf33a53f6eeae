import type { RoleId, Roles } from '../../lab/simulation/allRoles.ts';
import type { Performed, ReasonerCall } from '../../src/reasoning/reasoner.ts';
import type { Role } from '../../src/reasoning/role.ts';
import { StandIn } from './standIn.ts';

/** Each role's answers in order; the last one is repeated. */
export type Script = { readonly [R in RoleId]?: readonly Roles[R]['output'][] };

/** Plays a script and records its inputs. Each sample takes the next line of the script. */
export class ScriptedReasoner extends StandIn {
  readonly id = 'scripted';
  readonly can = { sample: false, logprobs: false, stateConfidence: false };
  readonly asked: { readonly role: string; readonly input: unknown; readonly node: string }[] = [];
  readonly #script: ReadonlyMap<string, readonly unknown[]>;

  constructor(script: Script) {
    super();
    this.#script = new Map(Object.entries(script));
  }

  override async perform<I, O>(role: Role<I, O>, input: NoInfer<I>, { node, signal }: ReasonerCall): Promise<Performed<O>> {
    signal.throwIfAborted();
    const before = this.asked.filter((one) => one.role === role.id).length;
    this.asked.push({ role: role.id, input, node });
    const lines = (this.#script.get(role.id) ?? []) as readonly O[];
    return { output: lines[Math.min(before, lines.length - 1)] ?? role.fallback(input, ''), flags: [] };
  }
}
