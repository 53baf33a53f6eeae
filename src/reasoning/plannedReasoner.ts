import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from './reasoner.ts';

/**
 * Roles that decide what to look up next. Classifying a question is not planning: DRR-RAG's paper gives it to the model that answers
 * (pipelines.md 5.1).
 */
export const planningRoles: ReadonlySet<RoleId> = new Set<RoleId>([
  'sunar.step',
  'leap.gaps',
  'selfdc.decompose',
  'drr.decompose',
  'selfask.step',
  'gear.reason',
  'efficientrag.next',
]);

/** One model plans and another does everything else. */
export class PlannedReasoner implements Reasoner {
  readonly id: string;
  readonly can: Reasoner['can'];
  readonly #planner: Reasoner;
  readonly #answering: Reasoner;

  constructor(planner: Reasoner, answering: Reasoner) {
    this.id = `${answering.id}+${planner.id}`;
    this.can = answering.can;
    this.#planner = planner;
    this.#answering = answering;
  }

  serves(role: RoleId): boolean {
    return this.#of(role).serves(role);
  }

  perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    return this.#of(role).perform(role, input, call);
  }

  sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly (Performed<R> | null)[]> {
    return this.#of(role).sample(role, input, n, call);
  }

  #of(role: RoleId): Reasoner {
    return planningRoles.has(role) ? this.#planner : this.#answering;
  }
}
