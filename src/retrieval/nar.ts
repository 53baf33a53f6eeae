/**
 * Neighborhood-aware retrieval: spends the reranking budget on the best of the first stage and, turn by turn, on neighbors of what scored well.
 * Source: SUNAR, NAR listing; MacAvaney, Tonellotto, Macdonald 2022 (GAR), Algorithm 1; ties and edge cases as in pipelines.md 2.3.
 *
 * R first stage and F frontier, both insertion-ordered maps id → priority; c budget, b batch, k neighbors used of each passage.
 */
import type { NarTurn } from '../protocol/trace.ts';
import type { NarParameters, Ranked } from './retrieval.ts';

export interface NarInput {
  readonly firstStage: readonly { readonly docId: string; readonly score: number }[];
  /** The first `k` entries of a passage's row, best edge first; entries that are the passage itself or repeat have no effect. */
  readonly neighbors: (docId: string, k: number) => readonly string[];
  /** Whether a neighbor is in the corpus. */
  readonly exists: (docId: string) => boolean;
  /** One number or null (no score) per passage. @throws AbortError */
  readonly score: (docIds: readonly string[]) => Promise<readonly (number | null)[]>;
  /** Replaces the scores of a batch once it is scored (uncertainty feedback, pipelines.md 2.5). */
  readonly rescore?: (docIds: readonly string[], scores: readonly (number | null)[]) => Promise<readonly (number | null)[]>;
  readonly onTurn?: (turn: NarTurn) => void;
}

interface Done {
  readonly score: number | null;
  readonly t: number;
  readonly via?: string;
}

export interface NarResult {
  /** Best first; ties: the later turn first, then order of scoring. At most `c`. */
  readonly ranking: readonly Ranked[];
  /** Everything reachable was scored before the budget was spent. */
  readonly exhausted: boolean;
}

export async function neighborhoodAwareRetrieval(input: NarInput, { b, c, k }: NarParameters): Promise<NarResult> {
  const R = new Map(input.firstStage.map(({ docId, score }) => [docId, score]));
  const F = new Map<string, number>();
  const via = new Map<string, string>();
  const done = new Map<string, Done>();
  let min = Infinity;
  for (let t = 0; done.size < c && R.size + F.size > 0; t++) {
    const isInitial = t % 2 === 0;
    const P = isInitial ? R : F;
    if (P.size === 0) continue;
    const frontierSize = F.size;
    const B = highest(P, Math.min(b, c - done.size));
    const priorities = B.map((d) => P.get(d) ?? null);
    const raw = await input.score(B);
    const scores = input.rescore ? await input.rescore(B, raw) : raw;
    B.forEach((d, i) => done.set(d, { score: usable(scores[i]), t, ...(isInitial ? {} : viaOf(via, d)) }));
    for (const d of B) {
      R.delete(d);
      F.delete(d);
    }
    if (done.size < c) {
      const rem = c - done.size;
      for (const [x, d] of sourcesBestFirst(B, scores)) {
        if (!(F.size < rem || x >= min)) continue;
        let hit = false;
        for (const n of input.neighbors(d, k)) {
          if (n === d || done.has(n) || !input.exists(n)) continue;
          const waiting = F.get(n);
          if (waiting !== undefined && x <= waiting) continue;
          F.set(n, x);
          via.set(n, d);
          hit = true;
        }
        if (hit && x < min) min = x;
      }
    }
    input.onTurn?.({
      t,
      pool: isInitial ? 'initial' : 'frontier',
      frontierSize,
      batch: B.map((docId, i) => ({
        docId,
        ...(isInitial ? {} : viaOf(via, docId)),
        priority: priorities[i] ?? null,
        raw: usable(raw[i]),
        score: usable(raw[i]),
        rescored: usable(scores[i]),
      })),
    });
  }
  return { ranking: rankingOf(done), exhausted: done.size < c };
}

/** The `count` entries of highest priority; equal priorities in map order. */
function highest(pool: ReadonlyMap<string, number>, count: number): string[] {
  return [...pool]
    .sort(([, a], [, b]) => descending(a, b))
    .slice(0, count)
    .map(([id]) => id);
}

/** Scored passages by score descending; equal scores by id descending. */
function sourcesBestFirst(batch: readonly string[], scores: readonly (number | null)[]): (readonly [number, string])[] {
  return batch
    .flatMap((d, i) => {
      const x = usable(scores[i]);
      return x === null ? [] : [[x, d] as const];
    })
    .sort(([x, d], [y, e]) => descending(x, y) || descending(d, e));
}

function rankingOf(done: ReadonlyMap<string, Done>): readonly Ranked[] {
  return [...done]
    .map(([docId, scored]) => ({ docId, ...scored }))
    .sort((a, b) => {
      if (a.score === null || b.score === null) return a.score === b.score ? b.t - a.t : a.score === null ? 1 : -1;
      return descending(a.score, b.score) || b.t - a.t;
    });
}

function viaOf(via: ReadonlyMap<string, string>, docId: string): { readonly via?: string } {
  const source = via.get(docId);
  return source === undefined ? {} : { via: source };
}

/** Never by subtraction: infinite scores would give NaN. */
function descending<T extends number | string>(a: T, b: T): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

function usable(score: number | null | undefined): number | null {
  return score === undefined || score === null || Number.isNaN(score) ? null : score;
}
