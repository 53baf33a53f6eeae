/** The roles that are served without a model, and by what. */
import type { Role } from '../role.ts';
import { drrRoles } from '../roles/drrRoles.ts';
import { nextThoughtRole } from '../roles/ircotRole.ts';
import { leapRoles } from '../roles/leapRoles.ts';
import { readRole, type ReadInput, type ReadOutput } from '../roles/readRoles.ts';
import { selfAskRoles } from '../roles/selfAskRoles.ts';
import { selfDcRoles } from '../roles/selfDcRoles.ts';
import { sunarRoles } from '../roles/sunarRoles.ts';
import { cellRole, type CellOutput, unknownCell } from '../roles/tableRoles.ts';
import { rewriteRole } from '../roles/threadRoles.ts';
import { carryNames } from '../carryNames.ts';
import { confirmAnswer } from './confirmAnswer.ts';
import { finishFrom, nextStep } from './plan.ts';
import { checkAnswer, classifyQuestion, integrateAnswers, planAtOnce } from './planAtOnce.ts';
import { findGaps, finishFollowUps, isAligned, nextFollowUp, nextThought } from './readAndAsk.ts';
import type { Parts } from './parts.ts';
import { readQuestion } from './walkPlan.ts';

export type Served = ReadonlyMap<string, (input: never) => unknown>;

function serving<I, O>(role: Role<I, O>, serve: (input: I) => O | Promise<O>): readonly [id: string, serve: (input: I) => O | Promise<O>] {
  return [role.id, serve];
}

/** Roles missing here need a memory, a stated confidence or free wording; they fall back (pipelines.md 1.11). */
export function servedBy(parts: Parts): Served {
  const read = ({ question, passages }: Pick<ReadInput, 'question' | 'passages'>): Promise<ReadOutput> =>
    readQuestion(parts, question, passages);
  const ofDocument: Parts = { ...parts, read: (input) => parts.read({ ...input, isOfDocument: true }) };
  return new Map<string, (input: never) => unknown>([
    serving(readRole, read),
    serving(sunarRoles.read, read),
    serving(sunarRoles.step, (input) => nextStep(parts, input)),
    serving(sunarRoles.finish, (input) => ({ answer: finishFrom(parts, input) })),
    serving(sunarRoles.mer, (input) => confirmAnswer(parts, input)),
    serving(leapRoles.gaps, (input) => findGaps(parts, input)),
    serving(leapRoles.verify, isAligned),
    serving(leapRoles.answer, read),
    serving(selfDcRoles.read, read),
    serving(drrRoles.classify, (input) => classifyQuestion(parts, input)),
    serving(drrRoles.decompose, (input) => planAtOnce(parts, input)),
    serving(drrRoles.answer, parts.read),
    serving(drrRoles.refine, (input) => checkAnswer(parts, input)),
    serving(drrRoles.integrate, (input) => integrateAnswers(parts, input)),
    serving(selfAskRoles.step, (input) => nextFollowUp(parts, input)),
    serving(selfAskRoles.finish, (input) => finishFollowUps(parts, input)),
    serving(nextThoughtRole, (input) => nextThought(parts, input)),
    serving(cellRole, async ({ question, passages }) => cellOf(await readQuestion(ofDocument, question, passages))),
    serving(rewriteRole, carryNames),
  ]);
}

/** That no answer is sure enough does not mean that the document states none. */
function cellOf({ answer, quote }: ReadOutput): CellOutput {
  return answer === null || quote === null ? unknownCell : { verdict: 'stated', answers: [{ answer, quote }] };
}
