/** Which people a folder's documents name. */
import { findDates, findNames, foldText, reading, rules, wordsOf } from './english.ts';
import type { NameSpan } from '../../src/language/names.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import type { SourceDocument, TextPlace } from './interfaces.ts';

/** A name in a document, with its first place. */
export interface NamedThing {
  /** As the document writes it first. */
  readonly name: string;
  readonly place: TextPlace;
}

/** By folded name. Names of one word are left out: too many things share them. */
export function namesOfDocument({ passages }: SourceDocument): ReadonlyMap<string, NamedThing> {
  const found = new Map<string, NamedThing>();
  for (const { passage } of passages) {
    for (const { start, end } of bareNames(passage)) {
      const name = passage.text.slice(start, end);
      const key = foldText(name);
      if (!found.has(key) && /^\S+(?: \S+)+$/u.test(name)) found.set(key, { name, place: { passage, start, end } });
    }
  }
  return found;
}

/** Capitalized words that a person's name follows, with what is before them: `Google CEO Sundar Pichai`. */
const title =
  /^(?:.*\b)?(?:CEO|CFO|COO|CTO|Mr|Mrs|Ms|Dr|Sir|Dame|President|Chairman|Chief|Secretary|Minister|Senator|Sen|Rep|Gov|Governor|Judge|Justice|Mayor|Coach|Captain|Professor|Prof|Director|Officer|Manager|Editor|Analyst|King|Queen|Prince|Princess|General|AG|Attorney|Founder|Commissioner|Quarterback|Star)\.? (?=\p{Lu})/u;

/** Names without a title before them and without the possessive. */
function bareNames(passage: Passage): readonly NameSpan[] {
  const known = namesOfPassage.get(passage);
  if (known) return known;
  const { text } = passage;
  const names = findNames(text).map(({ start, end }) => {
    const name = text.slice(start, end);
    const from = start + (title.exec(name)?.[0].length ?? 0);
    const possessive = /['’]s?$/u.exec(name)?.[0].length ?? 0;
    return { start: from, end: end - possessive };
  });
  namesOfPassage.set(passage, names);
  return names;
}

/** Finding names takes longest of all, and several kinds of questions need them. */
const namesOfPassage = new WeakMap<Passage, readonly NameSpan[]>();

/** What tells who is named in a document, from all documents of the folder. */
export interface PeopleKnown {
  isPerson(key: string): boolean;
  /** Also true of names of which it is not known. */
  mayBePerson(key: string, name: string): boolean;
  /** True of every name that nothing shows to be of a thing. */
  mayBeAnyone(key: string, name: string): boolean;
}

const before = /(?:\b(?:Mr|Mrs|Ms|Dr|Sir|Dame|Professor|President|Senator|Captain|Judge|Justice|CEO|Coach)\.? |\b(\p{Ll}+) )$/u;
const after =
  /^(?:,? (?:said|says|told|tells|explained|added|wrote|testified|tweeted)\b|(?: was|,)? born\b| (?:died|married|retired)\b|, (?:who|whose)\b|, \d{2},)/u;

const months = /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|\p{L}+day)\b/u;

interface Signs {
  person: number;
  thing: number;
}

/** People say things, and have occupations before their names; other names follow `the` or `in`. */
export function peopleIn(documents: readonly SourceDocument[]): PeopleKnown {
  const signs = new Map<string, Signs>();
  const words = new Set<string>();
  for (const { passage } of documents.flatMap(({ passages }) => passages)) {
    for (const { start, end, fold } of wordsOf(passage.text)) if (/^\p{Ll}/u.test(passage.text.slice(start, end))) words.add(fold);
    for (const { start, end } of bareNames(passage)) {
      const name = passage.text.slice(start, end);
      // `AC Milan`
      if (/(?:^| )\p{Lu}{2,}(?: |$)/u.test(name)) continue;
      const key = foldText(name);
      const sign = signs.get(key) ?? { person: 0, thing: 0 };
      const lead = before.exec(passage.text.slice(Math.max(0, start - 30), start));
      if ((lead && (lead[1] === undefined || isOccupation(lead[1]))) || after.test(passage.text.slice(end, end + 20))) sign.person++;
      if (
        /\b(?:the|in|at) $/iu.test(passage.text.slice(Math.max(0, start - 4), start)) ||
        /^,? which\b/u.test(passage.text.slice(end, end + 9))
      )
        sign.thing++;
      signs.set(key, sign);
    }
  }
  const isPerson = (key: string): boolean => {
    const { person, thing } = signs.get(key) ?? { person: 0, thing: 0 };
    return (
      person > thing &&
      /^[^\d\s]+(?: [^\d\s]+){1,2}$/u.test(key) &&
      !months.test(key) &&
      !key.split(' ').some((word) => words.has(word) && word.length > 3)
    );
  };
  const firstNames = new Set([...signs.keys()].filter(isPerson).map((key) => key.split(' ')[0]));
  return {
    isPerson,
    mayBePerson: (key, name) => {
      if (isPerson(key)) return true;
      const own = key.split(' ');
      if (own.length > 3 || isNoPerson(name)) return false;
      return firstNames.has(own[0]) || ((signs.get(key)?.person ?? 0) > 0 && !words.has(own.at(-1) ?? ''));
    },
    mayBeAnyone: (key, name) => {
      const own = key.split(' ');
      return (
        own.length <= 3 &&
        !isNoPerson(name) &&
        (signs.get(key)?.thing ?? 0) === 0 &&
        !own.some((word) => words.has(word) && word.length > 1)
      );
    },
  };
}

export function isOccupation(word: string): boolean {
  return rules.persons.has(word) || rules.peoplesEndings.test(word) || reading.heads.get(word) === 'person';
}

/** Whether the words of a name tell that it names no person. */
function isNoPerson(name: string): boolean {
  return (
    reading.organizations.test(name) ||
    reading.places.test(name) ||
    reading.noPersons.test(name) ||
    findDates(name).length > 0 ||
    /\d|&|\bof\b|^(?:The|New|San|Los|Las|North|South|West|East|United|Saint|St) |\b(?:\p{Lu}{2,}|January|February|March|April|May|June|July|August|September|October|November|December|\p{L}+day)\b/u.test(
      name,
    )
  );
}
