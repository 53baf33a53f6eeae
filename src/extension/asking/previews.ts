/** Previews runs based on others, one at a time: a new preview replaces the last one. Does not use VS Code. */
import { isAbort } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { PreviewRequest } from '../../protocol/engine.ts';
import type { RerunPreview } from '../../protocol/preview.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';

export class Previews implements Disposable {
  readonly #engine: EngineRequests;
  #current = new AbortController();

  constructor(engine: EngineRequests) {
    this.#engine = engine;
  }

  /**
   * The engine's preview; undefined when another was requested in the meantime.
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
