/** From a node's neighborhood-aware retrieval to the story of its turns. Pure. */
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';
import { barScale } from './evidenceView.ts';

export interface TurnView {
  readonly n: number;
  readonly pool: 'initial' | 'frontier';
  readonly frontierSize: number;
  readonly best: number | null;
  readonly bars: readonly TurnBar[];
  readonly kept: readonly KeptPassage[];
}

export interface TurnBar {
  readonly docId: string;
  /** 0 to 1. */
  readonly height: number;
  readonly score: number | null;
  readonly isKept: boolean;
}

export interface KeptPassage {
  readonly docId: string;
  readonly title: string;
  /** Final rank, the best is 1. */
  readonly rank1: number;
  readonly score: number | null;
  /** Title of the passage whose neighbor it is. */
  readonly via?: string;
}

/** Turns in order; empty when the node's evidence was not found this way. */
export function turnViews(trace: Trace, node: TraceNode): TurnView[] {
  const { nar } = node;
  if (!nar) return [];
  const scale = barScale(nar.turns.flatMap((turn) => turn.batch));
  const rankOf = new Map(node.evidence.map((item) => [item.docId, item.rank]));
  const titleOf = (docId: string): string => trace.passages[docId]?.title ?? docId;
  return nar.turns.map((turn, i) => ({
    n: i + 1,
    pool: turn.pool,
    frontierSize: turn.frontierSize,
    best: turn.batch.reduce<number | null>((best, { score }) => (score === null || (best !== null && best >= score) ? best : score), null),
    bars: turn.batch.map(({ docId, score }) => ({
      docId,
      height: score === null ? 0 : scale(score),
      score,
      isKept: rankOf.has(docId),
    })),
    kept: turn.batch
      .flatMap(({ docId, score, via }) => {
        const rank = rankOf.get(docId);
        if (rank === undefined) return [];
        return [{ docId, title: titleOf(docId), rank1: rank + 1, score, ...(via === undefined ? {} : { via: titleOf(via) }) }];
      })
      .toSorted((a, b) => a.rank1 - b.rank1),
  }));
}
