/** Rewrites a follow-up to stand alone (pipelines.md 1.14). No pipeline uses it: a question is rewritten before its run begins. */
import { assumedLanguage } from '../../language/assumed.ts';
import { isSurelyIn, languageOf, shownLanguage } from '../../language/languages.ts';
import { properNames } from '../../language/names.ts';
import { foldText } from '../../language/words.ts';
import * as z from 'zod';
import { rewritePrompt, type EarlierTurn } from '../prompts/thread.ts';
import type { Role } from '../role.ts';
import { parseReply, text, withoutLineBreaks } from './replyValues.ts';

export interface StandAloneInput {
  /** As typed. */
  readonly question: string;
  /** Oldest first. */
  readonly earlier: readonly EarlierTurn[];
}

export interface StandAloneOutput {
  /** Null when the question stays as it is. */
  readonly question: string | null;
  /** Why it does although it may point to an earlier one, as a sentence. */
  readonly unsure?: string;
}

const rewriteReply = z.object({
  points_to: text.describe('what the words that point back or are left out mean, in a few words; empty when the question stands alone'),
  question: text.describe('the question, made to stand alone; word for word as typed when it does already'),
});

export const rewriteRole: Role<StandAloneInput, StandAloneOutput> = {
  id: 'thread.rewrite',
  temperature: 0,
  maxTokens: 512,
  abstention: { question: null },
  schema: () => rewriteReply,
  messages: ({ question, earlier }, fields) => rewritePrompt(question, earlier, fields),
  read: (reply, input) => parseReply(rewriteReply, reply, ({ question }) => ({ output: checked(question ?? '', input) })),
  fallback: () => ({ question: null, unsure: 'The language model gave no question that can be used.' }),
  // The latest turns matter most.
  shorten: ({ question, earlier }) => (earlier.length < 2 ? null : { input: { question, earlier: earlier.slice(1) }, dropped: 0 }),
};

/** Far longer than a question that stands alone. */
const longest = 1_000;

/** A model may forget what was typed, answer the question, change its language, or add what nobody said. */
function checked(reply: string, { question, earlier }: StandAloneInput): StandAloneOutput {
  const said = withoutLineBreaks(reply);
  if (said === '' || folded(said) === folded(question)) return { question: null };
  const refused = (unsure: string): StandAloneOutput => ({ question: null, unsure });
  if (said.length > longest) return refused('The question that the language model wrote is far too long.');
  if (questionsIn(said) > Math.max(1, questionsIn(question))) return refused('The language model wrote several questions.');
  if (isAsking(question) && !isAsking(said)) return refused('The language model wrote something that is not a question.');
  const [typedIn, saidIn] = [shownLanguage(question), shownLanguage(said)];
  if (typedIn && saidIn && typedIn !== saidIn && isSurelyIn(saidIn, said))
    return refused('The language model changed the language of the question.');
  const dropped = namesIn(question).find((name) => !isIn(name, said));
  if (dropped !== undefined) return refused(`The language model left “${dropped}” out of the question.`);
  const known = [question, ...earlier.flatMap((turn) => [turn, ...(turn.steps ?? [])]).flatMap((one) => [one.question, one.answer ?? ''])];
  const added = namesIn(said).find((name) => !isIn(name, known.join(' ')));
  return added === undefined
    ? { question: said }
    : refused(`The language model added “${added}”, which no earlier question or answer names.`);
}

function questionsIn(text: string): number {
  return text.match(/[?？؟]+/gu)?.length ?? 0;
}

/** By its mark or by how it begins. */
function isAsking(text: string): boolean {
  if (questionsIn(text) > 0) return true;
  const { askingWords } = languageOf(text);
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).slice(0, 2).some((word) => askingWords.has(word));
}

function namesIn(said: string): readonly string[] {
  // The capital of the first word says nothing.
  const lower = said.charAt(0).toLowerCase() + said.slice(1);
  return properNames(lower, languageOf(lower)).map(({ start, end }) => lower.slice(start, end));
}

/** Whether all words of the name are there, however inflected: `Tarrows Tochter` has `Tarrow`. */
function isIn(name: string, text: string): boolean {
  const words = folded(text).split(' ');
  return folded(name)
    .split(' ')
    .every((word) => words.some((one) => one.startsWith(word) || (one.length > 3 && word.startsWith(one))));
}

function folded(said: string): string {
  return foldText(said, assumedLanguage)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
