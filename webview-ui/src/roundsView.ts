/** Turns the iterations of a run into rounds: what was missing, what was found, what was kept. Pure. */
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';
import { passageTitles } from './passageTitle.ts';

export interface RoundView {
  /** Round number; 0 is the first retrieval. */
  readonly n: number;
  readonly gaps: readonly string[];
  readonly newCount: number;
  /** Passages kept, best first. */
  readonly kept: readonly { readonly passageId: string; readonly title: string; readonly isNew: boolean }[];
}

export function roundViews(trace: Trace, node: TraceNode): RoundView[] {
  const titleOf = passageTitles(trace, node);
  return (node.iterations ?? []).map(({ t, gaps, newDocs, context }) => ({
    n: t,
    gaps,
    newCount: newDocs.length,
    kept: context.map((passageId) => ({
      passageId,
      title: titleOf(passageId),
      isNew: t > 0 && newDocs.includes(passageId),
    })),
  }));
}
