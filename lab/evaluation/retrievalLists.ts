/** Selects the passages that count as a pipeline's retrieval results. Source: the table of metrics.md 5. */
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';

/**
 * - `last-retrieval`: the ranking of the last search.
 * - `final-context`: the passages that the answer was read from.
 * - `accumulated`: the passages kept from all searches, in order of arrival; if the run ended before reading them, all results.
 * - `meta-evidence`: the passages that the meta evidence reasoner read; without it, the evidence of the steps in order.
 * - `union`: many searches without a single ranking; only `recall_union@k` applies.
 * - `none`: no search.
 */
export type RankedListKind = 'last-retrieval' | 'final-context' | 'accumulated' | 'meta-evidence' | 'union' | 'none';

/** A pipeline that is not in the table has no single ranking. */
export function rankedListKind(pipeline: string): RankedListKind {
  return kinds.get(pipeline) ?? 'union';
}

const kinds: ReadonlyMap<string, RankedListKind> = new Map([
  ['retrieve-read', 'last-retrieval'],
  ['retrieve-cot', 'last-retrieval'],
  ['iter-retgen', 'last-retrieval'],
  ['r2ag-lite', 'last-retrieval'],
  ['leapquery', 'final-context'],
  ['bridge-rag', 'final-context'],
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

/** Passage ids, best first, possibly repeated; null when the pipeline has no single ranking. A run that found nothing has an empty one. */
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

/**
 * The evidence of each node that was answered from passages, without generated ones. Steps of an abandoned plan count, since their passages
 * were found.
 */
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
