/** Times as lists show them. Pure. */
import { t } from '@vscode/l10n';

/** The time of day, with the day unless it is today. */
export function timeText(then: Date, now: Date): string {
  const time = then.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
  const isToday = startOfDay(then) === startOfDay(now);
  return isToday ? time : `${then.toLocaleDateString(undefined, { month: 'short', day: 'numeric' })}, ${time}`;
}

/** The age in the largest fitting unit. */
export function ageText(then: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return t('just now');
  if (minutes < 60) return t('{0} min ago', minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? t('{0} h ago', hours) : t('{0} d ago', Math.floor(hours / 24));
}

export function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
