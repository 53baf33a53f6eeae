/** Progress of work on the index over all its stages. Never decreases, and estimates the remaining time once there is a rate. */
import type { IndexProgress } from '../protocol/indexStatus.ts';

type Work = IndexProgress['work'];
type Stage = Exclude<IndexProgress['stage'], 'wait'>;
type Facts = Pick<IndexProgress, 'documentsDone' | 'documentsTotal' | 'passages' | 'passagesDone' | 'current'>;

/** Before this time has passed, or this share is done, the rate is unreliable. */
const firstEstimateMs = 1500;
const firstEstimateShare = 0.01;
/** The maximum fraction before everything is done. */
const almostDone = 0.99;

/**
 * The stages of each kind of work in order, with their shares of the total time: of a pass, measured on 10 to 200 MB of Markdown; of
 * learning, on the benches' datasets. After a small change the shares differ, so the fraction jumps, but does not decrease.
 */
const stagesOf: Readonly<Record<Work, readonly (readonly [Stage, number])[]>> = {
  index: [
    ['discover', 0.02],
    ['read', 0.5],
    ['fulltext', 0.13],
    ['embed', 0.18],
    ['graph', 0.13],
    ['store', 0.04],
  ],
  // An update takes a moment, so only waiting and its end are reported.
  update: [['read', 1]],
  learn: [
    ['learn', 0.5],
    ['embed', 0.3],
    ['graph', 0.16],
    ['store', 0.04],
  ],
  // A model of six layers takes far longer for a passage than all else together.
  switch: [
    ['load', 0.02],
    ['embed', 0.9],
    ['graph', 0.06],
    ['store', 0.02],
  ],
};

export interface ProgressMeterOptions {
  readonly work: Work;
  readonly tell: (progress: IndexProgress) => void;
  /** Current time in ms, from any origin. */
  readonly now?: () => number;
}

/** Progress of one piece of work. Reports nothing before the first stage begins. */
export class ProgressMeter {
  readonly #work: Work;
  readonly #tell: (progress: IndexProgress) => void;
  readonly #now: () => number;
  #beganMs: number;
  /** When this stage first reported progress, and how much. Starting up says nothing about the rate. */
  #firstOfStage: { readonly atMs: number; readonly share: number } | undefined;
  #waitingSinceMs: number | undefined;
  #documents = 0;
  #stage: Stage | undefined;
  #last: IndexProgress | undefined;

  constructor({ work, tell, now = () => performance.now() }: ProgressMeterOptions) {
    this.#work = work;
    this.#tell = tell;
    this.#now = now;
    this.#beganMs = now();
  }

  discovering(): void {
    this.#say('discover', 0, { documentsDone: 0, documentsTotal: 0, passages: 0 });
  }

  /** @param shareOfBytes share of the bytes to read, in [0, 1] */
  reading(documentsDone: number, documentsTotal: number, passages: number, shareOfBytes: number, current?: string): void {
    this.#documents = documentsTotal;
    this.#say('read', shareOfBytes, { documentsDone, documentsTotal, passages, current });
  }

  /** @param share share of this stage that is done, in [0, 1] */
  working(stage: Exclude<Stage, 'discover' | 'read'>, passages: number, share: number): void {
    // All documents have been read when another stage begins.
    const passagesDone = stage === 'embed' ? Math.round(passages * Math.min(1, Math.max(0, share))) : undefined;
    this.#say(stage, share, { documentsDone: this.#documents, documentsTotal: this.#documents, passages, passagesDone });
  }

  /** Reports that no progress is made until another process has finished. */
  waiting(waitingFor: string): void {
    this.#waitingSinceMs ??= this.#now();
    const { fraction = 0, documentsDone = 0, documentsTotal = 0, passages = 0 } = this.#last ?? {};
    this.#tellNow({ work: this.#work, stage: 'wait', fraction, documentsDone, documentsTotal, passages, waitingFor });
  }

  /** Reports that a server's rate limit is waited for. @param waitMs what is left of the wait; 0 at its end */
  pausing(waitMs: number): void {
    if (!this.#last) return;
    const { waitMs: _before, remainingSeconds: _unknown, ...last } = this.#last;
    if (waitMs > 0) this.#waitingSinceMs ??= this.#now();
    this.#tellNow({ ...last, ...(waitMs > 0 ? { waitMs } : {}) });
  }

  /** Reports that the work is complete and in effect. */
  done(): void {
    if (!this.#last) return;
    const { documentsDone, documentsTotal, passages } = this.#last;
    const stage = stagesOf[this.#work].at(-1)?.[0] ?? 'store';
    this.#tellNow({ work: this.#work, stage, fraction: 1, documentsDone, documentsTotal, passages });
  }

  #say(stage: Stage, share: number, facts: Facts): void {
    this.#resume();
    const isNext = stage !== this.#stage;
    if (isNext) this.#firstOfStage = undefined;
    if (share > 0) this.#firstOfStage ??= { atMs: this.#now(), share };
    this.#stage = stage;
    const before = this.#last;
    const fraction = Math.max(before?.fraction ?? 0, this.#fractionAt(stage, share));
    const atLeast = (isNext ? undefined : before?.passagesDone) ?? 0;
    const documentsDone = isNext ? facts.documentsDone : Math.max(facts.documentsDone, before?.documentsDone ?? 0);
    const remainingSeconds = this.#remainingSeconds(stage, share, fraction);
    this.#tellNow({
      ...facts,
      work: this.#work,
      stage,
      fraction,
      documentsDone,
      ...(facts.passagesDone === undefined ? {} : { passagesDone: Math.max(facts.passagesDone, atLeast) }),
      remainingSeconds,
    });
  }

  #tellNow(progress: IndexProgress): void {
    this.#last = progress;
    this.#tell(progress);
  }

  /** Excludes the waiting time from the rate. */
  #resume(): void {
    if (this.#waitingSinceMs === undefined) return;
    this.#beganMs += this.#now() - this.#waitingSinceMs;
    this.#firstOfStage = undefined;
    this.#waitingSinceMs = undefined;
  }

  #fractionAt(stage: Stage, share: number): number {
    const stages = stagesOf[this.#work];
    const at = stages.findIndex(([name]) => name === stage);
    const before = stages.slice(0, at).reduce((sum, [, weight]) => sum + weight, 0);
    return Math.min(almostDone, before + this.#weightOf(stage) * Math.min(1, Math.max(0, share)));
  }

  #weightOf(stage: Stage): number {
    return stagesOf[this.#work].find(([name]) => name === stage)?.[1] ?? 0;
  }

  #remainingSeconds(stage: Stage, share: number, fraction: number): number | undefined {
    const elapsedMs = this.#now() - this.#beganMs;
    if (elapsedMs < firstEstimateMs || fraction < firstEstimateShare) return undefined;
    const msPerFraction = this.#msPerFraction(stage, share) ?? elapsedMs / fraction;
    return Math.round((msPerFraction * (1 - fraction)) / 1000);
  }

  /** Milliseconds per share of the total, at this stage's rate; undefined until the rate is known. */
  #msPerFraction(stage: Stage, share: number): number | undefined {
    const { atMs, share: first } = this.#firstOfStage ?? { atMs: this.#now(), share };
    const stageMs = this.#now() - atMs;
    if (stageMs < firstEstimateMs || share - first < firstEstimateShare) return undefined;
    return stageMs / ((share - first) * this.#weightOf(stage));
  }
}
