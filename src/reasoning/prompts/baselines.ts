import { requestedForm } from '../../language/requests.ts';
import { questionKey } from '../../language/questionKey.ts';
import type { ChatMessage } from '../../models/models.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { AboutFolder } from '../folder.ts';
import type { Knowing } from '../knowing.ts';
import type { PathStep } from '../pathStep.ts';
import { inItsForm } from './answerForm.ts';
import { askingRules } from './asking.ts';
import {
  documentsBlock,
  type Example,
  exampleBlock,
  fenced,
  memoryPrompt,
  oneLine,
  passageBlock,
  pathBlock,
  prompt,
  questionBlock,
  type ReplyField,
} from './blocks.ts';
import { restingOn } from './policy.ts';
import { selfAskExample, selfAskExamples } from './selfAskExamples.ts';
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

function othersThan<E extends { readonly question: string }>(question: string, examples: readonly E[], shots: number): readonly E[] {
  const key = questionKey(question);
  return examples.filter((one) => questionKey(one.question) !== key).slice(0, shots);
}

export function backgroundPrompt({ question, knowledge }: Recalled): readonly ChatMessage[] {
  return memoryPrompt(
    [],
    questionBlock(question),
    'Write a short background passage, as an encyclopedia would have it, with the facts that answer the question. Plain sentences, one paragraph, no heading. Do not write about the question itself.' +
      (knowledge === 'as-published' ? '' : ' If you know nothing about it, reply: NONE'),
  );
}

interface FollowUp extends AboutFolder {
  readonly question: string;
  readonly history: readonly PathStep[];
  readonly shots?: number;
  readonly left?: number;
}

export function followUpPrompt(
  { question, history, shots = 0, left, documents }: FollowUp,
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    exampleBlock(othersThan(question, selfAskExamples, shots).map(selfAskExample)),
    documentsBlock(documents),
    questionBlock(question),
    pathBlock(history, { question, isForNext: true }),
    `Is a follow-up question needed before the question can be answered? Follow-up questions are looked up in documents${left === undefined ? '' : `, ${left} more at most`}.\n` +
      `${askingRules(history)}\n` +
      `- If none is needed, give the answer ${inItsForm(question)}. ${restingOn('these steps')}`,
  );
}

export function nextSentencePrompt(question: string, passages: readonly Passage[], cot: readonly string[]): readonly ChatMessage[] {
  const form = requestedForm(question) === undefined ? 'the answer, in a few words' : 'the answer, in one full sentence';
  return prompt(
    [],
    passageBlock(passages),
    questionBlock(question),
    cot.length === 0 ? 'No thought has been written yet.' : thoughtBlock(cot),
    `The question is answered by thoughts of one sentence each, from the passages. Write the next only: the next fact towards the answer, names in full, with what tells namesakes apart. If the passages do not tell it, invent nothing and write: It is not known yet: <the fact to be found>. Once the answer is known, write: So the answer is: <${form}>.`,
  );
}

export function thoughtBlock(cot: readonly string[]): string {
  return cot.map(thought).join('\n');
}

function thought(sentence: string, i: number): string {
  return `<step number="${i + 1}">\nThought: ${oneLine(fenced(sentence))}\n</step>`;
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
