/** From the iterations of a run to the story of its rounds: what was lacking, what came, what was kept. Pure. */
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';

export interface RoundView {
  /** 0 is the first retrieval. */
  readonly n: number;
  readonly gaps: readonly string[];
  readonly newCount: number;
  /** Passages kept, best first. */
  readonly kept: readonly { readonly passageId: string; readonly title: string; readonly isNew: boolean }[];
}

export function roundViews(trace: Trace, { iterations = [] }: TraceNode): RoundView[] {
  return iterations.map(({ t, gaps, newDocs, context }) => ({
    n: t,
    gaps,
    newCount: newDocs.length,
    kept: context.map((passageId) => ({
      passageId,
      title: trace.passages[passageId]?.title ?? passageId,
      isNew: t > 0 && newDocs.includes(passageId),
    })),
  }));
}
