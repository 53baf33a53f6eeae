/** What one run has sent where, and for what. */
import { isAriadneError, type ErrorCode } from '../base/errors.ts';
import type { Fetch } from '../models/models.ts';
import type { SentPart } from '../protocol/trace.ts';

/** With these the door has sent nothing. A server that is out of reach may have taken the request before the connection broke. */
const unsent: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['door-refused', 'door-certificate', 'door-proxy', 'door-key-invalid']);

export class SentByRun {
  /** By server and purpose. */
  readonly #parts = new Map<string, SentPart>();

  /** The same way to the network, counted. */
  through(fetch: Fetch, runId: string | undefined): Fetch {
    return async (url, init, purpose) => {
      const bytes = typeof init.body === 'string' ? Buffer.byteLength(init.body) : 0;
      // At once: a run that is stopped ends before its requests do.
      this.#add(url, purpose, { requests: 1, bytes });
      try {
        return await fetch(url, init, purpose, runId);
      } catch (error) {
        if (isAriadneError(error) && unsent.has(error.code)) this.#add(url, purpose, { requests: -1, bytes: -bytes });
        throw error;
      }
    };
  }

  get parts(): readonly SentPart[] {
    return [...this.#parts.values()].filter(({ requests }) => requests > 0);
  }

  #add(url: string, purpose: string, by: { readonly requests: number; readonly bytes: number }): void {
    const { origin, host } = new URL(url);
    // Only the editor's models have another scheme, and these have no origin.
    const to = origin === 'null' ? 'VS Code' : host;
    const key = JSON.stringify([to, purpose]);
    const { requests, bytesSent } = this.#parts.get(key) ?? { requests: 0, bytesSent: 0 };
    this.#parts.set(key, { host: to, purpose, requests: requests + by.requests, bytesSent: bytesSent + by.bytes });
  }
}
