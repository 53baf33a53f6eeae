import type { ChatMessage } from '../../models/models.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { PathStep } from '../pathStep.ts';
import { fenced, oneLine, passageBlock, pathBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';

export function gapsPrompt(
  question: string,
  passages: readonly Passage[],
  asked: readonly PathStep[],
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(question),
    asked.length === 0 ? 'No sub-question has been asked yet.' : `Asked before:\n${pathBlock(asked, { question, isForNext: true })}`,
    'First give what the passages say about the sub-questions asked before. Then say what is still missing to answer the question, and write the sub-questions to look up for it.\n' +
      '- What an answer above or a passage says is known. What plainly follows from it is known too.\n' +
      '- Name each missing fact; write one sub-question for each, no more.\n' +
      '- A sub-question can be understood on its own: carry over the names that passages and answers give, with what tells them apart, never write "he", "that film" or "the first one".\n' +
      '- Ask only what can be asked now; what depends on an answer not yet known comes in the next round.\n' +
      '- Never ask the same again. What was asked without an answer can be asked from the other side, or in parts.\n' +
      '- If nothing is missing, both lists are empty. If something is missing but nothing is left to ask, name it as a gap and write no sub-question.',
  );
}

export function verifyPrompt(
  { question, subQuestion, known }: { readonly question: string; readonly subQuestion: string; readonly known: readonly PathStep[] },
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    ...(known.length > 0 ? [`Known already:\n${pathBlock(known)}`] : []),
    `A sub-question proposed on the way to its answer:\n<step number="${known.length + 1}">\nSub-question: ${oneLine(fenced(subQuestion))}\n</step>`,
    'Judge the sub-question: does it serve what the question wants to know, and could its answer fill a gap on the way there? ' +
      'A sub-question about something else, one that leads nowhere, or one whose answer is known already is not aligned.',
  );
}
