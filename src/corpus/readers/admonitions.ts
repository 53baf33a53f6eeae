/** Notes, warnings and the like: text that a page sets apart, under its kind where it has no title. */

const NAMES =
  'note warning tip hint important caution danger error attention seealso todo info abstract summary tldr success check done question help ' +
  'faq failure fail missing bug example quote cite';

const ADMONITIONS: ReadonlySet<string> = new Set(NAMES.split(' '));

/** @param name in lower case */
export function isAdmonition(name: string): boolean {
  return ADMONITIONS.has(name);
}

/** The kind as the page shows it: `Note`, `See also`. */
export function admonitionLabel(name: string): string {
  return name === 'seealso' ? 'See also' : `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`;
}
