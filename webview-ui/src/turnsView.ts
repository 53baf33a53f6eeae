/** Turns a node's neighborhood-aware retrieval into a list of turns. Pure. */
import { t } from '@vscode/l10n';
import type { NarTurn, Trace, TraceNode } from '../../src/protocol/trace.ts';
import { barScale } from './evidenceView.ts';
import { passageTitles } from './passageTitle.ts';
import { count } from '../../src/base/amounts.ts';

export interface TurnView {
  readonly n: number;
  readonly pool: 'initial' | 'frontier';
  readonly frontierSize: number;
  readonly best: number | null;
  /** Uncertainty feedback, if there was any. */
  readonly feedback?: FeedbackView;
  readonly bars: readonly TurnBar[];
  readonly kept: readonly KeptPassage[];
}

export interface FeedbackView {
  /** `10 samples, 3 meanings`, with near-duplicates that were left out, or why there are none. */
  readonly words: string;
  /** The effect on the scores of the turn. */
  readonly effect: string;
  /** Answers with the same meaning, the most frequent first; null is an abstention. */
  readonly meanings: readonly { readonly answer: string | null; readonly count: number }[];
}

interface TurnBar {
  readonly passageId: string;
  readonly title: string;
  /** Height of the bar, 0 to 1. */
  readonly height: number;
  readonly score: number | null;
  readonly isKept: boolean;
}

export interface KeptPassage {
  readonly passageId: string;
  readonly title: string;
  /** Final rank, 1-based. */
  readonly rank1: number;
  readonly score: number | null;
  /** The passage whose neighbor this one is, or that mentions it. */
  readonly via?: { readonly passageId: string; readonly title: string };
}

/** Turns in order; empty when the node's evidence was found in another way. */
export function turnViews(trace: Trace, node: TraceNode): TurnView[] {
  const { nar } = node;
  if (!nar) return [];
  const scale = barScale(nar.turns.flatMap((turn) => turn.batch));
  const titleOf = passageTitles(trace, node);
  const rankOf = new Map(node.evidence.map((item) => [item.passageId, item.rank]));
  return nar.turns.map((turn, i) => ({
    n: i + 1,
    pool: turn.pool,
    frontierSize: turn.frontierSize,
    best: turn.batch.reduce<number | null>((best, { score }) => (score === null || (best !== null && best >= score) ? best : score), null),
    ...(turn.asu === undefined ? {} : { feedback: feedbackView(turn.asu) }),
    bars: turn.batch.map(({ passageId, score }) => ({
      passageId,
      title: titleOf(passageId),
      height: score === null ? 0 : scale(score),
      score,
      isKept: rankOf.has(passageId),
    })),
    kept: turn.batch
      .flatMap(({ passageId, score, via }) => {
        const rank = rankOf.get(passageId);
        if (rank === undefined) return [];
        return [
          {
            passageId,
            title: titleOf(passageId),
            rank1: rank + 1,
            score,
            ...(via === undefined ? {} : { via: { passageId: via, title: titleOf(via) } }),
          },
        ];
      })
      .toSorted((a, b) => a.rank1 - b.rank1),
  }));
}

function feedbackView({ answers, sets, s, skipped, folded = 0 }: NonNullable<NarTurn['asu']>): FeedbackView {
  if (skipped !== undefined) return { words: skippedWords[skipped] ?? t('no samples'), effect: t('scores kept'), meanings: [] };
  const bySet = Map.groupBy(answers.keys(), (i) => sets[i]);
  const meanings = [...bySet.values()].map((members) => ({ answer: answers[members[0] ?? 0] ?? null, count: members.length }));
  return {
    words: [
      count(answers.length, 'sample'),
      count(meanings.length, 'meaning'),
      ...(folded > 0 ? [count(folded, 'near-duplicate')] : []),
    ].join(', '),
    effect: s === 1 ? t('scores kept') : t('scores divided by {0}', s),
    meanings: meanings.toSorted((a, b) => b.count - a.count),
  };
}

const skippedWords: Readonly<Record<string, string>> = {
  no_sampling: t('the model cannot be sampled'),
  no_samples: t('no sample succeeded'),
  no_scores: t('nothing to divide'),
  cannot_matter: t('too low to be read, whatever the samples say'),
};
