import type { ChatMessage } from '../../models/models.ts';
import type { Passage } from '../../protocol/passage.ts';
import { passageBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';

export function readPrompt(question: string, passages: readonly Passage[], fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(question),
    'Answer the question from these passages in a few words. Cite the numbers of the passages that carry the answer, the most important first. If the passages do not contain the answer, abstain; do not guess.',
  );
}
