import { oneLine } from '../../base/plainText.ts';
import { requestedForm } from '../../language/requests.ts';
import type { ChatMessage } from '../../models/models.ts';
import type { Passage } from '../../protocol/passage.ts';
import { fencedData, passageBlock, prompt, questionBlock } from './blocks.ts';

export function nextSentencePrompt(question: string, passages: readonly Passage[], cot: readonly string[]): readonly ChatMessage[] {
  const wording = requestedForm(question) === undefined ? 'the answer, in a few words' : 'the answer, in one full sentence';
  return prompt(
    [],
    passageBlock(passages),
    questionBlock(question),
    cot.length === 0 ? 'No thought has been written yet.' : thoughtBlock(cot),
    `The question is answered by thoughts of one sentence each, from the passages. Write the next only: the next fact towards the answer, names in full, with what tells namesakes apart. If the passages do not tell it, invent nothing and write: It is not known yet: <the fact to be found>. Once the answer is known, write: So the answer is: <${wording}>.`,
  );
}

export function thoughtBlock(cot: readonly string[]): string {
  return cot.map(thought).join('\n');
}

function thought(sentence: string, i: number): string {
  return `<step number="${i + 1}">\nThought: ${oneLine(fencedData(sentence))}\n</step>`;
}
