import type { DateSpan } from '../../language/dates.ts';

/** @returns `2024-05-31`, `2024-05` or `2024`; undefined for a day of no year, and for decades and centuries */
export function datePart({ readings: [{ years, month, day }] }: DateSpan): string | undefined {
  if (years === undefined || years[0] !== years[1] || years[0] < 1000) return undefined;
  const numbers = [years[0], ...(month === undefined ? [] : [month, ...(day === undefined ? [] : [day])])];
  return numbers.map((number) => String(number).padStart(2, '0')).join('-');
}
