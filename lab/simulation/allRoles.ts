/** Every role of the product and of the laboratory, by id. */
import type { Role } from '../../src/reasoning/role.ts';
import { composeRole } from '../../src/reasoning/roles/composeRoles.ts';
import { bridgeRoles } from '../../src/reasoning/roles/bridgeRoles.ts';
import { drrRoles } from '../../src/reasoning/roles/drrRoles.ts';
import { nextThoughtRole } from '../../src/reasoning/roles/ircotRole.ts';
import { leapRoles } from '../../src/reasoning/roles/leapRoles.ts';
import { readRole } from '../../src/reasoning/roles/readRoles.ts';
import { selfAskRoles } from '../../src/reasoning/roles/selfAskRoles.ts';
import { selfDcRoles } from '../../src/reasoning/roles/selfDcRoles.ts';
import { sunarRoles } from '../../src/reasoning/roles/sunarRoles.ts';
import { cellRole } from '../../src/reasoning/roles/tableRoles.ts';
import { rewriteRole } from '../../src/reasoning/roles/threadRoles.ts';
import { judgeRole } from '../models/judgeRole.ts';
import { compareRole, mergeRole } from '../models/wordingRoles.ts';
import { cotRole, directRole, draftRole, genReadRole, refineRole } from '../pipelines/roles/baselineRoles.ts';
import { liteRoles } from '../pipelines/roles/liteRoles.ts';

export const allRoles = {
  read: readRole,
  'sunar.step': sunarRoles.step,
  'sunar.read': sunarRoles.read,
  'sunar.asu': sunarRoles.asu,
  'sunar.finish': sunarRoles.finish,
  'sunar.mer': sunarRoles.mer,
  'leap.gaps': leapRoles.gaps,
  'leap.verify': leapRoles.verify,
  'leap.answer': leapRoles.answer,
  'selfdc.confidence': selfDcRoles.confidence,
  'selfdc.confidence.prob': selfDcRoles.tokenConfidence,
  'selfdc.decompose': selfDcRoles.decompose,
  'selfdc.background': selfDcRoles.background,
  'selfdc.read': selfDcRoles.read,
  'selfdc.combine': selfDcRoles.combine,
  'bridge.queries': bridgeRoles.queries,
  'bridge.entities': bridgeRoles.entities,
  'bridge.judge': bridgeRoles.judge,
  'drr.classify': drrRoles.classify,
  'drr.decompose': drrRoles.decompose,
  'drr.answer': drrRoles.answer,
  'drr.refine': drrRoles.refine,
  'drr.integrate': drrRoles.integrate,
  direct: directRole,
  cot: cotRole,
  'genread.passage': genReadRole,
  'selfask.step': selfAskRoles.step,
  'selfask.finish': selfAskRoles.finish,
  'ircot.next': nextThoughtRole,
  'refeed.draft': draftRole,
  'refeed.read': refineRole,
  'selfrag.retrieve': liteRoles.retrieve,
  'selfrag.assess': liteRoles.assess,
  'r2ag.read': liteRoles.readWithFeatures,
  'gear.extract': liteRoles.extract,
  'gear.reason': liteRoles.reason,
  'gear.read': liteRoles.readWithFacts,
  'efficientrag.label': liteRoles.label,
  'efficientrag.next': liteRoles.nextQuery,
  'autorag.turn': liteRoles.turn,
  'table.cell': cellRole,
  'thread.rewrite': rewriteRole,
  'cuqa.merge': mergeRole,
  'cuqa.compare': compareRole,
  compose: composeRole,
  judge: judgeRole,
} as const;

export type RoleId = keyof typeof allRoles;

type InputOf<R> = R extends Role<infer I, infer _> ? I : never;
type OutputOf<R> = R extends Role<infer _, infer O> ? O : never;

export type Roles = {
  readonly [R in RoleId]: { readonly input: InputOf<(typeof allRoles)[R]>; readonly output: OutputOf<(typeof allRoles)[R]> };
};

/** @returns the role, with its types by its id */
export function roleOf<R extends RoleId>(id: R): Role<Roles[R]['input'], Roles[R]['output']> {
  const roles: { readonly [Q in RoleId]: Role<Roles[Q]['input'], Roles[Q]['output']> } = allRoles;
  return roles[id];
}
