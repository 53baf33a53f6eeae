import { oneLine } from '../../base/plainText.ts';
import type { ChatMessage } from '../../models/models.ts';
import type { AboutFolder } from '../role.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { PathStep } from '../pathStep.ts';
import { againRules } from './asking.ts';
import { documentsBlock, fencedData, passageBlock, pathBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';

export interface Gaps extends AboutFolder {
  readonly question: string;
  /** Best first; empty when nothing was found. */
  readonly passages: readonly Passage[];
  /** Sub-questions of earlier rounds, in the order in which they were asked, with the answers that were read so far. */
  readonly asked: readonly PathStep[];
}

export function gapsPrompt({ question, passages, asked, documents }: Gaps, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    documentsBlock(documents),
    questionBlock(question),
    asked.length === 0 ? 'No sub-question has been asked yet.' : `Asked before:\n${pathBlock(asked, { question, isForNext: true })}`,
    `${asked.length === 0 ? 'Say' : 'First give what the passages say about those asked before without an answer. Then say'} what is still missing to answer the question, and write the sub-questions to look up for it.\n` +
      `- What ${asked.length === 0 ? '' : 'an answer above or '}a passage says is known. What plainly follows from it is known too.\n` +
      '- Name each missing fact; write one sub-question for each, no more. A comparison asks the same of every side.\n' +
      '- A sub-question can be understood on its own: carry over the names that passages and answers give, with what tells them apart, never write "he" or "the first one".\n' +
      '- Ask only what can be asked now; what depends on an answer not yet known comes in the next round.\n' +
      againRules(asked)
        .map((rule) => `${rule}\n`)
        .join('') +
      '- If nothing is missing, the question is complete. If something is missing but nothing is left to ask, name it and write no sub-question.',
  );
}

export interface Verify {
  readonly question: string;
  readonly subQuestion: string;
  /** Earlier sub-questions with their answers. */
  readonly known: readonly PathStep[];
  /** What was said to be missing when the sub-question was proposed. */
  readonly gaps?: readonly string[];
}

export function verifyPrompt({ question, subQuestion, known, gaps = [] }: Verify, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    ...(known.length > 0 ? [`Known already:\n${pathBlock(known)}`] : []),
    ...(gaps.length > 0 ? [`Still missing: ${gaps.map((gap) => oneLine(fencedData(gap))).join('; ')}`] : []),
    `A sub-question proposed on the way to its answer:\n<step number="${known.length + 1}">\nSub-question: ${oneLine(fencedData(subQuestion))}\n</step>`,
    'Judge the sub-question: does it serve what the question wants to know, and could its answer fill a gap on the way there? ' +
      `One about something else${known.length > 0 ? ', one whose answer is known already,' : ''} or one that leads nowhere is not aligned.`,
  );
}
