import type { Knowledge } from '../protocol/knowledge.ts';
import type { Reasoner, RoleId } from './reasoner.ts';

/**
 * Roles that answer from evidence. Not the samples of SUNAR's uncertainty feedback, which are guesses on purpose, nor the check of DRR-RAG,
 * which judges by evidence alone. Roles that decide what to look up never answer from memory: looking up comes first.
 */
const answeringRoles: ReadonlySet<RoleId> = new Set<RoleId>([
  'read',
  'sunar.read',
  'sunar.finish',
  'sunar.mer',
  'leap.answer',
  'selfdc.read',
  'selfdc.combine',
  'drr.answer',
  'drr.integrate',
  'selfask.finish',
  'selfrag.assess',
  'r2ag.read',
  'gear.read',
  'autorag.turn',
  'compose',
]);

/** The reasoner with one policy for all its roles of what an answer may rest on. */
export function withKnowledge(reasoner: Reasoner, knowledge: Knowledge): Reasoner {
  // The default is not part of the inputs, so that results of earlier runs stay usable.
  if (knowledge === 'evidence') return reasoner;
  const told = <I extends object>(role: RoleId, input: I): I => (answeringRoles.has(role) ? { ...input, knowledge } : input);
  return {
    id: reasoner.id,
    can: reasoner.can,
    serves: (role) => reasoner.serves(role),
    perform: (role, input, call) => reasoner.perform(role, told(role, input), call),
    sample: (role, input, n, call) => reasoner.sample(role, told(role, input), n, call),
  };
}
