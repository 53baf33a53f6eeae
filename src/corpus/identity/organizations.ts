import { perLanguage, type Language } from '../../language/language.ts';
import { findNames } from '../../language/names.ts';
import type { IdentityPart, IdentitySource } from '../../protocol/identity.ts';
import type { WeighedName } from './fileIdentity.ts';
import { keyWords, type NameStatistics } from './nameStatistics.ts';

/** Lines in which a document's organization may be named. */
export interface NamingPlaces {
  readonly title: readonly string[];
  readonly metadata: readonly string[];
  readonly runningLines: readonly string[];
  readonly firstPage: readonly string[];
}

const maxOrganizations = 4;
const maxNames = 8;
const maxCandidates = 80;
const maxNameWords = 7;
/** What each kind of place adds to the share of passages that have the name. */
const prominence = { runningLines: 0.4, title: 0.3, metadata: 0.2, firstPage: 0 } as const;
/** A name that fewer passages have must be in two kinds of places. */
const leastShare = 0.04;

/**
 * Whether a name has a word that names of organizations have, and others: `Acme, Inc.` In any case, as first pages often are in capitals.
 */
function isOrganization(name: string, language: Language): boolean {
  const rest = name.replace(organizationWords(language), '');
  return rest !== name && /\p{L}{2}/u.test(rest);
}

const organizationWords = perLanguage(({ reading }) => new RegExp(`(?:${reading.organizations.source})|\\b(?:${legalForms})\\b`, 'giu'));
/** Of companies, in many languages. */
const legalForms = 'plc|llc|llp|lp|gmbh|ag|se|kg|s\\.?a|n\\.?v|b\\.?v|s\\.?p\\.?a|oyj?|ab|asa|a/s|pty|k\\.?k|holdings?|bancorp';

interface NamedOften {
  readonly key: string;
  readonly share: number;
  readonly from: Set<keyof NamingPlaces>;
  /** Times in the places of each whole name, by its `nameKey`, and how it is written there. */
  readonly names: Map<string, { times: number; written: string }>;
}

/**
 * The names of organizations in prominent places that the text or another place repeats, likeliest first. The edges of pages and the
 * metadata only support what the title or the first page has: they also have names of sections and of programs.
 */
export function organizationsOf(places: NamingPlaces, statistics: NameStatistics, language: Language): readonly WeighedName[] {
  const named = new Map<string, NamedOften>();
  const sources = ['title', 'runningLines', 'metadata', 'firstPage'] as const;
  for (const from of sources)
    for (const line of places[from]) for (const written of namesIn(line, language)) collect(named, written, from, statistics);
  return [...named.values()]
    .filter(({ names }) => [...names.values()].some(({ written }) => isOrganization(written, language)))
    .map((candidate) => ({ candidate, weight: [...candidate.from].reduce((sum, from) => sum + prominence[from], candidate.share) }))
    .filter(({ candidate: { share, from } }) => (from.has('title') || from.has('firstPage')) && (share >= leastShare || from.size > 1))
    .sort((a, b) => b.weight - a.weight || (a.candidate.key < b.candidate.key ? -1 : 1))
    .slice(0, maxOrganizations)
    .map(({ candidate, weight }) => ({
      value: wholeName(candidate, statistics, language),
      key: candidate.key,
      from: sources.find((from): from is IdentitySource & keyof NamingPlaces => candidate.from.has(from)) ?? 'firstPage',
      weight: Math.round(1000 * weight) / 1000,
    }));
}

/** Short names of a company on exchanges: `(NYSE: TRW)`, or in a row of a table beside the name of one. */
export function tickersIn(line: string): readonly IdentityPart[] {
  if (!/[(|]/.test(line)) return [];
  const cells = line.includes('|') ? line.split(/\s*\|\s*/) : [];
  const isListed = cells.some((cell) => exchange.test(cell));
  const found = [
    ...[...line.matchAll(/\(\p{Lu}[\p{L} ]{1,30}:\s?(\p{Lu}{1,5})\)/gu)].map(([, ticker = '']) => ticker),
    ...(isListed ? cells.filter((cell) => /^\p{Lu}{1,5}$/u.test(cell)) : []),
  ];
  return found.map((value) => ({ kind: 'name', value, from: 'firstPage' }));
}

const exchange = /\b(?:(?:stock|securities) (?:exchange|market)|nyse|nasdaq|bourse|börse|bolsa|borsa)\b/iu;

/** The names that the most passages have. */
export function frequentNames(statistics: NameStatistics): readonly WeighedName[] {
  return statistics
    .frequent(3, 0.15)
    .slice(0, maxNames)
    .map((key) => ({
      value: statistics.formOf(key) ?? key,
      key,
      from: 'passages',
      weight: Math.round(1000 * statistics.share(key)) / 1000,
    }));
}

/** Names in a line, with what ends those of companies: `Acme Holdings, Inc.` */
function namesIn(line: string, language: Language): readonly string[] {
  return findNames(line, language).map(({ start, end }) =>
    line.slice(start, end + (endingOf(language).exec(line.slice(end, end + 12))?.[0].length ?? 0)),
  );
}

const endingOf = perLanguage(({ names }) => new RegExp(`^,?\\s${names.endings}(?!\\p{L})\\.?`, 'iu'));

function collect(named: Map<string, NamedOften>, written: string, from: keyof NamingPlaces, statistics: NameStatistics): void {
  const words = keyWords(written);
  if (words.length === 0 || words.length > maxNameWords || /\d/.test(written)) return;
  const key = spokenKey(words, statistics);
  const known = named.get(key);
  if (!known && named.size >= maxCandidates) return;
  const candidate: NamedOften = known ?? { key, share: statistics.share(key), from: new Set(), names: new Map() };
  named.set(key, candidate);
  candidate.from.add(from);
  const name = words.join(' ');
  const before = candidate.names.get(name);
  candidate.names.set(name, { times: (before?.times ?? 0) + 1, written: before && !isCapitals(before.written) ? before.written : written });
}

/** The words by which the text goes on to name it: the first one, and those after it that mostly follow. */
function spokenKey(words: readonly string[], statistics: NameStatistics): string {
  const shares = words.map((_, i) => statistics.share(words.slice(0, i + 1).join(' ')));
  let length = shares.findIndex((share) => share > 0) + 1;
  if (length === 0) return words.join(' ');
  while (length < words.length && shares[length]! >= 0.6 * shares[length - 1]!) length++;
  return words.slice(0, length).join(' ');
}

/** With what shows that it is an organization: `Acme` is `Acme Holdings, Inc.` in full. */
function wholeName({ names }: NamedOften, statistics: NameStatistics, language: Language): string {
  const rank = (key: string, { times, written }: { readonly times: number; readonly written: string }): number =>
    (isOrganization(written, language) ? 1000 : 0) + times + 0.1 * statistics.timesOf(key);
  const [best] = [...names].sort(([a, m], [b, n]) => rank(b, n) - rank(a, m));
  if (best === undefined) return '';
  const [key, { written }] = best;
  return isCapitals(written) ? (statistics.formOf(key) ?? written) : written;
}

function isCapitals(written: string): boolean {
  return written === written.toUpperCase();
}
