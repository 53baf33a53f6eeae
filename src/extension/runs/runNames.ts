/** What lists call a run, and how they tell runs of one question apart. Pure. */
import { t } from '@vscode/l10n';
import type { RunSummary } from '../../protocol/engine.ts';
import { formLabels } from '../../protocol/writtenWords.ts';
import { timeText } from '../times.ts';

/** The name of a run in lists. */
export function nameOf({ title, question }: Pick<RunSummary, 'title' | 'question'>): string {
  return title ?? question;
}

/** How a run was made, beyond being asked. */
export function madeWords({ made, askedForm }: Pick<RunSummary, 'made' | 'askedForm'>): readonly string[] {
  const words = { again: t('asked again'), refreshed: t('refreshed'), edited: t('edited') } as const;
  return [
    ...(made === undefined ? [] : [words[made]]),
    ...(askedForm === undefined || askedForm === 'auto' ? [] : [formLabels[askedForm].toLowerCase()]),
  ];
}

/** What tells a run from others of its name: how it was made, the method if theirs differ, and the time where that is all. */
export function differences(
  all: readonly RunSummary[],
  now: Date,
  nameOfMethod: (pipeline: string) => string,
): (run: RunSummary) => string {
  const named = Map.groupBy(all, nameOf);
  const marks = new Map(
    [...named.values()].flatMap((twins) => {
      const isOneMethod = twins.every(({ pipeline }) => pipeline === twins[0]?.pipeline);
      return twins.map((run) => [run, [...madeWords(run), ...(isOneMethod ? [] : [nameOfMethod(run.pipeline)])].join(', ')] as const);
    }),
  );
  return (run) => {
    const [twins, mark] = [named.get(nameOf(run)) ?? [], marks.get(run) ?? ''];
    if (twins.length < 2) return '';
    const isUnique = twins.every((other) => other === run || marks.get(other) !== mark);
    return isUnique ? mark : [mark, timeText(new Date(run.startedAtUtc), now)].filter((part) => part !== '').join(', ');
  };
}
