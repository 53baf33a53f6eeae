import { compareDates, isSameYear, parseDate } from '../../language/dates.ts';
import type { Verdict } from './questionPlan.ts';
import { countryOf } from '../../language/countries.ts';
import { english } from '../../language/english.ts';
import { parseNumber } from '../../language/numbers.ts';
import { foldText } from '../../language/words.ts';

/**
 * The answer that a plan's verdict gives for the answers of its steps; null when a value is missing or the values are indistinguishable.
 */
export function decide(verdict: Verdict, answers: readonly (string | null)[]): string | null {
  const at = (index: number): string | null => answers[index] ?? null;
  switch (verdict.kind) {
    case 'last':
      return answers.at(-1) ?? null;
    case 'none':
      return null;
    case 'same': {
      const values = verdict.values.map(at);
      return values.some((value) => value === null) ? null : values.every((value) => isSame(value ?? '', values[0] ?? '')) ? 'yes' : 'no';
    }
    case 'extreme': {
      const values = verdict.options.map(({ value }) => at(value));
      let best = 0;
      for (let index = 1; index < values.length; index += 1) {
        const difference = compareOrNull(values[index] ?? null, values[best] ?? null);
        if (difference === null || difference === 0) return null;
        if (verdict.wants === 'least' ? difference < 0 : difference > 0) best = index;
      }
      return values[best] === null ? null : (verdict.options[best]?.label ?? null);
    }
  }
}

/**
 * Negative when `a` is earlier or smaller. Compares dates if both have one, otherwise numbers of the same unit; null when not comparable.
 */
export function compareValues(a: string, b: string): number | null {
  const [dateA, dateB] = [parseDate(a, english), parseDate(b, english)];
  if (dateA !== null && dateB !== null) return compareDates(dateA, dateB);
  const [numberA, numberB] = [parseNumber(a, english), parseNumber(b, english)];
  if (numberA === null || numberB === null) return null;
  return numberA.kind === numberB.kind || numberA.kind === undefined || numberB.kind === undefined ? numberA.inBase - numberB.inBase : null;
}

/** Whether two answers name the same thing: the same country by name or adjective, the same date, or one name inside the other. */
export function isSame(a: string, b: string): boolean {
  const [countryA, countryB] = [countryOf(a, english), countryOf(b, english)];
  if (countryA !== null && countryB !== null) return countryA === countryB;
  const [dateA, dateB] = [parseDate(a, english), parseDate(b, english)];
  if (dateA !== null && dateB !== null) return isSameYear(dateA, dateB);
  const [foldA, foldB] = [` ${foldText(a, english)} `, ` ${foldText(b, english)} `];
  return foldA.trim() !== '' && foldB.trim() !== '' && (foldA.includes(foldB) || foldB.includes(foldA));
}

function compareOrNull(a: string | null, b: string | null): number | null {
  return a === null || b === null ? null : compareValues(a, b);
}
