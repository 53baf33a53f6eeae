/** Looks ahead at runs made from others, one at a time: a new look takes the place of the last one. Knows nothing of VS Code. */
import { isAbort } from '../base/abort.ts';
import type { Disposable } from '../base/disposable.ts';
import type { PreviewRequest } from '../protocol/engine.ts';
import type { RerunPreview } from '../protocol/preview.ts';
import type { EngineRequests } from './engineClient.ts';

export class Previews implements Disposable {
  readonly #engine: EngineRequests;
  #current = new AbortController();

  constructor(engine: EngineRequests) {
    this.#engine = engine;
  }

  /**
   * What the engine says; undefined when another look was asked for meanwhile.
   * @throws AriadneError why the run cannot be made
   */
  async look(request: PreviewRequest): Promise<RerunPreview | undefined> {
    this.#current.abort();
    const current = new AbortController();
    this.#current = current;
    try {
      return await this.#engine.request('previewRerun', request, { signal: current.signal });
    } catch (error) {
      if (isAbort(error) || current.signal.aborted) return undefined;
      throw error;
    }
  }

  dispose(): void {
    this.#current.abort();
  }
}
