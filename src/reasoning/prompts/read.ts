import type { ChatMessage } from '../../models/models.ts';
import type { Knowing } from '../role.ts';
import type { Passage } from '../../protocol/passage.ts';
import { inItsForm } from './answerForm.ts';
import { type Example, exampleBlock, passageBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';
import { thoughtBlock } from './ircot.ts';
import { restingOn } from './policy.ts';

interface Read extends Knowing {
  readonly question: string;
  readonly passages: readonly Passage[];
  readonly thoughts?: readonly string[];
}

export function readPrompt(
  { question, passages, thoughts = [], knowledge }: Read,
  fields: readonly ReplyField[],
  examples: readonly Example[] = [],
): readonly ChatMessage[] {
  return prompt(
    fields,
    exampleBlock(examples),
    passageBlock(passages),
    questionBlock(question),
    ...(thoughts.length > 0 ? [thoughtBlock(thoughts), fromThoughts] : []),
    `Answer the question from these passages ${inItsForm(question)}.`,
    restingOn('the passages', knowledge),
  );
}

const fromThoughts =
  'These thoughts were written while the passages were searched, before all of them were known. Check them against the passages, which count where they differ.';
