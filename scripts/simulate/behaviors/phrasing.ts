/** Wording questions of a dataset, and comparing wordings. */
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

export const compare: Behavior = (mind, { question, text, sample }) => {
  const wording = /<wording>\n([\s\S]*?)\n<\/wording>/.exec(text)?.[1] ?? '';
  const isSame = [question, worded(question)].some((one) => plain(one) === plain(wording));
  const same = mind.draws.errs('compare', question, wording, String(sample)) ? !isSame : isSame;
  return { reply: { difference: same ? '' : 'It has other conditions.', same } };
};
