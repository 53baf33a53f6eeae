import type { ChatMessage } from '../../models/models.ts';
import type { AboutFolder, Knowing } from '../role.ts';
import { inItsForm } from './answerForm.ts';
import { documentsBlock, type Example, exampleBlock, memoryPrompt, prompt, questionBlock, type ReplyField } from './blocks.ts';

export function statedConfidencePrompt(question: string, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return memoryPrompt(
    fields,
    questionBlock(question),
    `Answer the question from what you know ${inItsForm(question)}. Then say how certain you are that this answer is correct: 100 when you are sure, 0 when you do not know it.`,
  );
}

/** Only the answer, because every further word would count as confidence. */
export function bareAnswerPrompt(question: string): readonly ChatMessage[] {
  return memoryPrompt(
    [],
    questionBlock(question),
    'Answer the question from what you know. Reply with the answer alone, in a few words: a name, a date, a number, a place, yes or no. ' +
      'No sentence, no explanation, no quotation marks. If you are not sure, give the answer that you think most likely.',
  );
}

interface Recalled extends Knowing {
  readonly question: string;
}

export function backgroundPrompt({ question, knowledge }: Recalled): readonly ChatMessage[] {
  return memoryPrompt(
    [],
    questionBlock(question),
    'Write a short background passage, as an encyclopedia would have it, with the facts that answer the question. Plain sentences, one paragraph, no heading. Do not write about the question itself.' +
      (knowledge === 'as-published' ? '' : ' If you know nothing about it, reply: NONE'),
  );
}

export function selfDcDecomposePrompt(
  { question, documents }: AboutFolder & { readonly question: string },
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    exampleBlock([decomposeExample]),
    documentsBlock(documents),
    questionBlock(question),
    'Split the question into smaller questions whose answers together answer it.\n' +
      '- Each asks for one thing, can be understood on its own, and can be answered without the answers to the others.\n' +
      '- Together they leave nothing out, and none asks the whole question again. A comparison asks the same of every side.\n' +
      '- If one part can only be asked with the answer to another, the question is a chain: say so, and leave the list empty. Never put two steps of a chain into one question to avoid that.',
  );
}

const decomposeExample: Example = [
  ['Question: Which is longer, the Aldren Tunnel or the Korrin Tunnel?'],
  { is_chain: false, sub_questions: ['How long is the Aldren Tunnel?', 'How long is the Korrin Tunnel?'] },
];
