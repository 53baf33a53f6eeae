/** Wording questions of a dataset, and comparing wordings. */
import { carryNames } from '../../../src/reasoning/carryNames.ts';
import { plain, worded } from '../wording.ts';
import type { Behavior } from './behavior.ts';

/** Words a question naturally. A model that invents puts a year into it, or leaves its last words out. */
export const merge: Behavior = (mind, { question, sample }) => {
  const natural = worded(question);
  if (!mind.draws.invents(question)) return { reply: { question: natural } };
  const asked = natural.replace(/\?$/, '');
  const invented = [`${asked} in 1987?`, `${asked.split(' ').slice(0, -2).join(' ')}?`];
  return { reply: { question: mind.draws.pick(invented, 'invented', question, String(sample)) ?? natural } };
};

/**
 * Makes a follow-up stand alone: as the dataset does for a question after the one that it names, otherwise by the names before. A model
 * that errs takes a wrong name, or leaves the question as it is.
 */
export const standAlone: Behavior = (mind, { question, text, sample }) => {
  const asked = [...text.matchAll(/<turn number="\d+">\n([\s\S]*?)\n<\/turn>/g)].map(([, turn = '']) => ({
    question: /^Asked: (.*)$/m.exec(turn)?.[1] ?? '',
    answer: /^Answered: (.*)$/m.exec(turn)?.[1] ?? null,
  }));
  const gold = mind.knowledge.followUp(
    question,
    asked.map((turn) => turn.question),
  );
  const own = gold ?? carryNames({ question, earlier: asked }).question ?? question;
  if (!mind.draws.errs('standAlone', question, ...asked.map((turn) => turn.question), String(sample)))
    return { reply: { points_to: own === question ? '' : 'what was asked before', question: own } };
  const wrong = [question, `${question.replace(/\?$/, '')} in ${asked[0]?.answer ?? 'Atlantis'}?`];
  return { reply: { points_to: '', question: mind.draws.pick(wrong, 'wrong turn', question) ?? question } };
};

export const compare: Behavior = (mind, { question, text, sample }) => {
  const wording = /<wording>\n([\s\S]*?)\n<\/wording>/.exec(text)?.[1] ?? '';
  const isSame = [question, worded(question)].some((one) => plain(one) === plain(wording));
  const same = mind.draws.errs('compare', question, wording, String(sample)) ? !isSame : isSame;
  return { reply: { difference: same ? '' : 'It has other conditions.', same } };
};
