/**
 * The names of the twelve months as the locales write them, alone and after a day, long and short, in lower case; empty for no locales.
 * Names in which the month is a number are left out.
 */
export function monthsOf(locales: readonly string[]): readonly (readonly string[])[] {
  if (locales.length === 0) return [];
  const formats = locales.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric' } as const].map(
        (options) => new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { ...options, timeZone: 'UTC' }),
      ),
    ),
  );
  return Array.from({ length: 12 }, (_, i) => {
    const date = new Date(Date.UTC(2001, i, 15));
    const names = formats.flatMap((format) => format.formatToParts(date).flatMap(({ type, value }) => (type === 'month' ? [value] : [])));
    const plain = names.map((name) => name.toLowerCase().normalize('NFC').replace(/\.$/u, ''));
    return [...new Set(plain)].filter((name) => !/\d/u.test(name)).sort((a, b) => b.length - a.length);
  });
}
