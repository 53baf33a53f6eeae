/** Suggested questions, which the engine makes from the folder's documents. Does not use VS Code. */
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import type { FolderState } from '../engineProcess/folderState.ts';

export interface SuggestionsMirrorOptions {
  readonly engine: Pick<EngineRequests, 'request'>;
  readonly index: Pick<FolderState, 'readiness' | 'status' | 'isIndexing' | 'onDidChange'>;
  readonly onFailure: (error: unknown) => void;
}

/** A change of a tenth in the number of documents makes new questions worthwhile. */
const muchChanged = 0.1;

/** Requests questions when the index is idle, and again when much of it has changed. */
export class SuggestionsMirror implements Disposable {
  readonly onDidChange = new Emitter<void>();
  readonly #options: SuggestionsMirrorOptions;
  readonly #subscription: Disposable;
  #questions: readonly string[] = [];
  /** The number of documents behind the current or requested questions. */
  #documents: number | undefined;

  constructor(options: SuggestionsMirrorOptions) {
    this.#options = options;
    this.#subscription = options.index.onDidChange.on(() => this.#follow());
  }

  get questions(): readonly string[] {
    return this.#questions;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.onDidChange.dispose();
  }

  #follow(): void {
    const { readiness, status, isIndexing } = this.#options.index;
    const { documents } = status;
    if (readiness !== 'ready' || isIndexing || documents === 0) return;
    if (this.#documents !== undefined && Math.abs(documents - this.#documents) <= muchChanged * this.#documents) return;
    this.#documents = documents;
    this.#refresh(documents).catch((error: unknown) => {
      // Requested again at the next change.
      this.#documents = undefined;
      this.#options.onFailure(error);
    });
  }

  async #refresh(documents: number): Promise<void> {
    const { questions } = await this.#options.engine.request('suggestions', {});
    if (documents !== this.#documents) return;
    this.#questions = questions;
    this.onDidChange.fire();
  }
}
