/** Wording questions of a dataset (pipelines.md 6). */
import { oneLine } from '../../src/base/plainText.ts';
import type { ChatMessage } from '../../src/models/models.ts';
import { fencedData, promptFor, questionBlock, type ReplyField } from '../../src/reasoning/prompts/blocks.ts';

/** @param steps the questions that lead to the answer, with `#1` for the answer of the first */
export function mergePrompt(question: string, steps: readonly string[], fields: readonly ReplyField[]): readonly ChatMessage[] {
  const lines = steps.map((step, i) => `${i + 1}. ${oneLine(fencedData(step))}`);
  return promptFor(purpose, fields, questionBlock(question), `<parts>\n${lines.join('\n')}\n</parts>`, mergeTask);
}

export function comparePrompt(question: string, wording: string, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return promptFor(purpose, fields, questionBlock(question), `<wording>\n${fencedData(wording)}\n</wording>`, compareTask);
}

const purpose = 'You word questions for a test.';

const mergeTask =
  'A program made the question from its parts, where #1 is the answer of the first part. Word it as a person would ask it: one natural, grammatical sentence.\n' +
  '- Ask for exactly the same, with every condition: keep each name, title, number and date as it is written, and what is described without its name stays described.\n' +
  '- Add nothing: no fact, no name, no answer, no hint, also where you know it.\n' +
  '- If it is natural already, repeat it.';

const compareTask =
  'Decide whether the wording asks for exactly the same as the question.\n' +
  '- It does not when it drops a condition, adds one, names what the question only describes, asks for another kind of answer, or turns around an order, such as first and last.\n' +
  '- Other words and another order of words are the same question.';
