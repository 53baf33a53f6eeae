import type { Reasoner, RoleId } from './reasoner.ts';

const planning: ReadonlySet<RoleId> = new Set<RoleId>(['sunar.step', 'selfask.step', 'leap.gaps', 'drr.decompose', 'selfdc.decompose']);

/** The reasoner whose planning roles are shown what documents of the folder are like. */
export function withFolder(reasoner: Reasoner, documents: readonly string[]): Reasoner {
  if (documents.length === 0) return reasoner;
  const told = <I extends object>(role: RoleId, input: I): I => (planning.has(role) ? { ...input, documents } : input);
  return {
    id: reasoner.id,
    can: reasoner.can,
    serves: (role) => reasoner.serves(role),
    perform: (role, input, call) => reasoner.perform(role, told(role, input), call),
    sample: (role, input, n, call) => reasoner.sample(role, told(role, input), n, call),
  };
}
