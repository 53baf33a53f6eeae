/** Progress of a pass over the folder: never goes back, and says how long the rest will take once there is a rate to tell from. */
import type { IndexProgress } from '../protocol/engine.ts';

/** Before this much has passed a rate says nothing. */
const firstEstimateMs = 1500;
/** What follows the reading takes this much of the time the reading took: measured on 10 to 200 MB of Markdown. */
const afterReading = 0.9;
/** Of that, by stage. */
const shareAfter = { fulltext: 0.3, embed: 0.4, graph: 0.3 } as const;

export class ProgressMeter {
  readonly #tell: (progress: IndexProgress) => void;
  readonly #began = performance.now();
  #documentsTotal = 0;
  #readMs: number | undefined;
  #stageBegan = performance.now();
  #last: IndexProgress = { stage: 'discover', documentsDone: 0, documentsTotal: 0, passages: 0 };

  /** @param documents how many there are, where none has to be looked for */
  constructor(tell: (progress: IndexProgress) => void, documents?: number) {
    this.#tell = tell;
    this.#documentsTotal = documents ?? 0;
    if (documents === undefined) this.#say(this.#last);
  }

  /** @param shareOfBytes of what is to be read, in [0, 1] */
  reading(documentsDone: number, documentsTotal: number, passages: number, shareOfBytes: number, current?: string): void {
    this.#enter('read');
    this.#documentsTotal = documentsTotal;
    const elapsed = performance.now() - this.#stageBegan;
    const rest = shareOfBytes > 0 ? (elapsed / shareOfBytes) * (1 - shareOfBytes + afterReading) : undefined;
    if (documentsDone === documentsTotal) this.#readMs = elapsed;
    this.#say({ stage: 'read', documentsDone, documentsTotal, passages, ...(current === undefined ? {} : { current }) }, rest);
  }

  /** @param share of this stage that is done, in [0, 1] */
  working(stage: 'fulltext' | 'embed' | 'graph' | 'store' | 'learn', passages: number, share: number): void {
    this.#enter(stage);
    const documentsDone = Math.round(share * this.#documentsTotal);
    this.#say({ stage, documentsDone, documentsTotal: this.#documentsTotal, passages }, this.#restAfterReading(stage, share));
  }

  #restAfterReading(stage: IndexProgress['stage'], share: number): number | undefined {
    const elapsed = performance.now() - this.#stageBegan;
    // A long stage tells its own rate better than the reading does.
    const ofStage = share > 0 && elapsed > firstEstimateMs ? (elapsed / share) * (1 - share) : undefined;
    if (stage === 'learn' || this.#readMs === undefined) return ofStage;
    const all = this.#readMs * afterReading;
    const stages = ['fulltext', 'embed', 'graph'] as const;
    const at = stages.findIndex((name) => name === stage);
    if (at < 0) return 0;
    const later = stages.slice(at + 1).reduce((sum, name) => sum + shareAfter[name] * all, 0);
    return (ofStage ?? Math.max(0, shareAfter[stages[at] ?? 'graph'] * all - elapsed)) + later;
  }

  #enter(stage: IndexProgress['stage']): void {
    if (stage !== this.#last.stage) this.#stageBegan = performance.now();
  }

  #say(progress: IndexProgress, restMs?: number): void {
    const isBack = progress.stage === this.#last.stage && progress.documentsDone < this.#last.documentsDone;
    const isEarly = performance.now() - this.#began < firstEstimateMs;
    this.#last = {
      ...progress,
      ...(isBack ? { documentsDone: this.#last.documentsDone } : {}),
      ...(restMs === undefined || isEarly ? {} : { remainingSeconds: Math.max(0, Math.round(restMs / 1000)) }),
    };
    this.#tell(this.#last);
  }
}
