/** The user's state of the questions view: search words and the selected row. Does not use VS Code. */
import { Emitter } from '../../base/emitter.ts';
import type { RunSearch } from './questionSearch.ts';
import type { TreeItemData } from './questionTree.ts';

export class QuestionsViewState {
  readonly onDidSearch = new Emitter<void>();
  selected: TreeItemData | undefined;
  #words = '';
  #sinceUtc = '';

  /** Empty when all runs are shown. */
  get words(): string {
    return this.#words;
  }

  get searching(): RunSearch {
    return { words: this.#words, sinceUtc: this.#sinceUtc };
  }

  search(words: string): void {
    if (words.trim() === this.#words) return;
    this.#words = words.trim();
    this.#sinceUtc = new Date().toISOString();
    this.onDidSearch.fire();
  }
}
