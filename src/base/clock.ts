/** The time and what waits for it, so that tests decide when it passes. */
export interface Clock {
  /** Unix time. */
  readonly nowMs: () => number;
  /** @returns what keeps `work` from being called */
  readonly after: (ms: number, work: () => void) => () => void;
}

export const realClock: Clock = {
  nowMs: Date.now,
  after: (ms, work) => {
    const timer = setTimeout(work, Math.max(0, ms));
    return () => clearTimeout(timer);
  },
};
