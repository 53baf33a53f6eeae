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
  return SPOKEN.get(name) ?? `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`;
}

/** Whether the directive's argument begins with a version, which belongs to its label: `Added in version 3.8`. */
export function namesVersion(name: string): boolean {
  return name === 'deprecated' || name.startsWith('version');
}

const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['seealso', 'See also'],
  ['versionadded', 'Added in version'],
  ['versionchanged', 'Changed in version'],
  ['versionremoved', 'Removed in version'],
  ['deprecated', 'Deprecated since version'],
]);
