import { methodName } from '../../protocol/methodNames.ts';
import type { PipelineInfo } from '../../protocol/pipelineInfo.ts';
import type { FolderState } from './folderState.ts';

/** The engine's pipelines. */
export class PipelineList {
  readonly #state: Pick<FolderState, 'pipelines'>;

  constructor(state: Pick<FolderState, 'pipelines'>) {
    this.#state = state;
  }

  /** Empty until the engine has responded. */
  get known(): readonly PipelineInfo[] {
    return this.#state.pipelines;
  }

  /** What people call a pipeline. */
  nameOf(id: string): string {
    return methodName(id, this.known);
  }
}
