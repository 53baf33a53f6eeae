/** Checks drafts with a model: its sources must be enough to answer a question, and nothing less may be. */
import type { Passage } from '../../src/protocol/passage.ts';
import type { Draft } from './interfaces.ts';

export interface AnsweringModel {
  /** The answer from the passages alone; without passages, from memory. Null when the model has none. */
  answer(question: string, passages: readonly Passage[] | undefined): Promise<string | null>;
  /** Whether an answer is as good as an accepted one. */
  isRight(answer: string, accepted: readonly string[]): boolean;
}

/** Why a model finds a question unfit. */
export const modelFlaws = {
  unanswerable: 'cannot be answered from their sources',
  'one-document': 'can be answered from one document',
  'from-memory': 'can be answered without documents',
} as const;
export type ModelFlaw = keyof typeof modelFlaws;

/** Undefined when the question needs all its documents. A guess is right on half of those with two choices, so yes and no prove nothing. */
export async function flawByModel(draft: Draft, model: AnsweringModel): Promise<ModelFlaw | undefined> {
  const { question, answers } = draft;
  const isAnswered = async (passages: readonly Passage[] | undefined): Promise<boolean> => {
    const answer = await model.answer(question, passages);
    return answer !== null && model.isRight(answer, answers);
  };
  const passages = [...new Set(draft.steps.flatMap(({ places }) => places.map(({ passage }) => passage)))];
  if (!(await isAnswered(passages))) return 'unanswerable';
  if (answers[0] === 'yes' || answers[0] === 'no') return undefined;
  if (await isAnswered(undefined)) return 'from-memory';
  for (const own of Map.groupBy(passages, ({ path }) => path).values()) if (await isAnswered(own)) return 'one-document';
  return undefined;
}
