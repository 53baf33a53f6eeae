/** What questions may name a document by. */
import { assumedLanguage } from '../../language/assumed.ts';
import { nameKey } from '../../language/nameWords.ts';
import { findPeriods, periodKey, type Period } from '../../language/periods.ts';
import type { IdentityPart } from '../../protocol/identity.ts';

export class KnownDocument {
  readonly path: string;
  readonly passages: number;
  readonly keys: ReadonlyMap<string, Naming>;
  readonly types: ReadonlySet<string>;
  /** What it says of its periods, beside its path. */
  readonly #written: readonly string[];
  #periods: readonly Period[] | undefined;
  #newest: number | undefined;

  constructor(path: string, parts: readonly IdentityPart[], passages: number) {
    this.path = path;
    this.passages = passages;
    this.#written = parts.flatMap(({ kind, value }) => (kind === 'period' || kind === 'date' ? [value] : []));
    const { keys, types } = parts.length === 0 ? unnamed : namesIn(parts);
    this.keys = keys;
    this.types = types;
  }

  /** Looked for in the documents that a question may mean. */
  get periods(): readonly Period[] {
    return (this.#periods ??= periodsOf(this.path, this.#written));
  }

  /** See `timeOf`; 0 without periods. */
  get newest(): number {
    return (this.#newest ??= this.periods.reduce((max, one) => Math.max(max, timeOf(one)), 0));
  }
}

interface Names {
  readonly keys: ReadonlyMap<string, Naming>;
  readonly types: ReadonlySet<string>;
}

const unnamed: Names = { keys: new Map(), types: new Set() };

/** How a question may write a name. */
export type Naming = keyof typeof namingSureness;

/**
 * `said`: what many passages of the document say. `words`: the first ones of several, Verizon of Verizon Communications Inc. `letters`: the
 * first ones of a word, JPM of JPMORGAN.
 */
export const namingSureness = { number: 1, whole: 1, said: 0.9, words: 0.9, letters: 0.7, initials: 0.7 };
/** How well a document fits a period that is asked for. A report also has values of the year before. */
export const fits = { same: 1, partOfYear: 0.8, yearOfPart: 0.7, otherPart: 0.5, nextYear: 0.5, unknown: 0.6, other: 0.35 };
/** Amazon is the first word of Amazon.com, Inc., too. */
const betweenWords = /[\s.,/&-]+/u;
export const maxIdentityWords = 6;

function namesIn(parts: readonly IdentityPart[]): Names {
  const keys = new Map<string, Naming>();
  const types = new Set<string>();
  const put = (key: string, naming: Naming): void => {
    const known = keys.get(key);
    if (known === undefined || namingSureness[naming] > namingSureness[known]) keys.set(key, naming);
  };
  for (const { kind, value, from } of parts) {
    const words = nameKey(value).split(' ');
    const key = words.join('');
    if (kind === 'type' || kind === 'version') types.add(key);
    if (kind !== 'name' && kind !== 'organization' && kind !== 'number' && kind !== 'author') continue;
    if (key.length < 2 || /^\d{1,4}$/.test(key)) continue;
    put(key, kind === 'number' ? 'number' : from === 'passages' || from === 'mentions' ? 'said' : 'whole');
    if (kind === 'number') continue;
    const written = value.split(betweenWords).slice(0, maxIdentityWords);
    for (let count = 1; count < written.length; count++) {
      const first = nameKey(written.slice(0, count).join(' ')).split(' ');
      if (first.join('').length > 1 && !first.every(isSmallWord)) put(first.join(''), 'words');
    }
    // Not of 3f8bc07: whatever is in capitals would be the initials of some such name.
    const letters = words.filter((word) => !isSmallWord(word)).map((word) => (/^\p{L}{2}/u.test(word) ? word[0]! : undefined));
    for (let count = 2; count <= Math.min(letters.length, maxIdentityWords); count++)
      if (!letters.slice(0, count).includes(undefined)) put(letters.slice(0, count).join(''), 'initials');
  }
  return { keys, types };
}

/** Each once; a year of which parts are named is not named itself. */
function periodsOf(path: string, written: readonly string[]): readonly Period[] {
  const found = [...written, path.slice(path.lastIndexOf('/') + 1)].flatMap((text) => findPeriods(text, assumedLanguage));
  const byKey = new Map(found.map((period): [string, Period] => [periodKey(period), period]));
  return [...byKey.values()].filter(({ year, part }) => part !== undefined || !found.some((other) => other.year === year && other.part));
}

/** How well a document of a period fits one that is asked for, in (0, 1]. */
export function fit(asked: Period, own: Period): number {
  if (own.year === asked.year) {
    if (own.part === asked.part) return fits.same;
    return asked.part === undefined ? fits.partOfYear : own.part === undefined ? fits.yearOfPart : fits.otherPart;
  }
  return own.year === asked.year + 1 ? fits.nextYear : fits.other;
}

/** Grows with time. A year ends after its parts. */
function timeOf({ year, part }: Period): number {
  return 10 * year + (part === undefined ? 5 : Number(part[1]) * (part.startsWith('H') ? 2 : 1));
}

export function isSmallWord(word: string): boolean {
  return assumedLanguage.functionWords.has(word) || assumedLanguage.askingWords.has(word);
}
