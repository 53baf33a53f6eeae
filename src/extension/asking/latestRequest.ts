import { isAbort } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { EngineMethod, EngineParams, EngineResult } from '../../protocol/engine.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';

/** Requests of one kind, one at a time: a new one replaces the last. Does not use VS Code. */
export class LatestRequest<M extends EngineMethod> implements Disposable {
  readonly #engine: EngineRequests;
  readonly #method: M;
  #current = new AbortController();

  constructor(engine: EngineRequests, method: M) {
    this.#engine = engine;
    this.#method = method;
  }

  /** Undefined when it was stopped or replaced. @throws AriadneError of the engine */
  async send(params: EngineParams<M>): Promise<EngineResult<M> | undefined> {
    this.stop();
    const current = new AbortController();
    this.#current = current;
    try {
      return await this.#engine.request(this.#method, params, { signal: current.signal });
    } catch (error) {
      if (isAbort(error) || current.signal.aborted) return undefined;
      throw error;
    }
  }

  stop(): void {
    this.#current.abort();
  }

  dispose(): void {
    this.stop();
  }
}
