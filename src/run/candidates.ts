/** The documents among which a run searches, where its parameters limit it to the candidates of its question. */
import { AriadneError } from '../base/errors.ts';
import type { PassageIndex, Row } from '../indexing/interfaces.ts';
import { searchesCandidates } from '../protocol/searchScope.ts';
import { partOfIndex } from '../retrieval/partOfIndex.ts';
import type { Run } from './run.ts';

type Searching = Pick<Run, 'params' | 'candidates'>;

/** @throws AriadneError `candidates-missing` for a run that searches candidates and has none */
export function requireCandidates({ params, candidates = [] }: Searching): void {
  if (!searchesCandidates(params) || candidates.length > 0) return;
  throw new AriadneError(
    'candidates-missing',
    'With "scope" set to "candidates", only documents given with the question are searched, and there are none. Only "ariadne eval" can give them, from a dataset. Set "scope" to "corpus".',
  );
}

/** Paths of the documents that the run searches; undefined when it searches all. */
export function searchedDocuments({ params, candidates }: Searching): readonly string[] | undefined {
  return searchesCandidates(params) ? candidates : undefined;
}

/**
 * The index as the run searches it.
 * @throws AriadneError `candidates-missing` when none of its candidates is in the index
 */
export async function searchedIndex(run: Searching, index: PassageIndex, signal: AbortSignal): Promise<PassageIndex> {
  const documents = searchedDocuments(run);
  if (documents === undefined) return index;
  const searched = new Set(documents);
  // Every passage has all of no phrases. After an edit, rows do not begin at 0 and have gaps.
  const all = await index.rowsWith([], signal);
  const paths = await pathsOf(all, index);
  const rows = all.filter((_, i) => searched.has(paths[i] ?? ''));
  if (rows.length > 0) return partOfIndex(index, rows);
  throw new AriadneError(
    'candidates-missing',
    'None of the candidates given with the question is in the index, so there is nothing to search. Check their paths.',
  );
}

/** Read from the passages where the index does not say: a moment after an edit. */
async function pathsOf(rows: readonly Row[], index: PassageIndex): Promise<readonly string[]> {
  const untold = rows.filter((row) => index.pathOf(row) === undefined);
  const passages = await index.passages(untold);
  const read = new Map(untold.map((row, i) => [row, passages[i]?.path]));
  return rows.map((row) => index.pathOf(row) ?? read.get(row) ?? '');
}
