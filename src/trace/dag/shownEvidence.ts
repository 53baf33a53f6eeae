import type { Evidence, Trace, TraceNode } from '../../protocol/trace.ts';

/**
 * A node's evidence without what another node has read: the search for the whole question, which a run ends with, finds it again, only to
 * rank its quotes. Pure.
 */
export function shownEvidence({ nodes }: Pick<Trace, 'nodes'>, node: TraceNode): readonly Evidence[] {
  if (!node.evidence.some(isClosest)) return node.evidence;
  const read = new Set(nodes.flatMap(({ evidence }) => evidence.filter(({ used }) => used).map(({ passageId }) => passageId)));
  return node.evidence.filter((item) => !isClosest(item) || !read.has(item.passageId));
}

function isClosest({ source, used }: Evidence): boolean {
  return source === 'search' && !used;
}
