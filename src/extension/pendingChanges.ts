/** Files that have changed and are not indexed yet. Knows neither VS Code nor the clock: times are passed in. */

export type PendingWork =
  | { readonly kind: 'update'; readonly paths: readonly string[] }
  /** The whole folder must be scanned. */
  | { readonly kind: 'full-pass' };

/** Changes come in bursts: a burst is over once nothing has changed for this long … */
export const QUIET_MS = 1_000;
/** … or it is not waited for any longer. */
export const MAX_WAIT_MS = 5_000;
/** Above this, looking at the whole folder costs no more. */
export const MAX_PATHS = 1_000;

export class PendingChanges {
  readonly #paths = new Set<string>();
  #needsFullPass = false;
  #firstMs: number | undefined;
  #lastMs = 0;

  /** Distinct paths that wait; of a pending full pass, none. */
  get size(): number {
    return this.#paths.size;
  }

  get needsFullPass(): boolean {
    return this.#needsFullPass;
  }

  get isEmpty(): boolean {
    return !this.#needsFullPass && this.#paths.size === 0;
  }

  /** When to take what has been added; undefined while there is nothing. */
  get dueAtMs(): number | undefined {
    return this.#firstMs === undefined ? undefined : Math.min(this.#lastMs + QUIET_MS, this.#firstMs + MAX_WAIT_MS);
  }

  /** @param path relative to the folder, `/`-separated: changed, new or gone. */
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

  /** Puts back what was taken and could not be done, as if it had changed just now. */
  restore(work: PendingWork, nowMs: number): void {
    if (work.kind === 'full-pass') this.addFullPass(nowMs);
    else for (const path of work.paths) this.add(path, nowMs);
  }

  /** Undefined when there is nothing to do. */
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
