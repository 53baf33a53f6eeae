/** Changed files that are not indexed yet. Does not use the clock: times are passed in. */

export type PendingWork =
  | { readonly kind: 'update'; readonly paths: readonly string[] }
  /** The whole folder must be scanned. */
  | { readonly kind: 'full-pass' };

/** Changes arrive in bursts. A burst has ended when nothing has changed for this long. */
export const QUIET_MS = 1_000;
/** The longest time to wait for the end of a burst. */
export const MAX_WAIT_MS = 5_000;
/** Above this number, scanning the whole folder costs no more. */
export const MAX_PATHS = 1_000;

export class PendingChanges {
  readonly #paths = new Set<string>();
  #needsFullPass = false;
  #firstMs: number | undefined;
  #lastMs = 0;
  #underWay: PendingWork | undefined;
  #sinceMs: number | undefined;

  /** The number of distinct paths that are not indexed yet; `all` when that takes a full pass. */
  get size(): number | 'all' {
    if (this.#needsFullPass || this.#underWay?.kind === 'full-pass') return 'all';
    return this.#underWay === undefined ? this.#paths.size : new Set([...this.#underWay.paths, ...this.#paths]).size;
  }

  /** Since when something has been waiting to be indexed; undefined when everything is. */
  get sinceMs(): number | undefined {
    return this.#sinceMs;
  }

  /** When to take the pending changes; undefined when there are none. */
  get dueAtMs(): number | undefined {
    return this.#firstMs === undefined ? undefined : Math.min(this.#lastMs + QUIET_MS, this.#firstMs + MAX_WAIT_MS);
  }

  /** @param path path of a changed, new or removed file, relative to the folder, `/`-separated */
  add(path: string, nowMs: number): void {
    this.#stamp(nowMs);
    if (this.#needsFullPass) return;
    this.#paths.add(path);
    if (this.#paths.size > MAX_PATHS) this.addFullPass(nowMs);
  }

  addFullPass(nowMs: number): void {
    this.#stamp(nowMs);
    this.#needsFullPass = true;
    this.#paths.clear();
  }

  /** Puts back changes that were taken but could not be indexed, as if they had just happened. */
  restore(work: PendingWork, nowMs: number): void {
    this.#underWay = undefined;
    if (work.kind === 'full-pass') this.addFullPass(nowMs);
    else for (const path of work.paths) this.add(path, nowMs);
  }

  /** @returns undefined when there is nothing to do */
  take(): PendingWork | undefined {
    if (this.#firstMs === undefined) return undefined;
    const work: PendingWork = this.#needsFullPass ? { kind: 'full-pass' } : { kind: 'update', paths: [...this.#paths] };
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
    this.finish();
  }

  #forgetWaiting(): void {
    this.#paths.clear();
    this.#needsFullPass = false;
    this.#firstMs = undefined;
  }

  #stamp(nowMs: number): void {
    this.#sinceMs ??= nowMs;
    this.#firstMs ??= nowMs;
    this.#lastMs = nowMs;
  }
}
