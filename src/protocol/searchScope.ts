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
