import * as z from 'zod';

/** The parameter of pipelines that can ask the sub-questions given with a question instead of generated ones (pipelines.md 3.2). */
export const subQuestions = z
  .enum(['generated', 'gold'])
  .default('generated')
  .describe('Which sub-questions are asked: those that the model writes, as published, or those that a dataset lists with the question');

/** @param params of any pipeline */
export function asksGold(params: Readonly<Record<string, unknown>>): boolean {
  return params['subQuestions'] === 'gold';
}
