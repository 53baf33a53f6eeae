/**
 * The engine's stored runs: its latest list plus the changes made here since. Listing takes the engine a while, and a run that begins, ends
 * or is deleted in the meantime is outdated in the list. So a change made after a list was requested takes precedence over it.
 */
import type { RunSummary } from '../../protocol/engine.ts';

export class RunList {
  readonly #runs = new Map<string, RunSummary>();
  /** The tick of `#now` at which a run was last put or removed here. */
  readonly #changedAt = new Map<string, number>();
  #now = 0;
  /** The tick at which the latest accepted list was requested. */
  #askedAt = 0;

  get all(): readonly RunSummary[] {
    return [...this.#runs.values()];
  }

  /** Adds or replaces a run that has ended or was changed here. */
  put(run: RunSummary): void {
    this.#runs.set(run.runId, run);
    this.#changedAt.set(run.runId, ++this.#now);
  }

  remove(runId: string): void {
    this.#runs.delete(runId);
    this.#changedAt.set(runId, ++this.#now);
  }

  /** Removes all runs, whatever lists requested earlier contain. */
  clear(): void {
    this.#runs.clear();
    this.#changedAt.clear();
    this.#askedAt = ++this.#now;
  }

  /**
   * Must be called when the engine is asked for its list. The returned function accepts the reply, unless a later request was already
   * answered.
   */
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
