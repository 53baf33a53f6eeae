/** Makes follow-ups stand alone before they are asked, one at a time: a new one replaces the last. Does not use VS Code. */
import { isAbort } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { EngineParams } from '../../protocol/engine.ts';
import type { StandAlone } from '../../protocol/followUp.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';

export class FollowUps implements Disposable {
  readonly #engine: EngineRequests;
  #current = new AbortController();

  constructor(engine: EngineRequests) {
    this.#engine = engine;
  }

  /**
   * Undefined when it was stopped, or another was requested in the meantime.
   * @throws AriadneError when the run that is followed cannot be read
   */
  async make(request: EngineParams<'standAlone'>): Promise<StandAlone | undefined> {
    this.stop();
    const current = new AbortController();
    this.#current = current;
    try {
      return await this.#engine.request('standAlone', request, { signal: current.signal });
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
