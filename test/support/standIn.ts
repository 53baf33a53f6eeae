import type { Backend, Performed, ReasonerCall, Samples } from '../../src/reasoning/reasoner.ts';
import type { Role, RoleFacts } from '../../src/reasoning/role.ts';

/** A backend in place of a model. Each of its samples is a call. */
export abstract class StandIn implements Backend {
  abstract readonly id: string;
  abstract readonly can: Backend['can'];

  serves(_role: RoleFacts): boolean {
    return true;
  }

  async ask<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall, n?: number): Promise<Samples<O>> {
    if (n === undefined) return [await this.perform(role, input, call)];
    return Promise.all(Array.from({ length: n }, (_, sample) => this.perform(role, input, { ...call, sample })));
  }

  abstract perform<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall): Promise<Performed<O>>;
}
