/** How old someone was on a day. */
import { compareDates, type DateSpan } from '../../src/language/dates.ts';

/**
 * @param lastSeen when the person died, or was certainly alive
 * @returns undefined where the dates are not exact enough, or the person was not born yet, or may not have been alive any more
 */
export function ageAt(birth: DateSpan, event: DateSpan, lastSeen: DateSpan): number | undefined {
  const [{ years: from, month: bornIn, day: bornOn }] = birth.readings;
  const [{ years: to, month, day }] = event.readings;
  if (!from || !to || from[0] !== from[1] || to[0] !== to[1] || bornIn === undefined || month === undefined) return undefined;
  if (month === bornIn && (day === undefined || bornOn === undefined)) return undefined;
  const isBirthdayPast = month > bornIn || (month === bornIn && (day ?? 0) >= (bornOn ?? 0));
  const age = to[0] - from[0] - (isBirthdayPast ? 0 : 1);
  return age > 0 && (compareDates(event, lastSeen) ?? 0) < 0 ? age : undefined;
}
