import * as z from 'zod';

/** The parameter of pipelines that can search the documents given with a question instead of the whole corpus (pipelines.md 5.1). */
export const scope = z
  .enum(['corpus', 'candidates'])
  .default('corpus')
  .describe('What is searched: all documents, or, as published, only the candidates that a dataset lists with the question');

/** @param params of any pipeline */
export function searchesCandidates(params: Readonly<Record<string, unknown>>): boolean {
  return params['scope'] === 'candidates';
}
