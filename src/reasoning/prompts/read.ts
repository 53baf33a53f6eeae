import type { ChatMessage } from '../../models/models.ts';
import type { Passage } from '../../protocol/passage.ts';
import { exampleBlocks } from './baselines.ts';
import { passageBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';

interface Read {
  readonly question: string;
  readonly passages: readonly Passage[];
  readonly shots?: number;
}

export function readPrompt({ question, passages, shots = 0 }: Read, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    ...exampleBlocks(question, shots),
    passageBlock(passages),
    questionBlock(question),
    'Answer the question from these passages in a few words. Cite the numbers of the passages that carry the answer, the most important first. If the passages do not contain the answer, abstain; do not guess.',
  );
}
