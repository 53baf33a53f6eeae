import type { Memento } from 'vscode';
import type { Logger } from '../base/logger.ts';
import { inBackground } from './report.ts';

/** State of this folder that survives reloads of the window. */
export class FolderMemory {
  readonly #state: Memento;
  readonly #logger: Logger;

  constructor(state: Memento, logger: Logger) {
    this.#state = state;
    this.#logger = logger;
  }

  /** Id of the run that the panel shows. */
  get shownRun(): string | undefined {
    return this.#state.get('shownRun');
  }

  set shownRun(value: string | undefined) {
    this.#set('shownRun', value);
  }

  #set(key: string, value: unknown): void {
    inBackground(this.#logger, Promise.resolve(this.#state.update(key, value)));
  }
}
