import type { ChatMessage } from '../../../src/models/models.ts';
import type { Knowing } from '../../../src/reasoning/role.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { inItsForm } from '../../../src/reasoning/prompts/answerForm.ts';
import {
  type Example,
  exampleBlock,
  memoryPrompt,
  passageBlock,
  prompt,
  questionBlock,
  type ReplyField,
} from '../../../src/reasoning/prompts/blocks.ts';
import { othersThan } from '../../../src/reasoning/prompts/selfAsk.ts';
import { workedExamples } from './workedExamples.ts';

interface Recalled extends Knowing {
  readonly question: string;
}

export function directPrompt({ question, knowledge }: Recalled, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return memoryPrompt(
    fields,
    questionBlock(question),
    `Answer the question from what you know ${inItsForm(question)}.${knowledge === 'as-published' ? '' : ' If you do not know the answer, abstain; do not guess.'}`,
  );
}

export function chainOfThoughtPrompt(
  { question, shots, knowledge }: Recalled & { readonly shots: number },
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return memoryPrompt(
    fields,
    exampleBlock(examplesFor(question, shots)),
    questionBlock(question),
    `Answer the question from what you know. Think step by step: first the facts that lead to the answer, one after the other, then the answer ${inItsForm(question)}.` +
      (knowledge === 'as-published' ? '' : ' If you do not know it, abstain; do not guess.'),
  );
}

/** The first `shots` examples, without one whose question is the one asked. */
export function examplesFor(question: string, shots: number): readonly Example[] {
  return othersThan(question, workedExamples, shots).map(({ question: other, reasoning, answer }) => [
    [`Question: ${other}`],
    { reasoning, answer },
  ]);
}

export function draftPrompt(question: string): readonly ChatMessage[] {
  return memoryPrompt(
    [],
    questionBlock(question),
    `Answer the question from what you know ${inItsForm(question)}. Reply with the answer alone. If you do not know it, reply: unknown`,
  );
}

export function refinePrompt(question: string, passages: readonly Passage[]): readonly ChatMessage[] {
  return prompt(
    [],
    passageBlock(passages),
    questionBlock(question),
    `Answer the question ${inItsForm(question)}. Reply with it alone. Use only what the passages say and what plainly follows from it, no knowledge of your own. If that gives none, reply: unknown`,
  );
}
