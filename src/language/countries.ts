import { perLanguage, type Language } from './language.ts';

/** A country or its adjective found in a text; `country` is the canonical name, so that `Italian` and `Italy` are one. */
export interface CountrySpan {
  readonly start: number;
  readonly end: number;
  readonly country: string;
}

/** Country names and adjectives of nationality in text order. */
export function findCountries(text: string, language: Language): CountrySpan[] {
  const { pattern, canonical } = tableOf(language);
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    country: canonical.get(match[0].toLowerCase()) ?? match[0],
  }));
}

/** True for an adjective of nationality, which names no place. */
export function isDemonym(text: string, language: Language): boolean {
  const country = tableOf(language).canonical.get(text.toLowerCase());
  return country !== undefined && country !== text && language.countries.demonym.test(text);
}

/** The canonical country of an answer such as `American` or `the United States`, or null. */
export function countryOf(text: string, language: Language): string | null {
  return findCountries(text, language)[0]?.country ?? null;
}

const tableOf = perLanguage(({ countries: { countries } }) => {
  const names = countries.flat().sort((a, b) => b.length - a.length);
  const source = names.map((name) => name.replaceAll('.', '\\.')).join('|');
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'gu'),
    canonical: new Map(countries.flatMap((row) => row.map((name) => [name.toLowerCase(), row[0] ?? name] as const))),
  };
});
