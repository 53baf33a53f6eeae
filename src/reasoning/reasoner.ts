/** What decomposes, reads, finishes and checks for a pipeline. A reasoner declares which roles it can serve. */
import type { Role, RoleFacts } from './role.ts';

export interface ReasonerCall {
  readonly node: string;
  readonly signal: AbortSignal;
  /** 0-based; above 0 only if the role is sampled. */
  readonly sample?: number;
  /** Overrides the role's temperature. Samples that must differ need one above 0. */
  readonly temperature?: number;
  /** True for the last answering step, which is allowed when the budget is spent. */
  readonly isFinal?: boolean;
}

export interface Performed<O> {
  readonly output: O;
  /** Flags for the node: `role_fallback:<role>`, `dropped:<n>` … */
  readonly flags: readonly string[];
  /** The code of the failed call for which the output is the role's fallback. */
  readonly failed?: string;
}

interface About {
  readonly id: string;
  readonly can: { readonly sample: boolean; readonly logprobs: boolean; readonly stateConfidence: boolean };
  /** If false, the role is not called; its fallback applies and the run is flagged `role_unavailable:<role>` (pipelines.md 1.11). */
  serves(role: RoleFacts): boolean;
}

export interface Reasoner extends About {
  /**
   * Calls one role once. A reply that is unusable even after repair gives the role's fallback with a flag, not an exception.
   * @throws AriadneError when the model cannot be reached or rejects the key, `budget-exhausted`; AbortError when the signal fires
   */
  perform<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall): Promise<Performed<O>>;
  /**
   * Calls one role `n` times, in the order of the samples; null for a sample whose call failed. A single sample if the reasoner cannot
   * sample.
   */
  sample<I, O>(role: Role<I, O>, input: NoInfer<I>, n: number, call: Omit<ReasonerCall, 'sample'>): Promise<Samples<O>>;
}

export type Samples<O> = readonly (Performed<O> | null)[];

/**
 * One call of a role, for `n` samples, or with `n` undefined for the one outcome that somebody waits for, which is then the only one and
 * not null.
 */
type Ask = <I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall, n: number | undefined) => Promise<Samples<O>>;

/** What answers behind a reasoner: a model, or rules. */
export interface Backend extends About {
  readonly ask: Ask;
}

/** What is done around every call. */
export type Middleware = (next: Ask) => Ask;

/** @param middleware the first sees a call first */
export function reasonerOf(backend: Backend, middleware: readonly Middleware[] = []): Reasoner {
  const ask = middleware.reduceRight<Ask>(
    (next, around) => around(next),
    (role, ...call) => backend.ask(role, ...call),
  );
  return {
    id: backend.id,
    can: backend.can,
    serves: (role) => backend.serves(role),
    async perform(role, input, call) {
      const [performed] = await ask(role, input, call, undefined);
      if (!performed) throw new Error(`the role ${role.id} has no outcome`);
      return performed;
    },
    sample: (role, input, n, call) => ask(role, input, call, backend.can.sample ? n : 1),
  };
}
