/** What the user does in the questions view: words to search for, the row that is selected. Knows nothing of VS Code. */
import { Emitter } from '../base/emitter.ts';
import type { TreeItemData } from './questionTree.ts';

export class QuestionsViewState {
  readonly onDidSearch = new Emitter<void>();
  selected: TreeItemData | undefined;
  #words = '';

  /** Empty where all runs are shown. */
  get words(): string {
    return this.#words;
  }

  search(words: string): void {
    if (words.trim() === this.#words) return;
    this.#words = words.trim();
    this.onDidSearch.fire();
  }
}
