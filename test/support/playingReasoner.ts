import { AriadneError } from '../../src/base/errors.ts';
import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from '../../src/reasoning/reasoner.ts';

/** Each role's answers, as functions of the input. A role that is missing fails every call. */
export type Play = { readonly [R in RoleId]?: ((input: Roles[R]['input'], call: ReasonerCall) => Roles[R]['output']) | undefined };

export interface PlayOptions {
  readonly can?: Partial<Reasoner['can']>;
  readonly unserved?: readonly RoleId[];
  /** Called before each answer, to vary which concurrent call ends first. */
  readonly pause?: () => Promise<void>;
}

/** A reasoner whose answers depend on the input and not on time. It records its inputs. */
export class PlayingReasoner implements Reasoner {
  readonly id = 'playing';
  readonly can: Reasoner['can'];
  readonly asked: { readonly role: RoleId; readonly input: unknown; readonly call: ReasonerCall }[] = [];
  readonly #play: Play;
  readonly #options: PlayOptions;

  constructor(play: Play, options: PlayOptions = {}) {
    this.#play = play;
    this.#options = options;
    this.can = { sample: true, logprobs: true, stateConfidence: true, ...options.can };
  }

  countOf(role: RoleId): number {
    return this.asked.filter((one) => one.role === role).length;
  }

  serves(role: RoleId): boolean {
    return this.#options.unserved?.includes(role) !== true;
  }

  async sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly (Performed<R> | null)[]> {
    const samples = Array.from({ length: this.can.sample ? n : 1 }, (_, sample) => this.perform(role, input, { ...call, sample }));
    return Promise.all(samples.map((one) => one.catch(passing)));
  }

  async perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    call.signal.throwIfAborted();
    this.asked.push({ role, input, call });
    await this.#options.pause?.();
    call.signal.throwIfAborted();
    const play: ((input: Roles[R]['input'], call: ReasonerCall) => Roles[R]['output']) | undefined = this.#play[role];
    if (!play) throw new AriadneError('chat-server-error', `Nobody plays ${role}.`);
    return { output: play(input, call), flags: [] };
  }
}

function passing(error: unknown): null {
  if (error instanceof AriadneError && error.code === 'chat-server-error') return null;
  throw error;
}
