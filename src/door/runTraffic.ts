/** What each run has exchanged with which server, and for what. */

export interface Traffic {
  readonly host: string;
  readonly purpose: string;
  readonly requests: number;
  /** Of bodies, without headers. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

/** Older runs are forgotten. */
const mostRuns = 50;

export class RunTraffic {
  /** By run, then by server and purpose; the run that began last is the last. */
  readonly #runs = new Map<string, Map<string, Traffic>>();

  get runs(): ReadonlyMap<string, readonly Traffic[]> {
    return new Map([...this.#runs].map(([runId, parts]) => [runId, [...parts.values()]]));
  }

  /** Does nothing for traffic of no run, such as that of indexing. */
  add(
    { runId, host, purpose }: { readonly runId?: string; readonly host: string; readonly purpose: string },
    { requests = 0, sent = 0, received = 0 }: { readonly requests?: number; readonly sent?: number; readonly received?: number },
  ): void {
    if (runId === undefined) return;
    const parts = this.#runs.get(runId) ?? new Map<string, Traffic>();
    this.#runs.set(runId, parts);
    const key = JSON.stringify([host, purpose]);
    const known = parts.get(key) ?? { host, purpose, requests: 0, bytesSent: 0, bytesReceived: 0 };
    parts.set(key, {
      ...known,
      requests: known.requests + requests,
      bytesSent: known.bytesSent + sent,
      bytesReceived: known.bytesReceived + received,
    });
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= mostRuns) return;
      this.#runs.delete(oldest);
    }
  }
}
