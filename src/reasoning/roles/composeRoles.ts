/** Writing out an answer after a pipeline has ended. No paper has this step, so none of its numbers counts it. */
import { declines } from '../abstention.ts';
import { composePrompt, type Compose } from '../prompts/compose.ts';
import { readWrittenText, shownWriting, type WrittenText } from '../writtenText.ts';
import type { ChatRolesOf } from './chatRole.ts';
import { shortenPassages } from './readRoles.ts';

export interface ComposeRoles {
  readonly compose: {
    readonly input: Compose;
    /** Without blocks when nothing was written. */
    readonly output: WrittenText;
  };
}

export const composeRoles: ChatRolesOf<ComposeRoles> = {
  compose: {
    temperature: 0.1,
    maxTokens: 2_048,
    abstention: readWrittenText(''),
    schema: () => null,
    messages: composePrompt,
    shown: shownWriting,
    read: (reply, _input, { isCut = false }) => ({ ok: true, outcome: outcomeOf(String(reply), isCut) }),
    fallback: (_input, text) => readWrittenText(text),
    shorten: shortenPassages,
  },
};

/** A reply without marks that only declines is no answer, though it is a sentence. */
function outcomeOf(reply: string, isCut: boolean): { readonly output: WrittenText; readonly flags: readonly string[] } {
  const isDeclined = reply.trim() !== '' && !reply.includes('[') && declines(reply);
  return { output: readWrittenText(isDeclined ? '' : reply), flags: isDeclined ? ['declined'] : isCut ? ['reply_cut'] : [] };
}
