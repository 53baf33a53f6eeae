/** Amounts as people read them. */
import { t } from '@vscode/l10n';
import { userLocale } from './userLanguage.ts';

/** `1 call`, `1,204 calls`, `2 searches`, as `{0} call` and `{0} calls` are translated. */
export function count(n: number, noun: string): string {
  return t(`{0} ${n === 1 ? noun : severalOf(noun)}`, grouped(n));
}

/** The English plural of a noun that `count` is given. */
export function severalOf(noun: string): string {
  return `${noun}${/(?:s|x|ch|sh)$/.test(noun) ? 'es' : 's'}`;
}

/** The translated words for one thing, or for several, with the amount in place of `{0}`. */
export function plural(n: number, one: string, several: string): string {
  return (n === 1 ? one : several).replace('{0}', grouped(n));
}

/** `1`, `1 and 2`, `1, 2 and 3`. */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(userLocale() === 'en' ? 'en-GB' : userLocale()).format(words);
}

/** `1,204`: a whole number with groups of thousands. */
export function grouped(n: number): string {
  // `toLocaleString` takes about 25 ms the first time, which delays opening the panel.
  return userLocale() === 'en' ? String(n).replace(/\B(?=(\d{3})+$)/g, ',') : n.toLocaleString(userLocale());
}

/** `2.5`: with one decimal place. */
export function tenths(n: number): string {
  return userLocale() === 'en' ? n.toFixed(1) : n.toLocaleString(userLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** `23.4 MB`, in decimal units, as network counters use. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte');
  if (bytes < 1_000_000) return `${tenths(bytes / 1000)} kB`;
  return bytes < 1_000_000_000 ? `${tenths(bytes / 1_000_000)} MB` : `${tenths(bytes / 1_000_000_000)} GB`;
}
