/** Fills a cell of a literature table: one question about one document. A role outside of every pipeline. */
import * as z from 'zod';
import { isAbstention, refuses } from '../abstention.ts';
import { type CellInput, cellPrompt } from '../prompts/table.ts';
import { yesOrNo, isSaid, parseReply, text, withoutLineBreaks } from './replyValues.ts';
import { withoutNumbers } from '../strayMarks.ts';
import type { Role } from '../role.ts';
import { answerInProse, shortenPassages } from './readRoles.ts';

export interface CellOutput {
  /** `unknown`: the reasoner cannot tell whether the document states it. `unusable`: the reply is not in the format that was asked for. */
  readonly verdict: 'stated' | 'not-stated' | 'unknown' | 'unusable';
  /** One if it is stated, two if two places of the document disagree. */
  readonly answers: readonly QuotedAnswer[];
}

export interface QuotedAnswer {
  readonly answer: string;
  /** As the reasoner gave it, not yet looked up; empty when it gave none. */
  readonly quote: string;
}

export const unknownCell: CellOutput = { verdict: 'unknown', answers: [] };
const notStated: CellOutput = { verdict: 'not-stated', answers: [] };
const unusable: CellOutput = { verdict: 'unusable', answers: [] };

const cellReply = z
  .object({
    stated: yesOrNo.describe('true when the passages say it, false when they do not'),
    answer: text.describe('the answer; empty when it is not stated'),
    quote: text.describe('the words of one passage that say so, copied exactly; empty when it is not stated'),
    other_answer: text.describe('what another place of the document says, only if the two contradict each other; otherwise empty'),
    other_quote: text.describe('the words of a passage that say the other answer, copied exactly; otherwise empty'),
  })
  .refine(({ stated, answer }) => stated === false || isSaid(answer), { error: 'the field "answer" is missing', path: ['answer'] });

export const cellRole: Role<CellInput, CellOutput> = {
  id: 'table.cell',
  temperature: 0,
  maxTokens: 1_024,
  // Without an abstention: an empty reply does not say that nothing is stated.
  schema: () => cellReply,
  messages: cellPrompt,
  read: (reply, { passages }) =>
    parseReply(cellReply, reply, ({ stated, answer, quote, other_answer: other, other_quote: otherQuote }) => {
      if (isSaid(answer) && refuses(answer)) return { output: unusable };
      if (stated === false || !isSaid(answer) || isAbstention(answer)) return { output: notStated };
      const clean = (said: string): string => withoutNumbers(withoutLineBreaks(said), passages);
      const first = { answer: clean(answer), quote: quote ?? '' };
      const second = isSaid(other) && isSaid(otherQuote) && !isAbstention(other) ? [{ answer: clean(other), quote: otherQuote }] : [];
      return { output: { verdict: 'stated', answers: [first, ...second] } };
    }),
  fallback: (_input, raw) => inProse(raw),
  shorten: shortenPassages,
};

/** Prose is an answer where it has one; what it puts in quotation marks may be its quote, which is looked up like any other. */
function inProse(raw: string): CellOutput {
  const said = raw.trim();
  if (said === '' || /^[[{]/.test(said)) return unusable;
  if (refuses(said)) return unusable;
  if (isAbstention(said)) return notStated;
  const answer = answerInProse(said);
  if (answer === null) return unusable;
  const quotes = [...said.matchAll(/"([^"]{12,})"|“([^“”]{12,})”|«([^«»]{12,})»/g)].map(([, ...quoted]) => quoted.find(isSaid) ?? '');
  const quote = quotes.toSorted((a, b) => b.length - a.length)[0] ?? '';
  return { verdict: 'stated', answers: [{ answer: withoutLineBreaks(answer), quote }] };
}
