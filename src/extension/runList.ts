/**
 * The runs that the engine has stored, as it listed them and as they were changed here since. A list takes the engine a while to make, and a run that begins,
 * ends or is deleted meanwhile is not in it as it is now: what happened here after a list was asked for holds against that list.
 */
import type { RunSummary } from '../protocol/engine.ts';

export class RunList {
  readonly #runs = new Map<string, RunSummary>();
  /** When a run was last put or removed here, in ticks of `#now`. */
  readonly #changedAt = new Map<string, number>();
  #now = 0;
  /** When the latest list that was taken was asked for. */
  #askedAt = 0;

  get all(): readonly RunSummary[] {
    return [...this.#runs.values()];
  }

  /** Of a run that has ended or was changed here. */
  put(run: RunSummary): void {
    this.#runs.set(run.runId, run);
    this.#changedAt.set(run.runId, ++this.#now);
  }

  remove(runId: string): void {
    this.#runs.delete(runId);
    this.#changedAt.set(runId, ++this.#now);
  }

  /** All runs are gone, whatever lists that were asked for before say. */
  clear(): void {
    this.#runs.clear();
    this.#changedAt.clear();
    this.#askedAt = ++this.#now;
  }

  /** To be called when the engine is asked for its list. What it returns takes the reply; a reply to a question older than the last one taken is dropped. */
  asking(): (listed: readonly RunSummary[]) => void {
    const askedAt = ++this.#now;
    return (listed) => {
      if (askedAt < this.#askedAt) return;
      this.#askedAt = askedAt;
      const isOurs = (runId: string): boolean => (this.#changedAt.get(runId) ?? 0) > askedAt;
      for (const runId of this.#runs.keys()) if (!isOurs(runId)) this.#runs.delete(runId);
      for (const run of listed) if (!isOurs(run.runId)) this.#runs.set(run.runId, run);
      for (const runId of this.#changedAt.keys()) if (!isOurs(runId)) this.#changedAt.delete(runId);
    };
  }
}
