/** Searching the questions view. Does not use VS Code. */
import { t } from '@vscode/l10n';
import type { RunSummary } from '../../protocol/engine.ts';
import { methodName } from '../../protocol/methodNames.ts';
import { Emitter } from '../../base/emitter.ts';
import type { TreeItemData } from './questionTree.ts';

/** Runs that match a search, and the one that the panel shows: one that has just been asked is shown there. */
export function runsInView(runs: readonly RunSummary[], words: string, shownId: string | undefined): readonly RunSummary[] {
  const matching = new Set(matchingRuns(runs, words));
  return runs.filter((run) => matching.has(run) || run.runId === shownId);
}

/** The message above the rows; empty without a search. */
export function searchSentence(runs: readonly RunSummary[], words: string): string {
  return words === '' ? '' : t('{0} of {1} questions match “{2}”.', matchingRuns(runs, words).length, runs.length, words);
}

/** Runs in which every word of `words` occurs in the title, question, answer or method. All runs if there are no words. */
export function matchingRuns(runs: readonly RunSummary[], words: string): readonly RunSummary[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return runs;
  return runs.filter(({ title = '', question, typed = '', answer, pipeline }) => {
    const text = [title, question, typed, answer ?? '', pipeline, methodName(pipeline, [])].join('\n').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** The user's state of the questions view: search words and the selected row. Does not use VS Code. */

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
