/** Finds the passages that a scope names, once per run or search. */
import { AriadneError } from '../base/errors.ts';
import type { RowSet } from '../base/rowSet.ts';
import { isIndexed } from '../indexing/documentRows.ts';
import { parseScope, type ScopeTerm } from '../protocol/scopeSyntax.ts';
import type { ScopeSummary } from '../protocol/scopeSummary.ts';
import { documentMatcher } from './scopeMatch.ts';
import { rowsOf, type ScopedIndex } from './scopeRows.ts';
import { whyEmpty } from './whyEmpty.ts';

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
