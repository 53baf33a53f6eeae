/** Changed files that are not indexed yet. Does not use VS Code or the clock: times are passed in. */

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

  /** The number of distinct pending paths; 0 for a pending full pass. */
  get size(): number {
    return this.#paths.size;
  }

  get needsFullPass(): boolean {
    return this.#needsFullPass;
  }

  get isEmpty(): boolean {
    return !this.#needsFullPass && this.#paths.size === 0;
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
    if (work.kind === 'full-pass') this.addFullPass(nowMs);
    else for (const path of work.paths) this.add(path, nowMs);
  }

  /** @returns undefined when there is nothing to do */
  take(): PendingWork | undefined {
    if (this.isEmpty) return undefined;
    const work: PendingWork = this.#needsFullPass ? { kind: 'full-pass' } : { kind: 'update', paths: [...this.#paths] };
    this.clear();
    return work;
  }

  clear(): void {
    this.#paths.clear();
    this.#needsFullPass = false;
    this.#firstMs = undefined;
  }

  #stamp(nowMs: number): void {
    this.#firstMs ??= nowMs;
    this.#lastMs = nowMs;
  }
}
