/** Parameters of pipelines that take what a dataset gives with a question in place of what they find themselves. */
import * as z from 'zod';

/** The parameter of every pipeline that reads passages: it can search the documents given with a question instead of the whole corpus. */
export const scope = z
  .enum(['corpus', 'candidates'])
  .default('corpus')
  .describe('What is searched: all documents, or only the candidates that a dataset lists with the question, as in some papers');

/** @param params of any pipeline */
export function searchesCandidates(params: Readonly<Record<string, unknown>>): boolean {
  return params['scope'] === 'candidates';
}

/** The parameter of pipelines that can ask the sub-questions given with a question instead of generated ones (pipelines.md 3.2). */
export const subQuestions = z
  .enum(['generated', 'gold'])
  .default('generated')
  .describe('Which sub-questions are asked: those that the model writes, as published, or those that a dataset lists with the question');

/** @param params of any pipeline */
export function asksGold(params: Readonly<Record<string, unknown>>): boolean {
  return params['subQuestions'] === 'gold';
}
