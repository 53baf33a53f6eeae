/** What a sentence is about, as far as its names and its title tell. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import { perLanguage, type Language } from '../language/language.ts';
import { findNames } from '../language/names.ts';
import { wordsOf } from '../language/words.ts';
import { contentStems } from './support.ts';

export interface Subject {
  /** Of its name or, where a pronoun or a noun stands for it, of the title. */
  readonly stems: readonly string[];
  readonly isNamed: boolean;
  /** Whether it has any name, also of one word that the title does not have. Otherwise a pronoun or a noun may stand for anything. */
  readonly isOwn: boolean;
  /** Of the title. */
  readonly titled: readonly string[];
  /** Of the title and of all of the sentence. */
  readonly known: ReadonlySet<string>;
  readonly document: string;
}

/** @param title of its passage */
export function subjectOf(text: string, title: string, document: string, language: Language): Subject {
  const titled = contentStems(title, language);
  const named = subjectName(text, title, language);
  const stems = named === undefined ? titled : contentStems(named, language);
  return {
    stems,
    isNamed: named !== undefined,
    get isOwn() {
      return named !== undefined || subjectName(text, text.replace(/^\P{L}*\S+/u, ''), language) !== undefined;
    },
    titled,
    known: new Set([...contentStems(text, language), ...titled]),
    document,
  };
}

/**
 * Whether each knows what the other is about. Of two sentences of one document, where sections may be about different things, both have to
 * name it.
 */
export function areAboutSame(one: Subject, other: Subject): boolean {
  const isKnown = ({ stems }: Subject, { known }: Subject): boolean => stems.length > 0 && stems.every((stem) => known.has(stem));
  if (one.document === other.document && !(one.isNamed && other.isNamed)) return false;
  return isKnown(one, other) && isKnown(other, one);
}

/** Whether two documents have the same title. */
export function haveSameTitle(one: Subject, other: Subject): boolean {
  const [own, theirs] = [one.titled, other.titled];
  return one.document !== other.document && own.length > 0 && own.length === theirs.length && own.every((stem) => theirs.includes(stem));
}

/**
 * The first name before the verb, unless it is in brackets, behind a preposition (`The film on TNT was …`) or behind a pronoun. One word
 * with a capital is a name if the title has it. How names are written is known of English only.
 */
function subjectName(text: string, title: string, language: Language): string | undefined {
  if (language !== assumedLanguage) return undefined;
  const { pronouns, prepositions, where, agents, links, copulas, auxiliaries } = language.reading;
  const verbs = verbsOf(language);
  const titled = new Set(wordsOf(title, language).map(({ fold }) => fold));
  for (const { start, end } of findNames(text, language)) {
    const before = wordsOf(text.slice(0, start), language).map(({ fold }) => fold);
    if (before.some((word) => pronouns.has(word) || copulas.has(word) || auxiliaries.has(word) || verbs.has(word))) return undefined;
    if (text.charAt(start - 1) === '(') continue;
    const [only = '', ...more] = wordsOf(text.slice(start, end), language).map(({ fold }) => fold);
    if (more.length === 0 && !titled.has(only)) continue;
    const last = before.findLast((word) => !language.articles.includes(word)) ?? '';
    // `The bell of Coll` is about it.
    if (links.has(last) || !(prepositions.has(last) || where.has(last) || agents.has(last))) return text.slice(start, end);
  }
  return undefined;
}

const verbsOf = perLanguage(({ loose }) => new Set([...loose.once, ...loose.made]));
