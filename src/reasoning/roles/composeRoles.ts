/** Writing out an answer after a pipeline has ended. No paper has this step, so none of its numbers counts it. */
import { declines } from '../abstention.ts';
import type { Passage } from '../../protocol/passage.ts';
import { composePrompt, type Compose } from '../prompts/compose.ts';
import { readWrittenText, shownWriting, type WrittenText } from '../writtenText.ts';
import type { Role } from '../role.ts';
import { passageNamed } from './replyValues.ts';
import { shortenPassages } from './readRoles.ts';

/** The output has no blocks when nothing was written. */
export const composeRole: Role<Compose, WrittenText> = {
  id: 'compose',
  work: 'answer',
  temperature: 0.1,
  maxTokens: 2_048,
  abstention: readWrittenText(''),
  messages: composePrompt,
  shown: shownWriting,
  read: (reply, { passages }, { isCut = false }) => ({ ok: true, outcome: outcomeOf(withNumbers(String(reply), passages), isCut) }),
  fallback: ({ passages }, text) => readWrittenText(withNumbers(text, passages)),
  shorten: shortenPassages,
};

/** A reply without marks that only declines is no answer, though it is a sentence. */
function outcomeOf(reply: string, isCut: boolean): { readonly output: WrittenText; readonly flags: readonly string[] } {
  const isDeclined = reply.trim() !== '' && !reply.includes('[') && declines(reply);
  return { output: readWrittenText(isDeclined ? '' : reply), flags: isDeclined ? ['declined'] : isCut ? ['reply_cut'] : [] };
}

/** Marks that name a document, such as `[RFC 3085: "words"]`, with the number of a passage of it; the words that they quote stay. */
function withNumbers(reply: string, passages: readonly Passage[]): string {
  return reply.replace(namingMark, (whole, name: string, words = '') => {
    const at = /\p{L}/u.test(name) && /\s|\d\d/.test(name) ? passageNamed(name, passages) : undefined;
    return at === undefined ? whole : `[${at + 1}${words}`;
  });
}

const namingMark = /\[([^[\]\n:"“”|]{1,80})(?:(\s?:\s?["“][^"“”\n]{0,600}["”])|(?=\](?!\()))/gu;
