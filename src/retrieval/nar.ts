/**
 * Neighborhood-aware retrieval: spends the reranking budget on the best of the first stage and, turn by turn, on neighbors of what scored
 * well. With uncertainty feedback, a batch from which the model cannot answer consistently is ranked lower, and so are the neighbors it
 * leads to. Source: SUNAR, NAR listing; MacAvaney, Tonellotto, Macdonald 2022 (GAR), Algorithm 1; ties and edge cases as in pipelines.md
 * 2.3. Feedback: `uncertainty.ts`.
 *
 * R first stage and F frontier, both insertion-ordered maps id → priority; c budget, b batch, k neighbors used of each passage; x a score
 * after its transform.
 */
import type { Passage } from '../protocol/passage.ts';
import type { NarTurn } from '../protocol/trace.ts';
import type {
  AdaptiveReranker,
  BatchScorer,
  SearchHit,
  NarParameters,
  PassageSource,
  Ranked,
  RerankOptions,
  UncertaintyFeedback,
} from './retrieval.ts';
import { notAsked, rescaled, transformFor, transforms, uncertaintyOf } from './uncertainty.ts';

export interface NarInput {
  readonly firstStage: readonly { readonly passageId: string; readonly score: number }[];
  /** The first `k` entries of a passage's row, best edge first; entries that are the passage itself or repeat have no effect. */
  readonly neighbors: (passageId: string, k: number) => readonly string[];
  /** Whether a neighbor is in the corpus. */
  readonly exists: (passageId: string) => boolean;
  /** One number or null (no score) per passage. @throws AbortError */
  readonly score: (passageIds: readonly string[]) => Promise<readonly (number | null)[]>;
  /** x of a score (pipelines.md 2.5): strictly increasing; by default the score itself. */
  readonly transform?: (score: number) => number;
  /** Replaces the scores x of a batch that needs it (uncertainty feedback, pipelines.md 2.5). Begun in the order of the batches. */
  readonly rescore?: (passageIds: readonly string[], x: readonly (number | null)[], isNeeded: boolean) => Promise<Rescored>;
  /** How many passages of the ranking are read. If given, batches of which none can be among them need no feedback. */
  readonly read?: number;
  /**
   * Whether the next batch of the first stage, which does not depend on scores, is scored while the passages of a batch of the frontier are
   * read. Both are awaited.
   */
  readonly scoresAhead?: boolean;
  /** In order. */
  readonly onTurn?: (turn: NarTurn, flags: readonly string[]) => void;
}

interface Rescored {
  readonly scores: readonly (number | null)[];
  readonly asu?: NonNullable<NarTurn['asu']>;
  /** For the node. */
  readonly flags?: readonly string[];
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

/** How many of the first stage are scored where neighbors are found all along: every other batch. */
export function scoredOfFirstStage({ b, c }: Pick<NarParameters, 'b' | 'c'>): number {
  return b * Math.ceil(Math.ceil(c / b) / 2);
}

/** A batch as the reranker left it. */
interface Batch {
  readonly t: number;
  readonly ids: readonly string[];
  readonly priorities: readonly (number | null)[];
  readonly frontierSize: number;
  /** Which passage led to each; empty for a batch of the first stage. */
  readonly via: ReadonlyMap<string, string>;
  readonly raw: readonly (number | null)[];
  readonly x: readonly (number | null)[];
  /** Nothing is scored before it or after it. */
  readonly isOnly: boolean;
}

/** The listing of pipelines.md 2.3: explores, rescores every batch, ranks. */
export async function neighborhoodAwareRetrieval(input: NarInput, { b, c, k }: NarParameters): Promise<NarResult> {
  const { transform = (score) => score } = input;
  const done = new Map<string, Done>();
  const R = new Map(input.firstStage.map(({ passageId, score }) => [passageId, score]));
  const F = new Map<string, number>();
  const via = new Map<string, string>();
  let min = Infinity;
  let ahead: readonly (number | null)[] | undefined;
  for (let t = 0; done.size < c && R.size + F.size > 0; t++) {
    const isInitial = t % 2 === 0;
    const P = isInitial ? R : F;
    if (P.size === 0) continue;
    const frontierSize = F.size;
    const B = highest(P, Math.min(b, c - done.size));
    const priorities = B.map((d) => P.get(d) ?? null);
    const led = new Map(isInitial ? [] : B.map((d) => [d, via.get(d)!] as const));
    const left = c - done.size - B.length;
    const next = input.scoresAhead && !isInitial ? highest(without(R, B), Math.min(b, left)) : [];
    const [own, ofNext] = await Promise.all([ahead ?? input.score(B), next.length > 0 ? input.score(next) : undefined]);
    ahead = ofNext;
    const raw = own.map(usable);
    const x = raw.map((score) => (score === null ? null : transform(score)));
    const leadsOn = (d: string): boolean => input.neighbors(d, k).some((n) => !B.includes(n) && input.exists(n));
    const isOnly = done.size === 0 && (B.length === c || (R.size === B.length && !B.some(leadsOn)));
    const batch = { t, ids: B, priorities, frontierSize, via: led, raw, x, isOnly };
    const rescored: Rescored = (await input.rescore?.(B, x, needsFeedback(batch, done, input.read))) ?? { scores: x };
    B.forEach((d, i) => done.set(d, { score: usable(rescored.scores[i]), t, ...viaOf(led, d) }));
    input.onTurn?.(turnOf(batch, rescored), rescored.flags ?? []);
    for (const d of B) {
      R.delete(d);
      F.delete(d);
    }
    if (done.size === c) continue;
    const rem = c - done.size;
    for (const [score, d] of sourcesBestFirst(B, rescored.scores)) {
      if (!(F.size < rem || score >= min)) continue;
      let hit = false;
      for (const n of input.neighbors(d, k)) {
        if (n === d || done.has(n) || !input.exists(n)) continue;
        const waiting = F.get(n);
        if (waiting !== undefined && score <= waiting) continue;
        F.set(n, score);
        via.set(n, d);
        hit = true;
      }
      if (hit && score < min) min = score;
    }
  }
  return { ranking: rankingOf(done), exhausted: done.size < c };
}

/** Whether feedback, which never raises a score, can change which passages are read. Of equal scores, the later batch ranks first. */
function needsFeedback({ x, isOnly }: Batch, done: ReadonlyMap<string, Done>, read: number | undefined): boolean {
  if (read === undefined) return true;
  const before = [...done.values()].flatMap(({ score }) => (score === null ? [] : [score])).sort(descending);
  const last = before[read - 1];
  return !isOnly && (last === undefined || x.some((score) => score !== null && score >= last));
}

function turnOf({ t, ids, priorities, frontierSize, via, raw, x }: Batch, { scores, asu }: Rescored): NarTurn {
  return {
    t,
    pool: t % 2 === 0 ? 'initial' : 'frontier',
    frontierSize,
    batch: ids.map((passageId, i) => ({
      passageId,
      ...viaOf(via, passageId),
      priority: priorities[i] ?? null,
      raw: raw[i] ?? null,
      score: x[i] ?? null,
      rescored: usable(scores[i]),
    })),
    asu,
  };
}

/** The `count` entries of highest priority; equal priorities in map order. */
function highest(pool: ReadonlyMap<string, number>, count: number): string[] {
  return [...pool]
    .sort(([, a], [, b]) => descending(a, b))
    .slice(0, count)
    .map(([id]) => id);
}

function without(pool: ReadonlyMap<string, number>, ids: readonly string[]): ReadonlyMap<string, number> {
  const gone = new Set(ids);
  return new Map([...pool].filter(([id]) => !gone.has(id)));
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
    .map(([passageId, scored]) => ({ passageId, ...scored }))
    .sort((a, b) => {
      if (a.score === null || b.score === null) return a.score === b.score ? b.t - a.t : a.score === null ? 1 : -1;
      return descending(a.score, b.score) || b.t - a.t;
    });
}

function viaOf(via: ReadonlyMap<string, string>, passageId: string): { readonly via?: string } {
  const source = via.get(passageId);
  return source === undefined ? {} : { via: source };
}

/** Never by subtraction: infinite scores would give NaN. */
function descending<T extends number | string>(a: T, b: T): number {
  return a < b ? 1 : a > b ? -1 : 0;
}

function usable(score: number | null | undefined): number | null {
  return score === undefined || score === null || Number.isNaN(score) ? null : score;
}

/** Hears what the walk for a node does; by default nobody does. */
export interface NarObserver {
  started(node: string, parameters: AppliedParameters): void;
  /** @param scored passages so far */
  progressed(node: string, scored: number, parameters: NarParameters): void;
  turned(node: string, turn: NarTurn): void;
  /** Once per flag and walk. */
  flagged(node: string, flag: string): void;
  ranked(node: string, result: NarResult): void;
}

/** With what the defaults come to. */
interface AppliedParameters extends NarParameters {
  readonly scoreTransform: keyof typeof transforms;
}

const unobserved: NarObserver = {
  started: () => undefined,
  progressed: () => undefined,
  turned: () => undefined,
  flagged: () => undefined,
  ranked: () => undefined,
};

export interface NeighborhoodRerankerOptions {
  readonly scorer: BatchScorer;
  /** Of what answers are sampled for uncertainty feedback. */
  readonly passages: PassageSource;
  /** False for a passage that the walk passes over; the index itself lists none that is gone. */
  readonly exists?: (passageId: string) => boolean;
  readonly observer?: NarObserver;
  /** As in `NarInput`. By default batches are scored in turn, which is the order that a run records them in. */
  readonly scoresAhead?: boolean;
}

/** Walks the neighbor graph of an index while a model scores. */
export class NeighborhoodReranker implements AdaptiveReranker {
  readonly scale: AdaptiveReranker['scale'];
  readonly #options: Required<NeighborhoodRerankerOptions>;

  constructor(options: NeighborhoodRerankerOptions) {
    this.scale = options.scorer.scale;
    this.#options = { exists: () => true, observer: unobserved, scoresAhead: false, ...options };
  }

  async rerank(query: string, firstStage: readonly SearchHit[], given: NarParameters, options: RerankOptions): Promise<readonly Ranked[]> {
    const { scorer, passages, exists, observer, scoresAhead } = this.#options;
    const { node, asu } = options;
    const scoreTransform = transformFor(this.scale, asu !== undefined);
    const { b, c, k } = given;
    const parameters = { b, c, k, scoreTransform };
    const neighbors = new Map<string, readonly string[]>();
    const titles = new Map<string, string>();
    const sampled = new Map<string, readonly Passage[]>();
    const known = new Set<string>();
    const flagOnce = (flag: string): void => {
      if (!known.has(flag)) observer.flagged(node, flag);
      known.add(flag);
    };
    observer.started(node, parameters);
    const walked = await neighborhoodAwareRetrieval(
      {
        firstStage,
        scoresAhead,
        neighbors: (passageId) => neighbors.get(passageId) ?? [],
        exists,
        score: async (passageIds) => {
          const batch = await scorer.score(query, passageIds, k, options);
          passageIds.forEach((passageId, i) => {
            neighbors.set(passageId, batch.neighbors[i] ?? []);
            const title = batch.titles?.[i];
            if (title !== undefined) titles.set(passageId, title);
          });
          const hasScore = batch.scores.some((score) => score !== null);
          if (asu && canSample(asu) && hasScore) sampled.set(keyOf(passageIds), await passages.passages(passageIds, options));
          observer.progressed(node, neighbors.size, parameters);
          return batch.scores;
        },
        transform: transforms[scoreTransform],
        ...(asu
          ? {
              rescore: (passageIds, x, isNeeded) =>
                rescoreBatch(query, sampled.get(keyOf(passageIds)), x, isNeeded ? asu : { ...asu, sample: { skipped: 'cannot_matter' } }),
              read: asu.read,
            }
          : {}),
        onTurn: (turn, flags) => {
          flags.forEach(flagOnce);
          const titled = (one: NarTurn['batch'][number]) => {
            const title = titles.get(one.passageId);
            return { ...one, ...(title === undefined ? {} : { title }) };
          };
          observer.turned(node, { ...turn, batch: turn.batch.map(titled) });
        },
      },
      parameters,
    );
    const isScored = walked.ranking.some(({ score }) => score !== null);
    if (!isScored && walked.ranking.length > 0) flagOnce('rerank_failed');
    const ranking = isScored ? walked.ranking : inFirstStageOrder(walked.ranking, firstStage);
    observer.ranked(node, { ...walked, ranking });
    return ranking;
  }

  async score(query: string, passageIds: readonly string[], options: RerankOptions): Promise<readonly (number | null)[]> {
    return (await this.#options.scorer.score(query, passageIds, 0, options)).scores;
  }
}

/** ASU of one batch: its scores x go down by how much the answers from it disagree. */
async function rescoreBatch(
  query: string,
  batch: readonly Passage[] | undefined,
  x: readonly (number | null)[],
  asu: UncertaintyFeedback,
): Promise<Rescored> {
  const { facts, divisor, flags } =
    'skipped' in asu.sample
      ? notAsked(asu.sample.skipped)
      : batch === undefined
        ? notAsked('no_scores')
        : await uncertaintyOf(query, await asu.sample(batch), asu);
  return { scores: x.map((one) => rescaled(one, divisor)), asu: facts, flags };
}

function canSample({ sample }: UncertaintyFeedback): boolean {
  return !('skipped' in sample);
}

function keyOf(passageIds: readonly string[]): string {
  return passageIds.join('\n');
}

/** Without any score nothing led further than the first stage. */
function inFirstStageOrder(ranking: readonly Ranked[], firstStage: readonly SearchHit[]): readonly Ranked[] {
  const ranked = new Map(ranking.map((one) => [one.passageId, one]));
  return [...new Set(firstStage.map(({ passageId }) => passageId))].flatMap((passageId) => ranked.get(passageId) ?? []);
}
