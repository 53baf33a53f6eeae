import type { ChatMessage } from '../../src/models/models.ts';
import { fencedData, promptFor, questionBlock, type ReplyField } from '../../src/reasoning/prompts/blocks.ts';

/** Increased whenever the words below change, so that judgments by other prompts are not reused. */
export const judgePromptVersion = 2;

/** The prediction in `<prediction>`, each accepted answer in `<accepted number="N">`. */
export function judgePrompt(
  question: string,
  prediction: string,
  golds: readonly string[],
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  const accepted = golds.map((gold, i) => `<accepted number="${i + 1}">\n${fencedData(gold)}\n</accepted>`);
  return promptFor(
    'You mark predicted answers to questions by comparing them with accepted answers.',
    fields,
    questionBlock(question),
    `<prediction>\n${fencedData(prediction)}\n</prediction>`,
    accepted.join('\n'),
    task,
  );
}

const task =
  'Decide whether the prediction gives the same answer to the question as at least one of the accepted answers.\n' +
  '- Other words, spellings or forms of the same name, date or number are the same answer. More detail is fine as long as it is right.\n' +
  '- A prediction that contradicts the accepted answers, leaves open which of several answers it means, or gives no answer is wrong.\n' +
  '- Go by the accepted answers alone, also where you believe something else.';
