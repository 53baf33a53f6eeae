import type { ChatMessage } from '../../models/models.ts';
import type { AboutFolder } from '../role.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { PathStep } from '../pathStep.ts';
import type { FromSteps } from './finish.ts';
import { inItsForm } from './answerForm.ts';
import { documentsBlock, type Example, exampleBlock, passageBlock, pathBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';
import { askingRules } from './asking.ts';
import { restingOn } from './policy.ts';

export interface NextStep extends AboutFolder {
  readonly question: string;
  readonly path: readonly PathStep[];
  /** How many sub-questions can still be asked. Default: not said. */
  readonly left?: number;
}

export function stepPrompt({ question, path, left, documents }: NextStep, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    documentsBlock(documents),
    questionBlock(question),
    pathBlock(path, { question, isForNext: true }),
    `The question is answered step by step: each sub-question is looked up in the documents${left === undefined ? '' : `, ${left} more at most`}. Decide what comes next.\n` +
      askingRules(path) +
      (path.length === 0
        ? ''
        : `\n- Finish as soon as the steps answer the question, with the answer ${inItsForm(question)}. ${restingOn('these steps')}`),
  );
}

/** Asks for an answer in any case: where a batch has none, samples guess differently, and that is the uncertainty that is measured. */
export function answerBatchPrompt(question: string, passages: readonly Passage[], fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    exampleBlock(batchExamples),
    passageBlock(passages),
    questionBlock(question),
    `Answer the question ${inItsForm(question)}. Always give an answer: the one that the passages give, otherwise the one that you think most likely.`,
  );
}

/** About people and places that do not exist. The second shows that there is an answer where the passages have none. */
const batchExamples: readonly Example[] = [
  [
    [
      'Passages: "Tarrow Glassworks": The Tarrow Glassworks was founded in 1902 by Ines Holm. "Ambry School": The school stands on the Leth.',
      'Question: Who founded the Tarrow Glassworks?',
    ],
    { reasoning: 'The passage about the Tarrow Glassworks names Ines Holm as its founder.', answer: 'Ines Holm' },
  ],
  [
    [
      'Passages: "Pellworth": Pellworth is a town on the coast of Norland. "Dunmere Canal": The canal opened in 1811 and leads to Astley.',
      'Question: In which town was the architect Edda Marlow born?',
    ],
    { reasoning: 'No passage mentions Edda Marlow. Pellworth is the only town described, so it is the likeliest.', answer: 'Pellworth' },
  ],
  [
    [
      'Passages: "The Glass Orchard": The opera in three acts was first performed in Brae, two years after its composer had turned thirty.',
      'Question: When was "The Glass Orchard" first performed?',
    ],
    { reasoning: 'The passage says where, not when. Operas in three acts by young composers were common around 1850.', answer: '1850' },
  ],
];

export interface MetaInput extends FromSteps {
  readonly passages: readonly Passage[];
}

export function metaPrompt({ question, path, passages, knowledge }: MetaInput, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(question),
    pathBlock(path, { question }),
    'The steps were made one by one and may be wrong. Check each against the passages, which count more; a step with an answer counts more than one without. ' +
      `Build your own chain of facts from the question to the answer, and give the final answer ${inItsForm(question)}.`,
    restingOn('the passages and the steps', knowledge),
  );
}
