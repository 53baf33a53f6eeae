/** What a reasoner says to the baselines, for tests. */
import type { ThoughtOutput } from '../../../../src/reasoning/roles/ircotRole.ts';
import type { FollowUpOutput } from '../../../../src/reasoning/roles/selfAskRoles.ts';
import type { Script } from '../../../support/scriptedReasoner.ts';
import { said } from '../../pipelines/play.ts';

export const closedBook = ['direct', 'cot', 'cot-few-shot', 'genread'];
export const baselines = [...closedBook, 'retrieve-read', 'retrieve-cot', 'self-ask', 'ircot', 'refeed', 'iter-retgen'];

export const ask = (followUp: string): FollowUpOutput => ({ action: 'ask', followUp });
export const draft = (answer: string | null, meanLogprob: number | null = null) => ({ answer, meanLogprob });
export const refined = (answer: string | null, meanLogprob: number | null = null) => ({ ...said(answer), meanLogprob });
export const thought = (sentence: string): ThoughtOutput => ({ sentence });

export const twoHops: Script = {
  direct: [{ answer: 'Tarnholm' }],
  cot: [{ reasoning: 'Ilse Brandvik directed it. She was born in Tarnholm.', answer: 'Tarnholm' }],
  'genread.passage': [{ passage: 'The Salt Choir was directed by Ilse Brandvik of Tarnholm.' }],
  read: [said('Tarnholm')],
  'selfask.step': [ask('Who directed The Salt Choir?'), ask('Where was Ilse Brandvik born?'), { action: 'answer', answer: 'Tarnholm' }],
  'selfask.finish': [{ answer: 'Tarnholm' }],
  'ircot.next': [
    thought('The Salt Choir was directed by Ilse Brandvik.'),
    thought('Ilse Brandvik was born in Tarnholm.'),
    { sentence: 'So the answer is: Tarnholm.', answer: 'Tarnholm' },
  ],
  'refeed.draft': [draft('Tarnholm'), draft('glass')],
  'refeed.read': [refined('Tarnholm')],
};
