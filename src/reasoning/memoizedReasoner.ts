import type { Memo } from '../trace/recorder.ts';
import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from './reasoner.ts';

/** Memoizes whole roles in the run's log, because a reasoner without a model has no calls to record. */
export class MemoizedReasoner implements Reasoner {
  readonly id: string;
  readonly can: Reasoner['can'];
  readonly #inner: Reasoner;
  readonly #memo: Memo;
  readonly #reader: { readonly reader?: string };

  /** @param reader id of the model that reads, if one does: another model's results are not taken for its own */
  constructor(inner: Reasoner, memo: Memo, reader?: string) {
    this.#reader = reader === undefined ? {} : { reader };
    this.id = inner.id;
    this.can = inner.can;
    this.#inner = inner;
    this.#memo = memo;
  }

  serves(role: RoleId): boolean {
    return this.#inner.serves(role);
  }

  perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    const { node, sample = 0, isFinal = false } = call;
    return this.#memo.remember('reason', { role, input, sample, ...this.#reader }, () => this.#inner.perform(role, input, call), {
      node,
      isFinal,
    });
  }

  sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly (Performed<R> | null)[]> {
    const samples = this.can.sample ? n : 1;
    return Promise.all(Array.from({ length: samples }, (_, sample) => this.perform(role, input, { ...call, sample })));
  }
}
