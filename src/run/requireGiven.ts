/** What a dataset gives with a question, where a run's parameters call for it: the documents it searches, its sub-questions. */
import { AriadneError } from '../base/errors.ts';
import type { PassageIndex } from '../indexing/interfaces.ts';
import { asksGold, searchesCandidates } from '../protocol/givenByDataset.ts';
import { candidatesOfIndex } from '../retrieval/partOfIndex.ts';
import type { RunSpec } from '../protocol/runSpec.ts';

type Searching = Pick<RunSpec, 'params' | 'candidates'>;

/** @throws AriadneError `not-given` for a run that searches candidates and has none */
export function requireCandidates({ params, candidates = [] }: Searching): void {
  if (!searchesCandidates(params) || candidates.length > 0) return;
  throw new AriadneError(
    'not-given',
    'With "scope" set to "candidates", only documents given with the question are searched, and there are none. Only "ariadne eval" can give them, from a dataset. Set "scope" to "corpus".',
  );
}

/**
 * The index as the run searches it.
 * @throws AriadneError `not-given` when none of its candidates is in the index
 */
export async function searchedIndex({ params, candidates }: Searching, index: PassageIndex): Promise<PassageIndex> {
  if (!searchesCandidates(params) || candidates === undefined) return index;
  const rows = await index.rowsOf(candidates);
  if (rows.size > 0) return candidatesOfIndex(index, rows);
  throw new AriadneError(
    'not-given',
    'None of the candidates given with the question is in the index, so there is nothing to search. Check their paths.',
  );
}

/** @throws AriadneError `not-given` for a run that asks given sub-questions and has none */
export function requireSubQuestions({ params, subQuestions = [] }: Pick<RunSpec, 'params' | 'subQuestions'>): void {
  if (!asksGold(params) || subQuestions.length > 0) return;
  throw new AriadneError(
    'not-given',
    'With "subQuestions" set to "gold", only the sub-questions given with the question are asked, and there are none. Only "ariadne eval" can give them, from a dataset. Set "subQuestions" to "generated".',
  );
}
