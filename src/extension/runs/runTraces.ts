/** The folded traces of active runs and of runs that were shown. Does not use VS Code. */
import type { RunEvent } from '../../protocol/events.ts';
import type { RunSnapshot } from '../../protocol/trace.ts';
import { emptySnapshot, follow } from '../../trace/fold.ts';

interface KnownRun extends RunSnapshot {
  /** Events that arrived while earlier ones are missing, in order. */
  readonly ahead: readonly RunEvent[];
  /** The log may have more events. */
  readonly isBehind: boolean;
}

/** Enough to browse recent runs without requesting them again. A run can be many megabytes of evidence. */
const KEPT_RUNS = 12;

export class RunTraces {
  readonly #read: (runId: string) => Promise<RunSnapshot>;
  readonly #known = new Map<string, KnownRun>();
  readonly #reading = new Map<string, Promise<RunSnapshot>>();

  constructor(read: (runId: string) => Promise<RunSnapshot>) {
    this.#read = read;
  }

  get all(): readonly RunSnapshot[] {
    return [...this.#known.values()];
  }

  /** The run as far as it is loaded. */
  get(runId: string): RunSnapshot | undefined {
    return this.#known.get(runId);
  }

  /** Whether the log may have more than is loaded. */
  isBehind(runId: string): boolean {
    return this.#known.get(runId)?.isBehind ?? false;
  }

  /** Adds a run without events. */
  begin(runId: string): void {
    this.#known.set(runId, { ...emptySnapshot, ahead: [], isBehind: false });
  }

  /** @returns whether the event is the next one of a known run */
  add(runId: string, event: RunEvent): boolean {
    const known = this.#known.get(runId);
    if (!known || event.n < known.next) return false;
    if (event.n > known.next) {
      this.#known.set(runId, { ...known, ahead: [...known.ahead, event], isBehind: true });
      return false;
    }
    this.#known.set(runId, { ...known, ...follow(known, [event]) });
    return true;
  }

  /** The log may have more than was received: events before an engine died, or events of another window. */
  distrust(runId: string): void {
    const known = this.#known.get(runId);
    if (known) this.#known.set(runId, { ...known, isBehind: true });
  }

  /** Reads the log if something is missing here. */
  load(runId: string): Promise<RunSnapshot> {
    const known = this.#known.get(runId);
    if (known && !known.isBehind) return Promise.resolve(known);
    const reading = this.#reading.get(runId) ?? this.#readAnew(runId).finally(() => this.#reading.delete(runId));
    this.#reading.set(runId, reading);
    return reading;
  }

  delete(runId: string): void {
    this.#known.delete(runId);
  }

  clear(): void {
    this.#known.clear();
  }

  async #readAnew(runId: string): Promise<RunSnapshot> {
    const stored = await this.#read(runId);
    // Events received in the meantime may be missing in the log that was read.
    const known = this.#known.get(runId);
    const { ahead: told = [] } = known ?? {};
    const snapshot = follow(known && known.next > stored.next ? known : stored, told);
    const ahead = told.filter(({ n }) => n > snapshot.next);
    this.#known.set(runId, { ...snapshot, ahead, isBehind: ahead.length > 0 });
    return snapshot;
  }

  /** Forgets the least recently shown runs, unless they are needed. */
  forgetOld(isNeeded: (runId: string) => boolean): void {
    for (const runId of this.#known.keys()) {
      if (this.#known.size <= KEPT_RUNS) return;
      if (!isNeeded(runId)) this.#known.delete(runId);
    }
  }
}
