import { oneLine } from '../../base/plainText.ts';
import type { ChatMessage } from '../../models/models.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { AboutFolder } from '../role.ts';
import { documentsBlock, fencedData, passageBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';

/** A question and what its first search has found best. */
export interface Bridged extends AboutFolder {
  readonly question: string;
  /** The bridge alone. */
  readonly passages: readonly Passage[];
}

export interface HopQueries extends Bridged {
  /** How many queries there may be. */
  readonly most: number;
}

export function hopQueriesPrompt(
  { question, passages, documents, most }: HopQueries,
  fields: readonly ReplyField[],
): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    documentsBlock(documents),
    questionBlock(question),
    `The passage was found first. Write at most ${most} search ${most === 1 ? 'query' : 'queries'} for the passages that are still needed to answer the question.\n` +
      '- A query is a short sentence with subject, verb and object that says what such a passage would say, as far as it is known.\n' +
      '- It can be understood on its own: put in the names that the passage gives for what the question only describes.\n' +
      '- It looks for what neither the question nor the passage says. The first is for the very next thing to look up, the others for what follows, or for another side of a comparison.\n' +
      '- If the passage does not help, the queries look for what the question begins with. If it answers the whole question, write none.\n' +
      '- Write in the language of the passage.',
  );
}

export function bridgeEntitiesPrompt({ question, passages, documents }: Bridged, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    documentsBlock(documents),
    questionBlock(question),
    'The passage was found first. Name the two things through which the answer to the question has to be looked up next: ' +
      'first what the passage gives for a thing that the question only describes, then what the question goes on to ask about. ' +
      'Each in one to six words, in the spelling of the passage or the question. If there is only one, name one; if the passage leads nowhere, name none.',
  );
}

export interface Judged {
  readonly question: string;
  /** What leads on from the bridge. */
  readonly entities: readonly string[];
  /** The bridge, then the candidates. */
  readonly passages: readonly Passage[];
}

export function bridgeJudgePrompt({ question, entities, passages }: Judged, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    passageBlock(passages),
    questionBlock(question),
    [
      'Passage 1 is the bridge: it was found first.',
      ...(entities.length > 0 ? [`It leads on to: ${entities.map((entity) => oneLine(fencedData(entity))).join('; ')}`] : []),
    ].join('\n'),
    'Judge each passage, the bridge too: is it needed to answer the question, given what the bridge says? ' +
      'Follow the chain from the bridge on, also from one passage to the next. ' +
      'Score from 0 to 10: 10 for a passage with a fact that the answer needs, 0 for one that belongs to another chain, however many words of the question it has.',
  );
}
