/** Searching the questions view. Pure. */
import type { RunSummary } from '../../protocol/engine.ts';
import { methodName } from '../../protocol/methodNames.ts';

export interface RunSearch {
  /** Empty without a search. */
  readonly words: string;
  /** When they were typed, ISO 8601. */
  readonly sinceUtc: string;
}

/** Runs that match a search, and those that nobody looks for and everybody must see: the shown one, and those begun since. */
export function runsInView(
  runs: readonly RunSummary[],
  { words, sinceUtc }: RunSearch,
  shownId: string | undefined,
): readonly RunSummary[] {
  const matching = new Set(matchingRuns(runs, words));
  return runs.filter((run) => matching.has(run) || run.runId === shownId || run.startedAtUtc >= sinceUtc);
}

/** The message above the rows; empty without a search. */
export function searchSentence(runs: readonly RunSummary[], search: RunSearch, shownId: string | undefined): string {
  if (search.words === '') return '';
  const matching = matchingRuns(runs, search.words).length;
  const more = runsInView(runs, search, shownId).length > matching ? ' New and shown ones are listed, too.' : '';
  return `${matching} of ${runs.length} questions match “${search.words}”.${more}`;
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
