/** The Reasoner: what decomposes, reads, finishes and checks. Roles are those of pipelines.md; a reasoner says which it can serve. */
import type { BaselineRoles } from './roles/baselineRoles.ts';
import type { DrrRoles } from './roles/drrRoles.ts';
import type { JudgeRoles } from './roles/judgeRoles.ts';
import type { LiteRoles } from './roles/liteRoles.ts';
import type { LeapRoles } from './roles/leapRoles.ts';
import type { ReadRoles } from './roles/readRoles.ts';
import type { SelfDcRoles } from './roles/selfDcRoles.ts';
import type { SunarRoles } from './roles/sunarRoles.ts';

/** Every role with what it is given and what it returns. A family of roles has a file in `roles/`, its words in `prompts/`. */
export interface Roles extends ReadRoles, SunarRoles, LeapRoles, SelfDcRoles, DrrRoles, BaselineRoles, LiteRoles, JudgeRoles {}
export type RoleId = keyof Roles;

export interface ReasonerCall {
  readonly node: string;
  readonly signal: AbortSignal;
  /** 0-based; more than one only where the role is sampled. */
  readonly sample?: number;
  /** Instead of the role's own; samples that must differ need one above 0. */
  readonly temperature?: number;
  /** Instead of the role's own. */
  readonly topP?: number;
  /** Of one reply; instead of the role's own. */
  readonly maxTokens?: number;
  /** Repair calls for one unusable reply, 0 to 5; instead of the reasoner's own. */
  readonly maxRepair?: number;
  /** The last answering step, which is allowed when the budget is spent. */
  readonly isFinal?: boolean;
}

export type Performed<R extends RoleId> = {
  readonly output: Roles[R]['output'];
  /** Flags for the node: `role_fallback:<role>`, `dropped:<n>` … */
  readonly flags: readonly string[];
};

export interface Reasoner {
  readonly id: string;
  readonly can: { readonly sample: boolean; readonly logprobs: boolean; readonly stateConfidence: boolean };
  /** False: the role is not called; its fallback applies and the run is flagged `role_unavailable:<role>` (pipelines.md 1.11). */
  serves(role: RoleId): boolean;
  /**
   * Serves one role once. A reply that stays unusable after repair gives the role's fallback with a flag, never an exception.
   * @throws AriadneError when the model cannot be reached or refuses the key, `budget-exhausted`; AbortError when the signal fires.
   */
  perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>>;
  /** Serves one role `n` times, in the order of the samples; null for a sample whose call failed. One sample where the reasoner cannot sample. */
  sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly (Performed<R> | null)[]>;
}
