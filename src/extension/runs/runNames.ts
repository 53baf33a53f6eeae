/** What lists call a run, and how they tell runs of one question apart. Pure. */
import type { RunSummary } from '../../protocol/engine.ts';
import { formLabels } from '../../protocol/writtenWords.ts';

/** The name of a run in lists. */
export function nameOf({ title, question }: Pick<RunSummary, 'title' | 'question'>): string {
  return title ?? question;
}

/** How a run was made, beyond being asked. */
export function madeWords({ made, form }: Pick<RunSummary, 'made' | 'form'>): readonly string[] {
  const words = { again: 'asked again', refreshed: 'refreshed', edited: 'edited' } as const;
  return [...(made === undefined ? [] : [words[made]]), ...(form === undefined || form === 'auto' ? [] : [formLabels[form].toLowerCase()])];
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

/** The time of day, with the day unless it is today. */
export function timeText(then: Date, now: Date): string {
  const time = then.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
  const isToday = startOfDay(then) === startOfDay(now);
  return isToday ? time : `${then.toLocaleDateString(undefined, { month: 'short', day: 'numeric' })}, ${time}`;
}

/** The age in the largest fitting unit. */
export function ageText(then: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`;
}

export function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
