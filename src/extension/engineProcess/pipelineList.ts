/** The engine's pipelines. Does not use VS Code. */
import { Emitter } from '../../base/emitter.ts';
import { methodName } from '../../protocol/methodNames.ts';
import type { PipelineInfo } from '../../protocol/pipelineInfo.ts';
import type { EngineRequests } from './engineClient.ts';

export class PipelineList {
  readonly onDidChange = new Emitter<void>();
  readonly #engine: EngineRequests;
  #known: readonly PipelineInfo[] = [];

  constructor(engine: EngineRequests) {
    this.#engine = engine;
  }

  /** Empty until the engine has responded. */
  get known(): readonly PipelineInfo[] {
    return this.#known;
  }

  /** What people call a pipeline. */
  nameOf(id: string): string {
    return methodName(id, this.#known);
  }

  async refresh(): Promise<void> {
    this.#known = await this.#engine.request('pipelines', {});
    this.onDidChange.fire();
  }
}
