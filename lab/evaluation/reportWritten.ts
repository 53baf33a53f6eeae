/** The part of a report that is about answers that are written out. */
import { escapeMarkdown } from '../../src/base/escapeMarkdown.ts';
import { percent } from './reportNumbers.ts';
import { table } from './reportTable.ts';
import type { SystemSummary } from './summary.ts';

export function writtenTable(systems: readonly SystemSummary[]): string {
  const share = (value: number | null): string => (value === null ? '–' : percent(value));
  return table(
    ['system', 'n', 'written', 'as', 'sentences', 'with a quote', 'marked', 'gold documents quoted', 'says what it must', 'items that do'],
    systems.flatMap(({ name, written }) => {
      if (!written) return [];
      const { n, forms, sentences, quoted, marked, goldQuoted, coverage, itemsRight } = written;
      const as = Object.entries(forms).map(([form, count]) => `${form} ${count}`);
      const shares = [quoted, marked, goldQuoted, coverage, itemsRight].map(share);
      return [[escapeMarkdown(name), String(n), String(written.written), as.join(', '), sentences.toFixed(1), ...shares]];
    }),
  );
}

export const writtenNotes =
  'With a quote: share of the sentences that cite words found in their document. Marked: share that nothing supports or that their quotes contradict. Gold documents quoted, and what an answer must say (the answers of the gold steps, word for word), are shares, 0 for an answer that was not written; the same in other words counts as missing. Items: shares of list items and table rows that say some of it.';
