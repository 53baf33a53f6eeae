/** Progress of work on the index over all its stages: never goes back, and says how long the rest will take once there is a rate to tell from. */
import type { IndexProgress } from '../protocol/engine.ts';

type Work = IndexProgress['work'];
type Stage = Exclude<IndexProgress['stage'], 'wait'>;
type Facts = Pick<IndexProgress, 'documentsDone' | 'documentsTotal' | 'passages' | 'current'>;

/** Before this much time has passed, or this share is done, a rate says nothing. */
const firstEstimateMs = 1500;
const firstEstimateShare = 0.01;
/** As far as shares can lead: the rest is said when everything is done. */
const almostDone = 0.99;

/**
 * The stages of each work in their order, with what each takes of the whole: of a pass measured on 10 to 200 MB of Markdown, of learning on the benches' datasets.
 * Where little has changed the shares are others; then the fraction leaps, but does not go back.
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
  // Takes a moment: only that it waits is said, and that it goes on.
  update: [['read', 1]],
  learn: [
    ['learn', 0.5],
    ['embed', 0.3],
    ['graph', 0.16],
    ['store', 0.04],
  ],
  walk: [['graph', 1]],
};

export interface ProgressMeterOptions {
  readonly work: Work;
  readonly tell: (progress: IndexProgress) => void;
  /** In ms, from any start. */
  readonly now?: () => number;
}

/** Of one piece of work; says nothing before it is first told something. */
export class ProgressMeter {
  readonly #work: Work;
  readonly #tell: (progress: IndexProgress) => void;
  readonly #now: () => number;
  #beganMs: number;
  /** When this stage had first done something, and how much: what it takes to begin says nothing of its rate. */
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

  /** @param shareOfBytes of what is to be read, in [0, 1] */
  reading(documentsDone: number, documentsTotal: number, passages: number, shareOfBytes: number, current?: string): void {
    this.#documents = documentsTotal;
    this.#say('read', shareOfBytes, { documentsDone, documentsTotal, passages, ...(current === undefined ? {} : { current }) });
  }

  /** @param share of this stage that is done, in [0, 1] */
  working(stage: Exclude<Stage, 'discover' | 'read'>, passages: number, share: number): void {
    // All documents have been read when anything else begins.
    this.#say(stage, share, { documentsDone: this.#documents, documentsTotal: this.#documents, passages });
  }

  /** Nothing is done until another process has ended its work. */
  waiting(waitingFor: string): void {
    this.#waitingSinceMs ??= this.#now();
    const { fraction = 0, documentsDone = 0, documentsTotal = 0, passages = 0 } = this.#last ?? {};
    this.#tellNow({ work: this.#work, stage: 'wait', fraction, documentsDone, documentsTotal, passages, waitingFor });
  }

  /** All of it is done, and in effect. */
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
    const documentsDone = isNext ? facts.documentsDone : Math.max(facts.documentsDone, before?.documentsDone ?? 0);
    const remainingSeconds = this.#remainingSeconds(stage, share, fraction);
    this.#tellNow({
      ...facts,
      work: this.#work,
      stage,
      fraction,
      documentsDone,
      ...(remainingSeconds === undefined ? {} : { remainingSeconds }),
    });
  }

  #tellNow(progress: IndexProgress): void {
    this.#last = progress;
    this.#tell(progress);
  }

  /** The time spent waiting is no time spent working. */
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

  /** By the rate of this stage; undefined until it has one. */
  #msPerFraction(stage: Stage, share: number): number | undefined {
    const { atMs, share: first } = this.#firstOfStage ?? { atMs: this.#now(), share };
    const stageMs = this.#now() - atMs;
    if (stageMs < firstEstimateMs || share - first < firstEstimateShare) return undefined;
    return stageMs / ((share - first) * this.#weightOf(stage));
  }
}
