/** The role of IRCoT (pipelines.md 7). */
import { languageOf } from '../../language/languages.ts';
import { sentenceRanges } from '../../language/sentences.ts';
import type { Passage } from '../../protocol/passage.ts';
import { declines } from '../abstention.ts';
import { nextSentencePrompt } from '../prompts/ircot.ts';
import type { Role } from '../role.ts';
import { withoutNumbers } from '../strayMarks.ts';
import { cleanAnswer, shortenPassages } from './readRoles.ts';
import { inPlainText, unmarked } from './replyValues.ts';

export interface ThoughtInput {
  readonly question: string;
  /** In order of arrival. */
  readonly passages: readonly Passage[];
  /** The sentences so far. */
  readonly cot: readonly string[];
}

export interface ThoughtOutput {
  /** The first sentence of the reply; empty when there is none. */
  readonly sentence: string;
  /** Present when the sentence announces the answer; null when it announces that there is none. */
  readonly answer?: string | null;
}

export const nextThoughtRole: Role<ThoughtInput, ThoughtOutput> = {
  id: 'ircot.next',
  // Source: pipelines.md 7, common defaults.
  temperature: 0.1,
  topP: 0.1,
  maxTokens: 200,
  abstention: { sentence: '' },
  messages: ({ question, passages, cot }) => nextSentencePrompt(question, passages, cot),
  read: (reply, input) => inPlainText(reply, (raw) => thoughtIn(raw, input)),
  fallback: (input, raw) => thoughtIn(raw, input),
  shorten: shortenPassages,
};

/**
 * The first sentence behind an exclamation, a heading and a label; the model may write more than it should before the next search. A
 * statement that the passages lack something is a thought too.
 */
function thoughtIn(raw: string, { passages }: Pick<ThoughtInput, 'passages'>): ThoughtOutput {
  const text = unmarked(raw)
    .trim()
    .replace(/^(?:\p{L}+(?: \p{L}+)?!\s+)?(?:[^\n.]{1,60}:\n+)?(?:Thought:\s*)?/iu, '');
  const [first] = sentenceRanges(text, languageOf(text));
  const sentence = first && !declines(text) ? withoutNumbers(text.slice(first.start, first.end).replace(/\s+/g, ' '), passages) : '';
  const announced = /answer is:?\s*(.+?)\.?$/i.exec(sentence)?.[1];
  return announced === undefined ? { sentence } : { sentence, answer: cleanAnswer({ answer: announced }) };
}
