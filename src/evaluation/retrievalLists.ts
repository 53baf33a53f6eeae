/** Which passages count as what a pipeline retrieved. Source: the table of metrics.md 5. */
import type { Trace, TraceNode } from '../protocol/trace.ts';

/**
 * - `last-retrieval`: one ranking, that of the last search.
 * - `final-context`: what the answer was read from.
 * - `accumulated`: what was kept of the results of all searches, in order of arrival; in a run that ended before it was read, all results.
 * - `meta-evidence`: what the meta evidence reasoner read; without it the evidence of the steps in order.
 * - `union`: many searches that make no single ranking; only `recall_union@k` says something.
 * - `none`: no search.
 */
export type RankedListKind = 'last-retrieval' | 'final-context' | 'accumulated' | 'meta-evidence' | 'union' | 'none';

/** A pipeline that the table does not have makes no single ranking. */
export function rankedListKind(pipeline: string): RankedListKind {
  return kinds.get(pipeline) ?? 'union';
}

const kinds: ReadonlyMap<string, RankedListKind> = new Map([
  ['retrieve-read', 'last-retrieval'],
  ['retrieve-cot', 'last-retrieval'],
  ['iter-retgen', 'last-retrieval'],
  ['r2ag-lite', 'last-retrieval'],
  ['leapquery', 'final-context'],
  ['ircot', 'accumulated'],
  ['sunar', 'meta-evidence'],
  ['sunar-nar', 'meta-evidence'],
  ['self-ask', 'union'],
  ['self-dc', 'union'],
  ['drr-rag', 'union'],
  ['direct', 'none'],
  ['cot', 'none'],
  ['cot-few-shot', 'none'],
  ['genread', 'none'],
]);

/** Ids of passages, best first, perhaps with repeats; null when the pipeline makes no single ranking. A run that found nothing has an empty one. */
export function rankedPassages(trace: Trace): readonly string[] | null {
  switch (rankedListKind(trace.pipeline)) {
    case 'last-retrieval':
      return resultsOf(trace).at(-1) ?? [];
    case 'final-context':
      return evidenceOf(withEvidence(trace, 'final').at(-1) ?? withEvidence(trace, 'root').at(-1));
    case 'accumulated': {
      const read = withEvidence(trace, 'final').at(-1);
      return read ? evidenceOf(read) : resultsOf(trace).flat();
    }
    case 'meta-evidence': {
      const read = withEvidence(trace, 'meta').at(-1);
      return read ? evidenceOf(read) : withEvidence(trace, 'sub_question').flatMap(evidenceOf);
    }
    case 'union':
    case 'none':
      return null;
  }
}

/** The ranking of every search of the run; null for a pipeline that does not search. */
export function retrievedPassages(trace: Trace): readonly (readonly string[])[] | null {
  return rankedListKind(trace.pipeline) === 'none' ? null : resultsOf(trace);
}

/** What each node that was answered from passages had before it, generated ones left out. Steps of an abandoned plan count: their passages were found. */
export function evidencePassages({ nodes }: Trace): readonly (readonly string[])[] {
  return nodes.filter(({ evidence }) => evidence.length > 0).map(evidenceOf);
}

function resultsOf({ retrievals }: Trace): readonly (readonly string[])[] {
  return retrievals.map(({ results }) => results.map(({ passageId }) => passageId));
}

function withEvidence({ nodes }: Trace, kind: TraceNode['kind']): readonly TraceNode[] {
  return nodes.filter((node) => node.kind === kind && node.evidence.length > 0);
}

function evidenceOf(node: TraceNode | undefined): readonly string[] {
  return (node?.evidence ?? []).filter(({ used, source }) => used && source !== 'generated').map(({ passageId }) => passageId);
}
