/**
 * Finds the documents that a question names by what identifies them: names of companies, people and projects, numbers, types and periods.
 * Adding or removing a document costs the same in an index of any size.
 */
import { assumedLanguage } from '../../language/assumed.ts';
import { findNames } from '../../language/names.ts';
import { nameKey } from '../../language/nameWords.ts';
import { findPeriods, periodKey, type Period } from '../../language/periods.ts';
import type { IdentityPart } from '../../protocol/identity.ts';
import type { QuestionIdentity } from '../../protocol/questionIdentity.ts';
import { FolderDefinitions, hasCapitals, rarerThanOther, type OtherOf, type SaidIn } from './folderDefinitions.ts';
import { fit, fits, namingSureness, isSmallWord, KnownDocument, type Naming } from './knownDocument.ts';
import { wordsKey, overlap, nameSpans, withoutSpans, questionWords, type Span, type QuestionWord } from './questionWords.ts';

/** What a question names, and by how much each document is preferred. */
export interface IdentifiedQuestion extends QuestionIdentity {
  /** Documents that are named together; no document is in two of them. Empty where the question names none. */
  readonly groups: readonly (readonly PreferredDocument[])[];
  /**
   * The question without the words that name documents, which are on all their pages; the question where nothing is left. Numbers stay: a
   * document says its own where it says who wrote it, and what became of it.
   */
  readonly content: string;
  /** Words of the question, as asked, with other words for them that documents explain: `capex` with `capital expenditures`. */
  readonly otherForms: ReadonlyMap<string, string>;
}

interface WeightedDocument {
  readonly path: string;
  /** In (0, 1]: how sure it is that this document is meant. */
  readonly weight: number;
}

interface PreferredDocument extends WeightedDocument {
  /** In [0, 1]: by how much a search prefers it. The shorter the less: all words of a question find short documents as well. */
  readonly preference: number;
}

/** How sure a document is meant by a name, by path. */
type Owners = ReadonlyMap<string, number>;

interface NamedSpan extends Span {
  readonly owners: Owners;
  /** Of a document: PEP 484 means nothing else. */
  readonly isNumber: boolean;
}

/** Where the question is written without capitals, and where it has some but not for this name, which then may be any word. */
const withoutCase = 0.8;
const inLowerCase = 0.4;
/** Of a question that names no document but says a period or a type. */
const unnamedSureness = 0.6;
const otherType = 0.7;
/** Of older documents where the newest one is asked for, and where it is compared with them. */
const beforeNewest = 0.5;
const compared = 0.9;

/** Passages of documents, on average, from which on a search prefers them as surely as they are named. */
const longDocument = 100;
/** Less is not seen in results, which have its square. */
const leastWeight = 0.1;
/** Less of a name is no name, but a word that is also used otherwise. */
const leastTelling = 0.5;
/** So many passages of its documents have each name beside those that are looked at: a rare one is in none of them. */
const unseen = 0.3;
const maxGroup = 64;
const maxPeriods = 8;
const maxListed = 20;
const maxUnknown = 3;
const fewestLetters = 3;
/** Of names that begin with the same letters, how many are looked at. */
const maxSameBeginning = 2000;

export class DocumentNames {
  readonly #documents = new Map<string, KnownDocument>();
  /** By the words of a name without spaces. */
  readonly #byKey = new Map<string, Map<string, Naming>>();
  /** Whole names by their first letters. */
  readonly #byBeginning = new Map<string, Set<string>>();
  readonly #byType = new Map<string, Set<string>>();
  readonly #definitions: FolderDefinitions;

  constructor(definitions = new FolderDefinitions()) {
    this.#definitions = definitions;
  }

  /** @param passages how many the document has */
  add(path: string, parts: readonly IdentityPart[], passages: number): void {
    this.remove(path);
    const document = new KnownDocument(path, parts, passages);
    this.#documents.set(path, document);
    for (const [key, naming] of document.keys) {
      const owners = this.#byKey.get(key) ?? new Map<string, Naming>();
      this.#byKey.set(key, owners.set(path, naming));
      if (naming === 'whole') addTo(this.#byBeginning, key.slice(0, fewestLetters), key);
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

  /**
   * `unknown` has names that no document has; whether a passage has them is not looked up.
   * @param saidIn by default nothing is known of what passages say
   */
  async identify(question: string, saidIn: SaidIn = noneSaid): Promise<IdentifiedQuestion> {
    const periods = findPeriods(question, assumedLanguage);
    const words = questionWords(question).filter((word) => !periods.some((period) => overlap(word, period)));
    const names = findNames(question, assumedLanguage);
    const otherOf = this.#definitions.explaining(question);
    const explained = await rarerThanOther(words, question, otherOf, saidIn);
    const hasCase = hasCapitals(question);
    const possible = nameSpans(words, (some) => this.#ownersOf(some, { question, hasCase, otherOf }));
    const telling = await tellingOf(possible, names, question, saidIn);
    const found = possible.flatMap((name, i) => (telling[i]! < leastTelling ? [] : [surerBy(telling[i]! ** 2, name)]));
    const named = this.#telling(oneOfEachName(found, names));
    const rest = words.filter((word) => !found.some((name) => overlap(word, name)));
    const typed = nameSpans(rest, (some) => {
      const documents = this.#byType.get(wordsKey(some));
      return documents && { documents };
    });
    const older = !newestWords.test(question) ? undefined : earlierWords.test(question) ? compared : beforeNewest;
    const asked: Asked = { periods: periods.slice(0, maxPeriods), types: typed.map(({ documents }) => documents), older };
    const groups = this.#groupsOf(named, asked).filter((group) => group.length > 0);
    const best = groups.flat().sort(this.#surestFirst);
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
      unknown: unknownIn(question, names, [...possible, ...periods]),
      groups,
      otherForms: new Map(explained),
      content: groups.length === 0 ? question : withoutSpans(question, [...found.filter(({ isNumber }) => !isNumber), ...typed, ...spoken]),
    };
  }

  /** A name of most documents tells none apart beside one that a few of them have. */
  #telling(named: readonly NamedSpan[]): readonly NamedSpan[] {
    const few = named.filter(({ owners }) => 2 * owners.size <= this.#documents.size);
    return named.filter((one) => few.includes(one) || !few.some(({ owners }) => [...owners.keys()].some((path) => one.owners.has(path))));
  }

  #ownersOf(words: readonly QuestionWord[], { question, hasCase, otherOf }: AskedNames): Omit<NamedSpan, keyof Span> | undefined {
    const key = wordsKey(words);
    const [first] = words;
    const other = otherOf(words);
    // Most words of a question are none of a name.
    if (!first || (words.length > 1 && other === undefined && !this.#byKey.has(key))) return undefined;
    if (/^\d*$/.test(key) || (words.length === 1 && isSmallWord(first.word))) return undefined;
    const written = question.slice(first.start, words.at(-1)!.end);
    const isCapital = /^[^\p{Ll}]/u.test(written);
    const isCapitals = /^(?!\P{Lu}*\p{Lu}\P{Lu}*$)\P{Ll}+$/u.test(written);
    const sureness = isCapital ? 1 : hasCase ? inLowerCase : withoutCase;
    const owners = new Map<string, number>();
    const named = this.#byKey.get(key) ?? [];
    for (const [path, naming] of named) {
      const isWritten = naming === 'whole' || (naming === 'initials' ? isCapitals : isCapital || !hasCase);
      if (naming === 'number') owners.set(path, 1);
      else if (isWritten) owners.set(path, sureness * namingSureness[naming]);
    }
    for (const [path, naming] of this.#byKey.get(nameKey(other ?? '').replaceAll(' ', '')) ?? [])
      if (naming === 'whole' && !owners.has(path)) owners.set(path, namingSureness.said);
    const isNumber = [...named].some(([, naming]) => naming === 'number');
    // Of letters that are a name themselves, only JPM is short for JPMORGAN, not Mill for Millhaven.
    if (
      words.length === 1 &&
      key.length >= fewestLetters &&
      (isCapitals || (isCapital && owners.size === 0 && first.start > 0)) &&
      !isNumber
    ) {
      let looked = 0;
      for (const name of this.#byBeginning.get(key.slice(0, fewestLetters)) ?? []) {
        if (++looked > maxSameBeginning) break;
        if (!name.startsWith(key)) continue;
        for (const [path, naming] of this.#byKey.get(name) ?? [])
          if (naming === 'whole' && !owners.has(path)) owners.set(path, namingSureness.letters);
      }
    }
    return owners.size > 0 ? { owners, isNumber } : undefined;
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
        named.some(({ isNumber, owners }) => isNumber && [...owners.keys()].some((path) => group.has(path))),
      );
    });
  }

  #unnamedGroup(asked: Asked): IdentifiedQuestion['groups'] {
    if (asked.periods.length === 0 && asked.types.length === 0) return [];
    const all = [...this.#documents.keys()].map((path) => ({ path, weight: unnamedSureness }));
    return [this.#weighted(all, asked, false)];
  }

  /** Each period that is asked for has its own documents. Those that fit best are the surer the fewer they are. */
  #weighted(documents: readonly WeightedDocument[], asked: Asked, isNumbered: boolean): readonly PreferredDocument[] {
    const newest = asked.older === undefined ? undefined : this.#newestOf(documents);
    const length = documents.reduce((sum, { path }) => sum + (this.#documents.get(path)?.passages ?? 0), 0) / Math.max(1, documents.length);
    const long = isNumbered ? 1 : Math.min(1, length / longDocument) ** 2;
    const sides = asked.periods.length === 0 ? [asked] : asked.periods.map((period) => ({ ...asked, periods: [period] }));
    const weights = new Map<string, number>();
    for (const side of sides) {
      const fitting = documents.map(({ path, weight }) => ({ path, weight: weight * this.#fitOf(path, side, newest) }));
      const best = fitting.reduce((max, { weight }) => Math.max(max, weight), 0);
      const asGood = fitting.filter(({ weight }) => weight >= 0.95 * best).length;
      const rarity = (this.#documents.size - asGood + 1) / this.#documents.size;
      const own = fitting.map(({ path, weight }) => ({ path, weight: weight * rarity })).filter(({ weight }) => seen(weight) > 0);
      for (const { path, weight } of own.sort(this.#surestFirst).slice(0, maxGroup / sides.length))
        weights.set(path, Math.max(weight, weights.get(path) ?? 0));
    }
    return [...weights].map(([path, weight]) => ({ path, weight, preference: seen(weight * long) })).sort(this.#surestFirst);
  }

  #fitOf(path: string, { periods, types, older = 1 }: Asked, newest: number | undefined): number {
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

  readonly #surestFirst = (a: WeightedDocument, b: WeightedDocument): number => b.weight - a.weight || this.#newestFirst(a.path, b.path);

  #newestFirst(a: string, b: string): number {
    return this.#newestIn(b) - this.#newestIn(a) || (a < b ? -1 : 1);
  }

  #newestIn(path: string): number {
    return this.#documents.get(path)?.newest ?? 0;
  }
}

interface Asked {
  readonly periods: readonly Period[];
  /** Documents of each type that is asked for. */
  readonly types: readonly { has(path: string): boolean }[];
  /** What documents before the newest one keep, where the question asks for that. */
  readonly older: number | undefined;
}

interface AskedNames {
  readonly question: string;
  /** See `hasCapitals`. */
  readonly hasCase: boolean;
  readonly otherOf: OtherOf;
}

const noneSaid: SaidIn = (names) => Promise.resolve(names.map(() => []));

/** What is preferred by less is not. */
function seen(weight: number): number {
  return weight < leastWeight ? 0 : weight;
}

function surerBy(factor: number, name: NamedSpan): NamedSpan {
  return { ...name, owners: new Map([...name.owners].map(([path, sureness]) => [path, sureness * factor])) };
}

/**
 * How much each name tells: the share of the passages with it that are of the documents it names, at most that of the whole name which it
 * is part of. Of Mark Robinson, a question about Mark Tarrow says nothing. A number tells all.
 */
async function tellingOf(
  spans: readonly NamedSpan[],
  names: readonly Span[],
  question: string,
  saidIn: SaidIn,
): Promise<readonly number[]> {
  const asked = spans.map((span) => [span, ...names.filter((name) => name.start <= span.start && span.end <= name.end)]);
  const wordsOf = ({ start, end }: Span): string => question.slice(start, end);
  const words = [...new Set(asked.flat().map(wordsOf))];
  const said = await saidIn(words);
  const pathsOf = new Map(words.map((one, i) => [one, said[i] ?? []]));
  return spans.map(({ owners, isNumber }, i) => {
    if (isNumber) return 1;
    const shares = asked[i]!.map((one) => {
      const paths = pathsOf.get(wordsOf(one)) ?? [];
      return (paths.filter((path) => owners.has(path)).length + unseen) / (paths.length + unseen);
    });
    return Math.min(...shares);
  });
}

function unknownIn(question: string, names: readonly Span[], known: readonly Span[]): string[] {
  const unknown = names.filter(
    (name) => name.start > 0 && /\p{Ll}/u.test(question.slice(name.start, name.end)) && !known.some((span) => overlap(span, name)),
  );
  return [...new Set(unknown.map(({ start, end }) => question.slice(start, end)))].slice(0, maxUnknown);
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

const wholeWords = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu');
const newestWords = wholeWords(assumedLanguage.periods.newest);
const earlierWords = wholeWords(assumedLanguage.periods.earlier);

function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key) ?? new Set<V>();
  sets.set(key, set.add(value));
}

function takeFrom<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
