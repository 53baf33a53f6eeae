import type { ChatMessage } from '../../models/models.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { PathStep } from '../pathStep.ts';
import { passageBlock, pathBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';

export function stepPrompt(question: string, path: readonly PathStep[], fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    pathBlock(path),
    'The question is answered step by step: each sub-question is looked up in the documents. Decide what comes next.\n' +
      '- Ask one sub-question that needs a single fact and can be understood on its own: put earlier answers in by name, never write "he", "that city" or "step 1".\n' +
      '- Never ask again what was asked before, not in other words either. If an answer is unknown, go another way or finish.\n' +
      '- Finish as soon as the steps answer the question, with the answer in a few words. Before the first step, ask unless nothing has to be looked up.',
  );
}

export function answerBatchPrompt(question: string, passages: readonly Passage[], fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(question),
    'Answer the question from these passages alone, in a few words. First say in a sentence or two which of them bear on it and what follows. If they do not contain the answer, abstain; do not guess.',
  );
}

export function finishPrompt(question: string, path: readonly PathStep[], fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    pathBlock(path),
    'Answer the question in a few words from these steps alone. If they do not lead to an answer, write "unknown".',
  );
}

export function metaPrompt(
  question: string,
  path: readonly PathStep[],
  passages: readonly Passage[],
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(question),
    pathBlock(path),
    'The steps above were made one by one and may contain mistakes. Check each against the passages, build your own chain of facts from the question to the answer, and give the final answer in a few words. Cite the numbers of the passages that carry it, the most important first. If neither passages nor steps lead to an answer, abstain.',
  );
}
