import type { MentionPlace } from '../protocol/passage.ts';
import type { Evidence, Trace, TraceNode } from '../protocol/trace.ts';

/**
 * The evidence of a node, with the mentions through which its passages were found: in its own searches or, for evidence that is
 * collected from other nodes, by those.
 */
export function withMentions(evidence: readonly Evidence[], { id }: TraceNode, { nodes, retrievals }: Trace): Evidence[] {
  const mentions = new Map<string, MentionPlace>();
  for (const node of nodes) if (node.id !== id) for (const one of node.evidence) add(mentions, one);
  for (const { node, results } of retrievals) {
    if (node !== id) continue;
    for (const one of results) {
      mentions.delete(one.passageId);
      add(mentions, one);
    }
  }
  return evidence.map((item) => {
    const mentionedBy = item.mentionedBy ?? (item.source === 'generated' ? undefined : mentions.get(item.passageId));
    return mentionedBy ? { ...item, mentionedBy } : item;
  });
}

function add(
  mentions: Map<string, MentionPlace>,
  { passageId, mentionedBy }: { readonly passageId: string; readonly mentionedBy?: MentionPlace },
): void {
  if (mentionedBy) mentions.set(passageId, mentionedBy);
}
