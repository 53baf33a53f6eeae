/** Times as lists show them. Pure. */

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
