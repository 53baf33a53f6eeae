import type { RoleId, Roles } from '../../lab/simulation/allRoles.ts';
import { AriadneError } from '../../src/base/errors.ts';
import type { Backend, Performed, ReasonerCall, Samples } from '../../src/reasoning/reasoner.ts';
import type { Role, RoleFacts } from '../../src/reasoning/role.ts';
import { StandIn } from './standIn.ts';

/** Each role's answers, as functions of the input. A role that is missing fails every call. */
export type Play = { readonly [R in RoleId]?: ((input: Roles[R]['input'], call: ReasonerCall) => Roles[R]['output']) | undefined };

export interface PlayOptions {
  readonly can?: Partial<Backend['can']>;
  readonly unserved?: readonly RoleId[];
  /** Called before each answer, to vary which concurrent call ends first. */
  readonly pause?: () => Promise<void>;
}

/** Gives answers that depend on the input and not on time. It records its inputs. */
export class PlayingReasoner extends StandIn {
  readonly id = 'playing';
  readonly can: Backend['can'];
  readonly asked: { readonly role: string; readonly input: unknown; readonly call: ReasonerCall }[] = [];
  readonly #play: ReadonlyMap<string, unknown>;
  readonly #options: PlayOptions;

  constructor(play: Play, options: PlayOptions = {}) {
    super();
    this.#play = new Map(Object.entries(play));
    this.#options = options;
    this.can = { sample: true, logprobs: true, stateConfidence: true, ...options.can };
  }

  countOf(role: RoleId): number {
    return this.asked.filter((one) => one.role === role).length;
  }

  override serves(role: RoleFacts): boolean {
    return this.#options.unserved?.some((id) => id === role.id) !== true;
  }

  override async ask<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall, n?: number): Promise<Samples<O>> {
    if (n === undefined) return super.ask(role, input, call);
    const samples = Array.from({ length: n }, (_, sample) => this.perform(role, input, { ...call, sample }));
    return Promise.all(samples.map((one) => one.catch(passing)));
  }

  override async perform<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall): Promise<Performed<O>> {
    call.signal.throwIfAborted();
    this.asked.push({ role: role.id, input, call });
    await this.#options.pause?.();
    call.signal.throwIfAborted();
    const play = this.#play.get(role.id) as ((input: I, call: ReasonerCall) => O) | undefined;
    if (!play) throw new AriadneError('chat-server-error', `Nobody plays ${role.id}.`);
    return { output: play(input, call), flags: [] };
  }
}

function passing(error: unknown): null {
  if (error instanceof AriadneError && error.code === 'chat-server-error') return null;
  throw error;
}
