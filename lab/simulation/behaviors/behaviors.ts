/** The simulated model's implementation of each role. */
import type { RoleId } from '../allRoles.ts';
import {
  answerAnyhow,
  background,
  check,
  draft,
  finish,
  readingAs,
  readInWords,
  recall,
  refine,
  showConfidence,
  stateConfidence,
} from './answering.ts';
import type { Behavior } from './behavior.ts';
import { bridgeEntities, hopQueries, judgeCandidates } from './bridging.ts';
import { compose } from './composing.ts';
import { judge } from './judging.ts';
import { compare, merge, standAlone } from './phrasing.ts';
import { assess, decideRetrieval, dialogue, extractTriples, judgeSufficiency, label, nextQuery, readWithTriples } from './lite.ts';
import { fillCell } from './tables.ts';
import { classify, followUp, gaps, nextThought, plan, split, step, verify } from './planning.ts';

const read = readingAs('read');

export const behaviors: Readonly<Record<RoleId, Behavior>> = {
  read,
  'sunar.step': step,
  'sunar.read': read,
  'sunar.asu': answerAnyhow,
  'sunar.finish': finish,
  'sunar.mer': check,
  'leap.gaps': gaps,
  'leap.verify': verify,
  'leap.answer': read,
  'selfdc.confidence': stateConfidence,
  'selfdc.confidence.prob': showConfidence,
  'selfdc.decompose': split,
  'selfdc.background': background,
  'selfdc.read': read,
  'selfdc.combine': finish,
  'bridge.queries': hopQueries,
  'bridge.entities': bridgeEntities,
  'bridge.judge': judgeCandidates,
  'drr.classify': classify,
  'drr.decompose': plan,
  'drr.answer': read,
  'drr.refine': refine,
  'drr.integrate': finish,
  direct: recall,
  cot: recall,
  'genread.passage': background,
  'selfask.step': followUp,
  'selfask.finish': finish,
  'ircot.next': nextThought,
  'refeed.draft': draft,
  'refeed.read': readInWords,
  'selfrag.retrieve': decideRetrieval,
  'selfrag.assess': assess,
  'r2ag.read': read,
  'gear.extract': extractTriples,
  'gear.reason': judgeSufficiency,
  'gear.read': readWithTriples,
  'efficientrag.label': label,
  'efficientrag.next': nextQuery,
  'autorag.turn': dialogue,
  'table.cell': fillCell,
  'thread.rewrite': standAlone,
  'cuqa.merge': merge,
  'cuqa.compare': compare,
  judge,
  compose,
};
