/** What one run has sent where, and for what. */
import type { Fetch } from '../models/models.ts';
import type { SentPart } from '../protocol/trace.ts';

export class SentByRun {
  /** By server and purpose. */
  readonly #parts = new Map<string, SentPart>();

  /** The same way to the network, counted. */
  through(fetch: Fetch, runId: string): Fetch {
    return (url, init, purpose) => {
      this.#add(url, purpose, typeof init.body === 'string' ? Buffer.byteLength(init.body) : 0);
      return fetch(url, init, purpose, runId);
    };
  }

  get parts(): readonly SentPart[] {
    return [...this.#parts.values()];
  }

  get bytes(): number {
    return this.parts.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
  }

  #add(url: string, purpose: string, bytes: number): void {
    const { origin, host } = new URL(url);
    // Only the editor's models have another scheme, and these have no origin.
    const to = origin === 'null' ? 'VS Code' : host;
    const key = JSON.stringify([to, purpose]);
    const { requests, bytesSent } = this.#parts.get(key) ?? { requests: 0, bytesSent: 0 };
    this.#parts.set(key, { host: to, purpose, requests: requests + 1, bytesSent: bytesSent + bytes });
  }
}
