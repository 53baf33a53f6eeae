/** Changed files that are not indexed yet. Does not use the clock: times are passed in. */

export type PendingWork =
  | { readonly kind: 'update'; readonly paths: readonly string[] }
  /** The whole folder must be scanned. `areMany`: because more paths have changed than are kept. */
  | { readonly kind: 'full-pass'; readonly areMany: boolean };

/** Changes arrive in bursts. A burst has ended when nothing has changed for this long. */
export const QUIET_MS = 1_000;
/** The longest time to wait for the end of a burst. */
export const MAX_WAIT_MS = 5_000;
/** Above this number, scanning the whole folder costs no more. */
export const MAX_PATHS = 1_000;
/**
 * Linux drops changes when 16,384 wait to be read, and VS Code when 30,000 wait to be delivered, which takes 12 s. Nothing says so, so
 * after many changes the folder is scanned until nothing more is found.
 */
const LOOK_AGAIN_MS = 30_000;

export class PendingChanges {
  readonly #paths = new Set<string>();
  #needsFullPass = false;
  #areMany = false;
  #againAtMs: number | undefined;
  #isDoubted = false;
  #firstMs: number | undefined;
  #lastMs = 0;
  #underWay: PendingWork | undefined;
  #sinceMs: number | undefined;

  /** The number of distinct paths that are not indexed yet; `all` when that takes a full pass. */
  get size(): number | 'all' {
    if (this.#needsFullPass || this.#underWay?.kind === 'full-pass' || this.#isDoubted) return 'all';
    return this.#underWay === undefined ? this.#paths.size : new Set([...this.#underWay.paths, ...this.#paths]).size;
  }

  /** Since when something has been waiting to be indexed; undefined when everything is. */
  get sinceMs(): number | undefined {
    return this.#sinceMs;
  }

  /** When to take the pending changes; undefined when there are none. */
  get dueAtMs(): number | undefined {
    return this.#firstMs === undefined ? this.#againAtMs : Math.min(this.#lastMs + QUIET_MS, this.#firstMs + MAX_WAIT_MS);
  }

  /** @param path path of a changed, new or removed file, relative to the folder, `/`-separated */
  add(path: string, nowMs: number): void {
    this.#stamp(nowMs);
    if (this.#needsFullPass) return;
    this.#paths.add(path);
    if (this.#paths.size > MAX_PATHS) this.addFullPass(nowMs, true);
  }

  addFullPass(nowMs: number, areMany = false): void {
    this.#stamp(nowMs);
    this.#needsFullPass = true;
    this.#areMany ||= areMany;
    this.#paths.clear();
  }

  /** @param isDoubted whether so much was indexed that more may have changed than was reported */
  lookAgain(nowMs: number, isDoubted: boolean): void {
    this.#againAtMs = nowMs + LOOK_AGAIN_MS;
    this.#isDoubted = isDoubted;
  }

  /** Puts back changes that were taken but could not be indexed, as if they had just happened. */
  restore(work: PendingWork, nowMs: number): void {
    this.#underWay = undefined;
    if (work.kind === 'full-pass') this.addFullPass(nowMs, work.areMany);
    else for (const path of work.paths) this.add(path, nowMs);
  }

  /** @returns undefined when there is nothing to do */
  take(): PendingWork | undefined {
    if (this.#firstMs === undefined && this.#againAtMs === undefined) return undefined;
    const isWhole = this.#needsFullPass || this.#firstMs === undefined;
    const areMany = this.#areMany || this.#againAtMs !== undefined;
    const work: PendingWork = isWhole ? { kind: 'full-pass', areMany } : { kind: 'update', paths: [...this.#paths] };
    if (isWhole) this.#forgetLook();
    this.#forgetWaiting();
    this.#underWay = work;
    return work;
  }

  /** What was taken is indexed, or no longer matters. */
  finish(): void {
    this.#underWay = undefined;
    this.#sinceMs = this.#firstMs;
  }

  clear(): void {
    this.#forgetWaiting();
    this.#forgetLook();
    this.finish();
  }

  #forgetLook(): void {
    this.#againAtMs = undefined;
    this.#isDoubted = false;
  }

  #forgetWaiting(): void {
    this.#paths.clear();
    this.#needsFullPass = false;
    this.#areMany = false;
    this.#firstMs = undefined;
  }

  #stamp(nowMs: number): void {
    this.#sinceMs ??= nowMs;
    this.#firstMs ??= nowMs;
    this.#lastMs = nowMs;
  }
}
