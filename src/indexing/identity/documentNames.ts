/**
 * Finds the documents that a question names by what identifies them: names of companies, people and projects, numbers, types and periods.
 * Adding or removing a document costs the same in an index of any size.
 */
import { assumedLanguage } from '../../language/assumed.ts';
import { findNames } from '../../language/names.ts';
import { eachNameWord, nameKey } from '../../language/nameWords.ts';
import { periodsIn, periodKey, type Period } from '../../language/periodsIn.ts';
import type { IdentityPart } from '../../protocol/identity.ts';
import type { QuestionIdentity } from '../../protocol/questionIdentity.ts';

/** What a question names, and by how much each document is preferred. */
export interface IdentifiedQuestion extends QuestionIdentity {
  /** Documents that are named together; no document is in two of them. Empty where the question prefers none. */
  readonly groups: readonly (readonly WeightedDocument[])[];
  /** The question without the words that name documents; the question where nothing is left. */
  readonly content: string;
}

export interface WeightedDocument {
  readonly path: string;
  /** In (0, 1]: how sure it is that this document is meant. */
  readonly weight: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** How sure a document is meant by a name, by path. */
type Owners = ReadonlyMap<string, number>;

interface NamedSpan extends Span {
  readonly owners: Owners;
}

interface KnownDocument {
  readonly path: string;
  readonly keys: ReadonlyMap<string, Form>;
  readonly types: ReadonlySet<string>;
  readonly periods: readonly Period[];
  /** See `timeOf`; 0 without periods. */
  readonly newest: number;
}

/** How a question may write a name. */
type Form = keyof typeof formSureness;

/**
 * `said`: what many passages of the document say. `words`: the first ones of several, Verizon of Verizon Communications Inc. `letters`: the
 * first ones of a word, JPM of JPMORGAN.
 */
const formSureness = { whole: 1, said: 0.9, words: 0.9, letters: 0.7, initials: 0.7 };
/** Where the question is written without capitals, and where it has some but not for this name, which then may be any word. */
const withoutCase = 0.8;
const inLowerCase = 0.4;
/** Of a question that names no document but says a period or a type. */
const unnamedSureness = 0.6;
/** How well a document fits a period that is asked for. A report also has values of the year before. */
const fits = { same: 1, partOfYear: 0.8, yearOfPart: 0.7, otherPart: 0.5, nextYear: 0.5, unknown: 0.6, other: 0.35 };
const otherType = 0.7;
const older = 0.5;

const maxNameWords = 6;
const maxQuestionWords = 400;
const maxGroup = 64;
const maxListed = 20;
const maxUnknown = 3;
const fewestLetters = 3;
/** Of names that begin with the same letters, how many are looked at. */
const maxSameBeginning = 2000;

export class DocumentNames {
  readonly #documents = new Map<string, KnownDocument>();
  /** By the words of a name without spaces. */
  readonly #byKey = new Map<string, Map<string, Form>>();
  /** Whole names by their first letters. */
  readonly #byBeginning = new Map<string, Set<string>>();
  readonly #byType = new Map<string, Set<string>>();

  add(path: string, parts: readonly IdentityPart[]): void {
    this.remove(path);
    const document = knownDocument(path, parts);
    this.#documents.set(path, document);
    for (const [key, form] of document.keys) {
      const owners = this.#byKey.get(key) ?? new Map<string, Form>();
      this.#byKey.set(key, owners.set(path, form));
      if (form === 'whole') addTo(this.#byBeginning, key.slice(0, fewestLetters), key);
    }
    for (const type of document.types) addTo(this.#byType, type, path);
  }

  remove(path: string): void {
    const document = this.#documents.get(path);
    if (!document) return;
    this.#documents.delete(path);
    for (const key of document.keys.keys()) {
      const owners = this.#byKey.get(key);
      owners?.delete(path);
      if (owners?.size !== 0) continue;
      this.#byKey.delete(key);
      takeFrom(this.#byBeginning, key.slice(0, fewestLetters), key);
    }
    for (const type of document.types) takeFrom(this.#byType, type, path);
  }

  /** `unknown` has names that no document has; whether a passage has them is not looked up. */
  identify(question: string): IdentifiedQuestion {
    const periods = periodsIn(question, assumedLanguage);
    const words = wordsIn(question).filter((word) => !periods.some((period) => overlap(word, period)));
    const found = spansOf(words, (some) => this.#ownersOf(some, question));
    const named = this.#telling(oneOfEachName(found, findNames(question, assumedLanguage)));
    const rest = words.filter((word) => !found.some((name) => overlap(word, name)));
    const typed = spansOf(rest, (some) => this.#byType.get(keyOf(some)));
    const asked: Asked = { periods, types: typed.map(({ owners }) => owners), newest: newestWords.test(question) };
    const groups = this.#groupsOf(named, asked);
    const best = groups.flat().sort((a, b) => b.weight - a.weight || this.#newestFirst(a.path, b.path));
    const rank = new Map(best.map(({ path }, i) => [path, i]));
    const meant = named.map(({ start, end, owners }) => ({
      start,
      end,
      words: question.slice(start, end),
      documents: [...owners.keys()].sort((a, b) => (rank.get(a) ?? maxGroup) - (rank.get(b) ?? maxGroup)).slice(0, maxListed),
      total: owners.size,
    }));
    const top = best.slice(0, 1).flatMap(({ path }) => this.#documents.get(path)?.periods ?? []);
    const spoken = periods.filter((period) => top.some((own) => periodKey(own) === periodKey(period)));
    return {
      meant,
      preferred: best.slice(0, maxListed).map(({ path }) => path),
      unknown: this.#unknownIn(question, [...found, ...periods]),
      groups,
      content: groups.length === 0 ? question : withoutSpans(question, [...found, ...typed, ...spoken]),
    };
  }

  /** A name of most documents tells none apart beside one that a few of them have. */
  #telling(named: readonly NamedSpan[]): readonly NamedSpan[] {
    const few = named.filter(({ owners }) => 2 * owners.size <= this.#documents.size);
    return named.filter((one) => few.includes(one) || !few.some(({ owners }) => [...owners.keys()].some((path) => one.owners.has(path))));
  }

  #ownersOf(words: readonly Word[], question: string): Owners | undefined {
    const key = keyOf(words);
    const [first] = words;
    if (!first || /^\d*$/.test(key) || (words.length === 1 && isSmallWord(first.word))) return undefined;
    const written = question.slice(first.start, words.at(-1)!.end);
    const hasCase = /\p{Lu}/u.test(question.slice(1));
    const isCapital = /^[^\p{Ll}]/u.test(written);
    const isCapitals = /^(?!\P{Lu}*\p{Lu}\P{Lu}*$)\P{Ll}+$/u.test(written);
    const sureness = isCapital ? 1 : hasCase ? inLowerCase : withoutCase;
    const owners = new Map<string, number>();
    for (const [path, form] of this.#byKey.get(key) ?? []) {
      if (form === 'whole' || (form === 'initials' ? isCapitals : isCapital || !hasCase)) owners.set(path, sureness * formSureness[form]);
    }
    if (owners.size > 0) return owners;
    if (words.length > 1 || key.length < fewestLetters || !isCapital || (first.start === 0 && !isCapitals)) return undefined;
    let looked = 0;
    for (const name of this.#byBeginning.get(key.slice(0, fewestLetters)) ?? []) {
      if (++looked > maxSameBeginning) break;
      if (!name.startsWith(key)) continue;
      for (const [path, form] of this.#byKey.get(name) ?? []) if (form === 'whole') owners.set(path, formSureness.letters);
    }
    return owners.size > 0 ? owners : undefined;
  }

  /** Names that share a document are one group: of Kelly Partners those documents are meant most that have both names. */
  #groupsOf(named: readonly NamedSpan[], asked: Asked): IdentifiedQuestion['groups'] {
    if (named.length === 0) return this.#unnamedGroup(asked);
    const groupOf = new Map<string, Map<string, number>>();
    const groups = new Set<Map<string, number>>();
    for (const { owners } of named) {
      const joined = new Set([...owners.keys()].flatMap((path) => groupOf.get(path) ?? []));
      const [into = new Map<string, number>(), ...others] = [...joined].sort((a, b) => b.size - a.size);
      groups.add(into);
      for (const other of others) {
        groups.delete(other);
        for (const [path, sum] of other) groupOf.set(path, into.set(path, sum));
      }
      for (const [path, sureness] of owners) groupOf.set(path, into.set(path, (into.get(path) ?? 0) + sureness));
    }
    return [...groups].map((group) => {
      const most = [...group.values()].reduce((max, sum) => Math.max(max, sum), 0);
      const surest = Math.max(
        ...named.map(({ owners }) => [...group.keys()].reduce((max, path) => Math.max(max, owners.get(path) ?? 0), 0)),
      );
      return this.#weighted(
        [...group].map(([path, sum]) => ({ path, weight: surest * Math.sqrt(sum / most) })),
        asked,
      );
    });
  }

  #unnamedGroup(asked: Asked): IdentifiedQuestion['groups'] {
    if (asked.periods.length === 0 && asked.types.length === 0) return [];
    const all = [...this.#documents.keys()].map((path) => ({ path, weight: unnamedSureness }));
    const group = this.#weighted(all, asked).filter(({ weight }) => weight > 0);
    return group.length === 0 ? [] : [group];
  }

  /** Those that fit best are the surer the fewer they are. */
  #weighted(documents: readonly WeightedDocument[], asked: Asked): readonly WeightedDocument[] {
    const newest = asked.newest ? this.#newestOf(documents) : undefined;
    const fitting = documents.map(({ path, weight }) => ({ path, weight: weight * this.#fitOf(path, asked, newest) }));
    const best = fitting.reduce((max, { weight }) => Math.max(max, weight), 0);
    const asGood = fitting.filter(({ weight }) => weight >= 0.95 * best).length;
    const rarity = (this.#documents.size - asGood + 1) / this.#documents.size;
    return fitting
      .map(({ path, weight }) => ({ path, weight: weight * rarity }))
      .sort((a, b) => b.weight - a.weight || this.#newestFirst(a.path, b.path))
      .slice(0, maxGroup);
  }

  #fitOf(path: string, { periods, types }: Asked, newest: number | undefined): number {
    const { periods: own = [], newest: ownNewest = 0 } = this.#documents.get(path) ?? {};
    const ofType = types.length === 0 || types.some((documents) => documents.has(path)) ? 1 : otherType;
    const ofAge = newest === undefined || ownNewest === newest ? 1 : older;
    const ofPeriod =
      periods.length === 0 ? 1 : own.length === 0 ? fits.unknown : Math.max(...periods.flatMap((one) => own.map((it) => fit(one, it))));
    return ofType * ofAge * ofPeriod;
  }

  #newestOf(documents: readonly WeightedDocument[]): number | undefined {
    const newest = documents.reduce((max, { path }) => Math.max(max, this.#newestIn(path)), 0);
    return newest === 0 ? undefined : newest;
  }

  #newestFirst(a: string, b: string): number {
    return this.#newestIn(b) - this.#newestIn(a) || (a < b ? -1 : 1);
  }

  #newestIn(path: string): number {
    return this.#documents.get(path)?.newest ?? 0;
  }

  #unknownIn(question: string, known: readonly Span[]): string[] {
    const names = findNames(question, assumedLanguage).filter(
      (name) => name.start > 0 && /\p{Ll}/u.test(question.slice(name.start, name.end)) && !known.some((span) => overlap(span, name)),
    );
    return [...new Set(names.map(({ start, end }) => question.slice(start, end)))].slice(0, maxUnknown);
  }
}

interface Asked {
  readonly periods: readonly Period[];
  /** Documents of each type that is asked for. */
  readonly types: readonly { has(path: string): boolean }[];
  readonly newest: boolean;
}

interface Word extends Span {
  readonly word: string;
}

function wordsIn(text: string): readonly Word[] {
  const words: Word[] = [];
  eachNameWord(text.slice(0, maxQuestionWords * 100), (word, start, end) => {
    if (words.length < maxQuestionWords) words.push({ word, start, end });
  });
  return words;
}

/** From left to right, the longest first. */
function spansOf<T>(words: readonly Word[], ownersOf: (words: readonly Word[]) => T | undefined): (Span & { readonly owners: T })[] {
  const spans: (Span & { readonly owners: T })[] = [];
  for (let at = 0; at < words.length;) {
    let length = Math.min(maxNameWords, words.length - at);
    let owners: T | undefined;
    for (; length > 0; length--) {
      owners = ownersOf(words.slice(at, at + length));
      if (owners !== undefined) break;
    }
    if (owners !== undefined) spans.push({ start: words[at]!.start, end: words[at + length - 1]!.end, owners });
    at += Math.max(1, length);
  }
  return spans;
}

/** Of a name in the question, what its first words mean: of Tarrow International Corp. not what else is a corporation. */
function oneOfEachName(spans: readonly NamedSpan[], names: readonly Span[]): readonly NamedSpan[] {
  const firstOf = new Map<Span, NamedSpan>();
  return spans.flatMap((span) => {
    const name = names.find((one) => overlap(one, span));
    const first = name && firstOf.get(name);
    if (!first) {
      if (name) firstOf.set(name, span);
      return [span];
    }
    const owners = new Map([...span.owners].filter(([path]) => first.owners.has(path)));
    return owners.size === 0 ? [] : [{ ...span, owners }];
  });
}

function keyOf(words: readonly Pick<Word, 'word'>[]): string {
  return words.map(({ word }) => word).join('');
}

function isSmallWord(word: string): boolean {
  return assumedLanguage.functionWords.has(word) || assumedLanguage.askingWords.has(word);
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Without these places and the possessive after them. */
function withoutSpans(text: string, spans: readonly Span[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    rest += `${text.slice(at, start)} `;
    at = end + (assumedLanguage.caseEnding.exec(/^\S{0,8}/u.exec(text.slice(end, end + 8))?.[0] ?? '')?.[0].length ?? 0);
  }
  rest = (rest + text.slice(at)).replace(/\s+/gu, ' ').trim();
  return wordsIn(rest).some(({ word }) => !isSmallWord(word)) ? rest : text;
}

function knownDocument(path: string, parts: readonly IdentityPart[]): KnownDocument {
  const keys = new Map<string, Form>();
  const types = new Set<string>();
  const put = (key: string, form: Form): void => {
    const known = keys.get(key);
    if (known === undefined || formSureness[form] > formSureness[known]) keys.set(key, form);
  };
  for (const { kind, value, from } of parts) {
    const words = nameKey(value).split(' ');
    const key = words.join('');
    if (kind === 'type' || kind === 'version') types.add(key);
    if (kind !== 'name' && kind !== 'organization' && kind !== 'number' && kind !== 'author') continue;
    if (key.length < 2 || /^\d{1,4}$/.test(key)) continue;
    put(key, from === 'passages' || from === 'mentions' ? 'said' : 'whole');
    if (kind === 'number') continue;
    const written = value.split(betweenWords).slice(0, maxNameWords);
    for (let count = 1; count < written.length; count++) {
      const first = nameKey(written.slice(0, count).join(' ')).split(' ');
      if (first.join('').length > 1 && !first.every(isSmallWord)) put(first.join(''), 'words');
    }
    // Not of 3f8bc07: whatever is in capitals would be the initials of some such name.
    const letters = words.filter((word) => !isSmallWord(word)).map((word) => (/^\p{L}{2}/u.test(word) ? word[0]! : undefined));
    for (let count = 2; count <= Math.min(letters.length, maxNameWords); count++)
      if (!letters.slice(0, count).includes(undefined)) put(letters.slice(0, count).join(''), 'initials');
  }
  const periods = periodsOf(path, parts);
  return { path, keys, types, periods, newest: periods.reduce((max, one) => Math.max(max, timeOf(one)), 0) };
}

/** Each once; a year of which parts are named is not named itself. */
function periodsOf(path: string, parts: readonly IdentityPart[]): readonly Period[] {
  const written = parts.flatMap(({ kind, value }) => (kind === 'period' || kind === 'date' ? [value] : []));
  const found = [...written, path.slice(path.lastIndexOf('/') + 1)].flatMap((text) => periodsIn(text, assumedLanguage));
  const byKey = new Map(found.map((period): [string, Period] => [periodKey(period), period]));
  return [...byKey.values()].filter(({ year, part }) => part !== undefined || !found.some((other) => other.year === year && other.part));
}

function fit(asked: Period, own: Period): number {
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

/** Amazon is the first word of Amazon.com, Inc., too. */
const betweenWords = /[\s.,/&-]+/u;

const newestWords = new RegExp(`(?<![\\p{L}\\p{N}])(?:${assumedLanguage.periods.newest})(?![\\p{L}\\p{N}])`, 'iu');

function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key) ?? new Set<V>();
  sets.set(key, set.add(value));
}

function takeFrom<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
