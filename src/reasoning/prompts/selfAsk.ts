/**
 * Demonstrations for Self-Ask, as in the prompts of its paper. Ours are about people and places that do not exist, so that no dataset can
 * contain their questions.
 */
import { questionKey } from '../../base/questionKey.ts';
import type { AboutFolder } from '../role.ts';
import type { ChatMessage } from '../../models/models.ts';
import type { PathStep } from '../pathStep.ts';
import { inItsForm } from './answerForm.ts';
import { askingRules } from './asking.ts';
import { documentsBlock, type Example, exampleBlock, pathBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';
import { restingOn } from './policy.ts';

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

/** The first `shots` examples, without one whose question is the one asked. */
export function othersThan<E extends { readonly question: string }>(question: string, examples: readonly E[], shots: number): readonly E[] {
  const key = questionKey(question);
  return examples.filter((one) => questionKey(one.question) !== key).slice(0, shots);
}

interface SelfAskExample {
  readonly question: string;
  /** Follow-up questions with their answers, in the order in which they are asked. */
  readonly steps: readonly (readonly [followUp: string, answer: string | null])[];
  /** Null where there is none. */
  readonly answer: string | null;
}

const selfAskExamples: readonly SelfAskExample[] = [
  {
    question: 'Who lived longer, the botanist Alva Renning or the surveyor Tomas Quade?',
    steps: [
      ['How old was Alva Renning when she died?', '81 years'],
      ['How old was Tomas Quade when he died?', '67 years'],
    ],
    answer: 'Alva Renning',
  },
  {
    question: 'When was the founder of the Orlo Press born?',
    steps: [
      ['Who founded the Orlo Press?', 'Benedikt Saar'],
      ['When was Benedikt Saar born?', '4 March 1871'],
    ],
    answer: '4 March 1871',
  },
  {
    question: 'In which valley is the village where the painter of "The Lime Burners" grew up?',
    steps: [
      ['Who painted "The Lime Burners"?', 'Hedda Voss'],
      ['In which village did Hedda Voss grow up?', 'Tolsby'],
      ['In which valley is Tolsby?', 'the Arn Valley'],
    ],
    answer: 'the Arn Valley',
  },
  {
    question: 'In which county is the mill that Tomas Quade surveyed?',
    steps: [['Which mill did Tomas Quade survey?', null]],
    answer: null,
  },
];

/** Each step as the reply has it, without fields that say nothing. */
function selfAskExample({ question, steps, answer }: SelfAskExample): Example {
  const asked = steps.map(([followUp, found]) => `${JSON.stringify({ follow_up: followUp })} Found: ${found ?? 'unknown'}`);
  return [[`Question: ${question}`, ...asked], answer === null ? { abstain: true } : { answer }];
}
