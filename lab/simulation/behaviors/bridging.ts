/** Roles of BridgeRAG: what leads from the first passage to the next, and which passages are needed. */
import { independentSteps, misasked, missingSteps, subjectOf, wantedOf } from '../asking.ts';
import { answersOf, derive, isGold } from '../evidence.ts';
import type { Behavior } from './behavior.ts';

/**
 * What the bridge leaves open: first what can be asked with what it says, then what follows, without the answers that it needs. An error
 * asks for something else first.
 */
export const hopQueries: Behavior = (mind, { question, passages, sample, text }) => {
  const [target] = mind.knowledge.targets(question);
  const missing = target ? missingSteps(target, { passages }) : [];
  if (!target || missing.length === 0) return { reply: { queries: [] } };
  const beliefs = beliefsFrom(target.gold, passages);
  const wanted = wantedOf(target);
  const later = independentSteps(target).filter((_, i) => {
    const step = wanted[i] ?? 0;
    return beliefs[step] === null && missing.every((one) => one.step !== step);
  });
  const first = missing[0]?.question ?? question;
  const isWrong = mind.draws.errs('queries', question, String(sample), ...passages.map(({ plainText }) => plainText));
  const asked = isWrong ? misasked(mind, target, missing[0]?.step ?? 0, beliefs, { role: 'queries', sample }) : first;
  const most = Number(/at most (\d+) search/.exec(text)?.[1] ?? 3);
  return { reply: { queries: [asked, ...missing.slice(1).map((one) => one.question), ...later].slice(0, most) } };
};

/** What the bridge gives for a step of the question, and what the next is about. An error overlooks both. */
export const bridgeEntities: Behavior = (mind, { question, passages, sample }) => {
  const [target] = mind.knowledge.targets(question);
  if (!target || mind.draws.errs('entities', question, String(sample))) return { reply: { entities: [] } };
  const given = answersOf(beliefsFrom(target.gold, passages)).filter((answer) => answer !== null);
  const next = missingSteps(target, { passages }).map((one) => subjectOf(one.question));
  return { reply: { entities: [...new Set([...given, ...next])].slice(0, 2) } };
};

/** A passage is needed if a step of the question is answered from it. Each judgment errs independently. */
export const judgeCandidates: Behavior = (mind, { question, passages, sample }) => {
  const gold = mind.knowledge.targets(question).map((target) => target.gold);
  const scores = passages.map((passage) => {
    const isNeeded = gold.some((one) => isGold(passage, one));
    const isMistaken = mind.draws.errs('bridge judge', question, passage.plainText, String(sample));
    return { passage: passage.number, score: isNeeded !== isMistaken ? 10 : 0 };
  });
  return { reply: { scores } };
};

function beliefsFrom(gold: Parameters<typeof derive>[0], passages: Parameters<typeof derive>[1]['passages']) {
  return derive(gold, { passages, earlier: [], prefersEarlier: false, isKnown: () => false });
}
