/** Sentences with one thing changed; undefined for a sentence that has no such thing. */
import { findDates } from '../src/language/dates.ts';
import { english } from '../src/language/english.ts';
import { findNames } from '../src/language/names.ts';

/** The first number of three digits or more with another second digit. */
export function withOtherNumber(text: string): string | undefined {
  return /\d{3,}/.test(text)
    ? text.replace(/\d{3,}/, (digits) => `${digits.charAt(0)}${(Number(digits.charAt(1)) + 3) % 10}${digits.slice(2)}`)
    : undefined;
}

/** The last name of several words, with one of another document that its own does not have. */
export function withOtherName(
  { text, passage, title }: { readonly text: string; readonly passage: string; readonly title: string },
  otherText: string,
): string | undefined {
  const several = (from: string): readonly string[] =>
    findNames(from, english)
      .filter(({ start }) => start > 0)
      .map(({ start, end }) => from.slice(start, end))
      .filter((name) => /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(name));
  const name = several(text).at(-1);
  const theirs = several(otherText).find((one) => one.split(' ').every((word) => !`${passage} ${title}`.includes(word)));
  return name === undefined || theirs === undefined ? undefined : text.replace(name, theirs);
}

export function denied(text: string): string | undefined {
  if (/\b(?:not|no|never|nor|neither|none|without|nothing)\b|n’t|n't/iu.test(text)) return undefined;
  const verb = /\b(?:is|are|was|were|can|will|(?:has|have)(?= been))\b/;
  return verb.test(text) ? text.replace(verb, '$& not') : undefined;
}

/** The first quantity in digits that is in no date, with another first digit. */
export function withOtherQuantity(text: string): string | undefined {
  const dates = findDates(text, english);
  const found = [...text.matchAll(/(?<![\p{L}\d.,-])\d[\d,.]*(?![\p{L}-])/gu)].find(
    ({ index }) => !dates.some(({ start, end }) => start <= index && index < end),
  );
  if (!found) return undefined;
  const changed = found[0].replace(/\d/, (digit) => String(Number(digit) > 6 ? Number(digit) - 4 : Number(digit) + 3));
  return text.slice(0, found.index) + changed + text.slice(found.index + found[0].length);
}

/** The first year three years later; of a date without one, another month. */
export function withOtherDate(text: string): string | undefined {
  const [date] = findDates(text, english);
  if (!date) return undefined;
  const said = text.slice(date.start, date.end);
  const { months } = english.dates;
  const month = months.flat().find((name) => new RegExp(`\\b${name}\\b`, 'i').test(said));
  const other = /\d{4}/.test(said)
    ? said.replace(/\d{4}/, (year) => String(Number(year) + 3))
    : month === undefined
      ? said
      : said.replace(new RegExp(`\\b${month}\\b`, 'i'), /^ma/i.test(month) ? 'October' : 'March');
  return other === said ? undefined : text.slice(0, date.start) + other + text.slice(date.end);
}

const units: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d\s?)(?:metres|meters|m)\b/u, 'feet'],
  [/(?<=\d\s?)(?:kilometres|kilometers|km)\b/u, 'miles'],
  [/(?<=\d\s?)feet\b/u, 'metres'],
  [/(?<=\d\s?)miles\b/u, 'kilometres'],
  [/(?<=\d\s?)(?:tonnes|tons)\b/u, 'pounds'],
  [/(?<=\d)\s?(?:percent|per cent|%)/u, ' million'],
  [/(?<=\d\s?)million\b/u, 'billion'],
  [/(?<=\d\s?)billion\b/u, 'million'],
  [/(?<=\d\s?)(?:hours)\b/u, 'days'],
  [/(?<=\d\s?)(?:minutes|seconds)\b/u, 'hours'],
  [/\$(?=\d)/u, '€'],
  [/£(?=\d)/u, '$'],
];

export function withOtherUnit(text: string): string | undefined {
  const found = units.find(([unit]) => unit.test(text));
  return found && text.replace(found[0], found[1]);
}

/** The first two names that a verb is between, each in the place of the other. */
export function withNamesReversed(text: string): string | undefined {
  const names = findNames(text, english).filter(
    ({ start, end }) => !/^\S+$/.test(text.slice(0, end)) || /\p{Lu}.*\s\p{Lu}/u.test(text.slice(start, end)),
  );
  for (const [i, one] of names.entries()) {
    const other = names[i + 1];
    const [a, b] = [one, other].map((name) => name && text.slice(name.start, name.end));
    if (!other || a === undefined || b === undefined || a.includes(b) || b.includes(a)) continue;
    const between = text.slice(one.end, other.start);
    if (/^ (?:\p{Ll}+ )*\p{Ll}+ed (?:\p{Ll}+ )*$/u.test(between) && !/\b(?:and|or|with|between)\b/.test(between))
      return text.slice(0, one.start) + b + between + a + text.slice(other.end);
  }
  return undefined;
}

export type Change = (text: string) => string | undefined;

/** One thing changed behind the first comma or relative, where a sentence says what is not its point. */
export function inSideCondition(text: string, changes: readonly Change[]): string | undefined {
  const at = /, |\(|\b(?:which|who|whose|when|while|because|although|if|that|since|after|before)\b/u.exec(text)?.index ?? 0;
  const [head, side] = [text.slice(0, at), text.slice(at)];
  const [changed] = changes.flatMap((change) => change(side) ?? []);
  return head === '' || changed === undefined || changed === side ? undefined : head + changed;
}

/** The first two changes that a sentence has a place for. */
export function twiceChanged(text: string, changes: readonly Change[]): string | undefined {
  let [left, done] = [text, 0];
  for (const change of changes) {
    const changed = done < 2 ? change(left) : undefined;
    if (changed === undefined || changed === left) continue;
    left = changed;
    done++;
  }
  return done === 2 ? left : undefined;
}
