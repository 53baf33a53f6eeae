/** Finds the passages that a scope names, once per run or search. */
import { AriadneError } from '../base/errors.ts';
import type { RowSet } from '../base/rowSet.ts';
import { isIndexed } from '../indexing/documentRows.ts';
import { parseScope, type ScopeTerm } from '../protocol/scopeSyntax.ts';
import type { ScopeSummary } from '../protocol/scopeSummary.ts';
import { documentMatcher } from './scopeMatch.ts';
import { rowsOf, type ScopedIndex } from './scopeRows.ts';
import { whyEmpty } from './whyEmpty.ts';
import { askForLists } from '../indexing/graph/lexicalPatch.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { FirstStageMethod } from '../protocol/runSpec.ts';
import type { NeighborsOf } from '../retrieval/batchScorer.ts';

export interface ResolvedScope {
  readonly rows: RowSet;
  readonly summary: ScopeSummary;
}

/**
 * Keeps four bytes for each passage, and the paths of the documents.
 * @throws AriadneError `scope-invalid`, `scope-empty`; AbortError
 */
export async function resolveScope(scope: string, index: ScopedIndex, signal: AbortSignal): Promise<ResolvedScope> {
  const { terms, problems } = parseScope(scope);
  const [problem] = problems;
  if (problem) throw new AriadneError('scope-invalid', problem.message);
  const found = await rowsOf(terms, index, signal);
  if (found.rows.size === 0) throw await whyEmpty(terms, index, signal);
  const unmatched = terms.filter((term) => term.kind === 'in' && !term.isExcluded && !isInAny(term, index));
  return {
    rows: found.rows,
    summary: {
      text: scope,
      documents: found.documents,
      passages: found.rows.size,
      ...(unmatched.length === 0 ? {} : { unmatched: unmatched.map(({ text }) => text) }),
    },
  };
}

function isInAny(term: ScopeTerm, { documents }: ScopedIndex): boolean {
  const matches = documentMatcher([term]);
  for (const document of documents.values()) if (isIndexed(document) && matches(document)) return true;
  return false;
}

/**
 * The graph that the passages of a part would have if they were indexed alone. The stored graph has a few neighbors of each passage, of
 * which few may be in the part; then the nearest of the part are looked for.
 * @param graph of the whole index, for results of this first stage
 */
export function graphWithin(
  part: RowSet,
  index: IndexSnapshot,
  {
    graph,
    firstStage,
    signal,
  }: { readonly graph: IndexSnapshot['neighborsOf']; readonly firstStage: FirstStageMethod; readonly signal: AbortSignal },
): NeighborsOf {
  return async (row, k) => {
    const stored = graph(row, Infinity).filter((neighbor) => part.has(neighbor));
    if (stored.length >= Math.min(k, part.size - 1)) return stored.slice(0, k);
    return firstStage === 'dense' ? lexicalNeighbors(row, k) : index.nearestTo(row, k, part);
  };

  async function lexicalNeighbors(row: number, k: number): Promise<readonly number[]> {
    const texts = (await index.passages([row])).map(({ title, headings, text }) => ({ row, text: [title, ...headings, text].join('\n') }));
    const { neighbors } = await askForLists(texts, (query, n) => index.searchText(query, n, part), k, { signal });
    return [...neighbors].filter((neighbor) => neighbor >= 0);
  }
}
