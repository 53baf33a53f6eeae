/** The pipelines that the engine has. Knows nothing of VS Code. */
import { Emitter } from '../base/emitter.ts';
import type { PipelineInfo } from '../protocol/engine.ts';
import type { EngineRequests } from './engineClient.ts';

export class PipelineList {
  readonly onDidChange = new Emitter<void>();
  readonly #engine: EngineRequests;
  #known: readonly PipelineInfo[] = [];

  constructor(engine: EngineRequests) {
    this.#engine = engine;
  }

  /** Empty until the engine has said. */
  get known(): readonly PipelineInfo[] {
    return this.#known;
  }

  async refresh(): Promise<void> {
    this.#known = await this.#engine.request('pipelines', {});
    this.onDidChange.fire();
  }
}
