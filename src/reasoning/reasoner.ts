/**
 * The interface of reasoners, which decompose, read, finish and check. Roles are those of pipelines.md; a reasoner declares which it can
 * serve.
 */
import type { BaselineRoles } from './roles/baselineRoles.ts';
import type { ComposeRoles } from './roles/composeRoles.ts';
import type { CuqaRoles } from './roles/cuqaRoles.ts';
import type { DrrRoles } from './roles/drrRoles.ts';
import type { JudgeRoles } from './roles/judgeRoles.ts';
import type { LiteRoles } from './roles/liteRoles.ts';
import type { LeapRoles } from './roles/leapRoles.ts';
import type { ReadRoles } from './roles/readRoles.ts';
import type { SelfDcRoles } from './roles/selfDcRoles.ts';
import type { SunarRoles } from './roles/sunarRoles.ts';
import type { TableRoles } from './roles/tableRoles.ts';
import type { ThreadRoles } from './roles/threadRoles.ts';

/** Every role with its input and output. Each family of roles has a file in `roles/` and its prompts in `prompts/`. */
export interface Roles
  extends
    ReadRoles,
    SunarRoles,
    LeapRoles,
    SelfDcRoles,
    DrrRoles,
    BaselineRoles,
    LiteRoles,
    JudgeRoles,
    CuqaRoles,
    TableRoles,
    ComposeRoles,
    ThreadRoles {}
export type RoleId = keyof Roles;

export interface ReasonerCall {
  readonly node: string;
  readonly signal: AbortSignal;
  /** 0-based; above 0 only if the role is sampled. */
  readonly sample?: number;
  /** Overrides the role's temperature. Samples that must differ need one above 0. */
  readonly temperature?: number;
  /** Overrides the role's value. */
  readonly topP?: number;
  /** Limit for one reply; overrides the role's. */
  readonly maxTokens?: number;
  /** Maximum number of repair calls for one unusable reply, 0 to 5; overrides the reasoner's. */
  readonly maxRepair?: number;
  /** True for the last answering step, which is allowed when the budget is spent. */
  readonly isFinal?: boolean;
}

export type Performed<R extends RoleId> = {
  readonly output: Roles[R]['output'];
  /** Flags for the node: `role_fallback:<role>`, `dropped:<n>` … */
  readonly flags: readonly string[];
  /** The code of the failed call for which the output is the role's fallback. */
  readonly failed?: string;
};

export interface Reasoner {
  readonly id: string;
  readonly can: { readonly sample: boolean; readonly logprobs: boolean; readonly stateConfidence: boolean };
  /** If false, the role is not called; its fallback applies and the run is flagged `role_unavailable:<role>` (pipelines.md 1.11). */
  serves(role: RoleId): boolean;
  /**
   * Calls one role once. A reply that is unusable even after repair gives the role's fallback with a flag, not an exception.
   * @throws AriadneError when the model cannot be reached or rejects the key, `budget-exhausted`; AbortError when the signal fires
   */
  perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>>;
  /**
   * Calls one role `n` times, in the order of the samples; null for a sample whose call failed. A single sample if the reasoner cannot
   * sample.
   */
  sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly (Performed<R> | null)[]>;
}
