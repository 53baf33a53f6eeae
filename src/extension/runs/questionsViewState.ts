/** The user's state of the questions view: search words and the selected row. Does not use VS Code. */
import { Emitter } from '../../base/emitter.ts';
import type { TreeItemData } from './questionTree.ts';

export class QuestionsViewState {
  readonly onDidSearch = new Emitter<void>();
  selected: TreeItemData | undefined;
  #words = '';

  /** Empty when all runs are shown. */
  get words(): string {
    return this.#words;
  }

  search(words: string): void {
    if (words.trim() === this.#words) return;
    this.#words = words.trim();
    this.onDidSearch.fire();
  }
}
