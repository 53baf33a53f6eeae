import type { ChatMessage } from '../../models/models.ts';
import type { Passage } from '../../protocol/passage.ts';
import { fenced, oneLine, passageBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';

export function gapsPrompt(
  question: string,
  passages: readonly Passage[],
  asked: readonly string[],
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(question),
    asked.length === 0 ? 'No sub-question has been asked yet.' : `Asked before:\n${subQuestionBlock(asked)}`,
    'Say what these passages still lack to answer the question, and write the sub-questions to look up for it.\n' +
      '- Name each missing fact; write one sub-question for each, no more.\n' +
      '- A sub-question can be understood on its own: carry over the names that the passages give, never write "he", "that film" or "the first one".\n' +
      '- Ask only what can be asked now; what depends on an answer not yet known comes in the next round.\n' +
      '- Never ask again what was asked before, not in other words either.\n' +
      '- If the passages already suffice, both lists are empty.',
  );
}

export function verifyPrompt(question: string, subQuestion: string, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    `A sub-question proposed on the way to its answer:\n${subQuestionBlock([subQuestion])}`,
    'Judge the sub-question: does it serve what the question wants to know, and could its answer fill a gap on the way there? ' +
      'A sub-question about something else, or one that leads nowhere, is not aligned.',
  );
}

function subQuestionBlock(subQuestions: readonly string[]): string {
  return subQuestions.map((text, i) => `<step number="${i + 1}">\nSub-question: ${oneLine(fenced(text))}\n</step>`).join('\n');
}
