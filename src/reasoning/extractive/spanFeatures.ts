import { assumedLanguage } from '../../language/assumed.ts';
import type { AskedKind } from '../../language/language.ts';
import { candidatesIn, forms, type Candidate } from './candidates.ts';
import type { AskedAnswer } from './askedAnswer.ts';
import { findNames, foldText, smallWords, stem, wordsOf } from './language.ts';
import { isMisplaced } from './misplaced.ts';
import type { ReadPassage, ReadSentence, ReadText } from './readSentences.ts';
import { far, ofFocus, ofPlace } from './spanPlaces.ts';

/** A candidate with what the model looks at. */
export interface RatedSpan {
  readonly text: string;
  /** What equal answers share. */
  readonly key: string;
  readonly sentence: ReadSentence;
  readonly features: readonly number[];
}

const { reading } = assumedLanguage;
const kinds: readonly AskedKind[] = ['person', 'place', 'country', 'organization', 'work', 'date', 'amount', 'thing'];
const mostSentences = 24;

/** The candidates of the sentences that have most of the question's words. */
export function spansOf(read: ReadText): readonly RatedSpan[] {
  const cover = read.passages.flatMap((passage) => passage.sentences.map((sentence) => coverOf(read, passage, sentence)));
  const most = Math.max(1e-9, ...cover.map(({ titled }) => titled));
  const kept = cover
    .filter(({ titled, linked }) => titled > 0 || linked > 0)
    .sort(
      (a, b) =>
        b.linked + b.titled - (a.linked + a.titled) || a.sentence.passage - b.sentence.passage || a.sentence.index - b.sentence.index,
    )
    .slice(0, mostSentences);
  const places = new Map<string, Cover[]>();
  const found = kept.flatMap((one, order) => {
    const inSentence = [...candidatesIn(one.sentence.text, read.asked), ...titleIn(read, one)].flatMap((candidate) => {
      if (isMisplaced(read.asked, one.sentence, candidate)) return [];
      const text = answerText(read, one, candidate);
      const key = foldText(text);
      if (key === '' || repeatsQuestion(key, read) || isOnlyCapitalized(text, candidate, read)) return [];
      const same = places.get(key);
      if (same === undefined) places.set(key, [one]);
      else if (same.at(-1) !== one) same.push(one);
      return [{ candidate, text, key, one, order }];
    });
    return inSentence.map((each) => ({ ...each, rivals: inSentence.map(({ candidate }) => candidate) }));
  });
  const folded = read.passages.map(({ passage }) => ` ${foldText(passage.text)} `);
  const titles = new Map(read.passages.map((passage) => [passage.title, passage]));
  const counts = new Map([...places.keys()].map((key) => [key, folded.filter((text) => text.includes(` ${key} `)).length]));
  return found.map(({ candidate, text, key, one, order, rivals }) => ({
    text,
    key,
    sentence: one.sentence,
    features: [
      ...ofQuestion(read),
      ...ofSentence(read, one, order, most),
      ...ofForm(read, one.sentence, candidate),
      ...ofPlace(read, one.sentence, candidate),
      ...ofFocus(read, one.sentence, candidate, rivals),
      ...ofHead(read, one, candidate),
      ...ofAgreement(read, one, places.get(key) ?? [], counts.get(key) ?? 0, titles.get(key)),
    ],
  }));
}

/** In the order of `features`. */
export const featureNames: readonly string[] = [
  ...kinds.map((kind) => `asks ${kind}`),
  ...['has head', 'has unit', 'question word first', 'terms', 'names', 'as subject', 'with be', 'with do', 'nesting', 'plain terms'],
  ...['cover', 'cover with title', 'cover with sentence before', 'cover with passage', 'cover with links', 'share of best cover', 'order'],
  ...[
    'worth missing',
    'plain cover',
    'named in sentence',
    'named in title',
    'least named',
    'rank',
    'index',
    'length',
    'about topic',
    'title cover',
    'title explained',
    'restrictions missing',
  ],
  ...forms.map((form) => `is ${form}`),
  ...[
    'fit',
    'words',
    'capitals',
    'in question',
    'terms inside',
    'begins sentence',
    'place in sentence',
    'in brackets',
    'owner named',
    'contains a name',
    'is label',
  ],
  ...['after where', 'after agent', 'after preposition', 'after copula', 'after article', 'after comma', 'after word', 'before comma'],
  ...['before copula', 'before preposition', 'before word', 'before end', 'before possessive', 'after conjunction', 'before conjunction'],
  ...[
    'plain left',
    'plain right',
    'name left',
    'name right',
    'worth near',
    'worth around',
    'breaks to plain',
    'breaks to name',
    'worth left',
    'worth right',
  ],
  ...['run left', 'run right', 'rivals', 'nearer rivals', 'unmatched to focus'],
  ...['focus in sentence', 'focus left', 'focus right', 'focus in title'],
  ...['head inside', 'head left', 'head right', 'head in sentence', 'head in title'],
  ...[
    'sentences saying',
    'passages saying',
    'best cover saying',
    'other cover saying',
    'is title',
    'is other title',
    'cover with its passage',
  ],
];

interface Cover {
  readonly sentence: ReadSentence;
  readonly passage: ReadPassage;
  readonly terms: ReadonlySet<number>;
  /** Shares of the question's worth, 0–1: of the sentence alone, and with more. */
  readonly alone: number;
  readonly titled: number;
  readonly before: number;
  readonly contained: number;
  readonly linked: number;
}

function coverOf(read: ReadText, passage: ReadPassage, sentence: ReadSentence): Cover {
  const { terms } = sentence;
  const worth = (...sets: readonly Iterable<number>[]): number => worthOf(read, new Set(sets.flatMap((set) => [...set])));
  const before = passage.sentences[sentence.index - 1]?.terms ?? [];
  return {
    sentence,
    passage,
    terms,
    alone: worth(terms),
    titled: worth(terms, passage.titled),
    before: worth(terms, passage.titled, before),
    contained: worth(passage.contained),
    linked: worth(terms, passage.titled, passage.linked),
  };
}

function worthOf({ worths }: ReadText, terms: ReadonlySet<number>): number {
  let sum = 0;
  for (const term of terms) sum += worths[term] ?? 0;
  return sum;
}

/** The title as the answer, where the sentence says a pronoun for it. */
function titleIn({ asked }: ReadText, { sentence, passage }: Cover): readonly Candidate[] {
  const [first] = sentence.words;
  if (!sentence.isAboutTopic || first === undefined || passage.title === '') return [];
  if (asked.kind === 'date' || asked.kind === 'amount' || asked.kind === 'country') return [];
  return [{ start: 0, end: first.end, form: 'title', fit: 0.5 }];
}

function answerText({ asked }: ReadText, { sentence, passage }: Cover, { start, end, form }: Candidate): string {
  const title = passage.passage.title.replaceAll(/\s*\([^()]*\)/gu, '').trim();
  if (form === 'title') return title;
  const text = sentence.text.slice(start, end).replaceAll(/\s+/gu, ' ').trim();
  return asked.kind === 'person' && !/\s/u.test(text) ? fullName(text, title, passage.passage.text) : text;
}

/** `Tarrow` becomes `Ines Tarrow` where the title or the passage has the full name. */
function fullName(surname: string, title: string, passage: string): string {
  const ending = ` ${surname}`;
  if (title.endsWith(ending)) return title;
  if (!passage.includes(ending)) return surname;
  const longer = findNames(passage).find(({ start, end }) => passage.slice(start, end).endsWith(ending));
  if (longer === undefined) return surname;
  const name = passage.slice(longer.start, longer.end);
  return name.slice(reading.honorifics.exec(name)?.[0].length ?? 0);
}

/** An answer that only says what the question says is none. */
function repeatsQuestion(key: string, { asked }: ReadText): boolean {
  const words = key.split(' ');
  return (
    words.every((word) => asked.words.has(word)) ||
    (words.length > 1 && words.every((word) => asked.terms.some((term) => term.stem === stem(word)) || asked.words.has(word)))
  );
}

/** A word at the beginning of a sentence that no passage has as a name elsewhere. */
function isOnlyCapitalized(text: string, { start, form }: Candidate, { passages }: ReadText): boolean {
  if (start > 1 || form !== 'name' || !/^\p{L}+$/u.test(text)) return false;
  const inSentence = new RegExp(`[\\p{L}\\p{N},]\\s${text}(?!\\p{L})`, 'u');
  return !passages.some(({ passage }) => inSentence.test(passage.text) || inSentence.test(`a ${passage.title}`));
}

function ofQuestion({ asked }: ReadText): readonly number[] {
  return [
    ...kinds.map((kind) => (asked.kind === kind ? 1 : 0)),
    asked.head === null ? 0 : 1,
    asked.unit === null ? 0 : 1,
    asked.isAtStart ? 1 : 0,
    asked.terms.length,
    asked.names.length,
    ...(['subject', 'be', 'do'] as const).map((role) => (asked.role === role ? 1 : 0)),
    asked.nesting,
    asked.terms.filter(({ isName }) => !isName).length,
  ];
}

function ofSentence(read: ReadText, one: Cover, order: number, most: number): readonly number[] {
  const { asked, worths } = read;
  const { sentence, passage, terms } = one;
  const known = new Set([...sentence.words.map(({ fold }) => fold), ...[...terms].map((term) => asked.terms[term]?.fold ?? '')]);
  const shares = asked.names.map((name) => ({
    here: name.filter((word) => known.has(word)).length / name.length,
    titled: name.filter((word) => passage.topic.has(word)).length / name.length,
  }));
  const plain = asked.terms.flatMap(({ isName }, i) => (isName ? [] : [i]));
  const plainWorth = plain.reduce((sum, i) => sum + (worths[i] ?? 0), 0);
  const missing = worths.filter((_, i) => !terms.has(i) && !passage.titled.has(i));
  return [
    one.alone,
    one.titled,
    one.before,
    one.contained,
    one.linked,
    one.titled / most,
    order,
    Math.max(0, ...missing),
    plainWorth === 0 ? 1 : plain.reduce((sum, i) => sum + (terms.has(i) ? (worths[i] ?? 0) : 0), 0) / plainWorth,
    mean(shares.map(({ here }) => here)),
    mean(shares.map(({ titled }) => titled)),
    Math.min(1, ...shares.map(({ here, titled }) => Math.max(here, titled))),
    sentence.passage,
    Math.min(30, sentence.index),
    Math.min(100, sentence.words.length),
    sentence.isAboutTopic ? 1 : 0,
    worthOf(read, passage.titled),
    explained(read, passage),
    missingRestrictions(read, one),
  ];
}

/** How many are neither in the sentence nor in the one before, nor in title and headings. */
function missingRestrictions({ asked }: ReadText, { sentence, passage }: Cover): number {
  if (asked.restrictions.length === 0) return 0;
  const before = passage.sentences[sentence.index - 1]?.words ?? [];
  const said = new Set([...before, ...sentence.words].map(({ fold }) => fold));
  return asked.restrictions.filter((word) => !said.has(word) && !passage.topic.has(word)).length;
}

/** The share of the title's words that the question has: 1 when the passage is about what the question names, and nothing narrower. */
function explained({ asked }: ReadText, { title }: ReadPassage): number {
  const words = title.split(' ').filter((word) => word !== '' && !smallWords.has(word));
  return words.length === 0 ? 0 : words.filter((word) => asked.words.has(word)).length / words.length;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0.5 : values.reduce((sum, one) => sum + one, 0) / values.length;
}

function ofForm({ asked }: ReadText, { text, words }: ReadSentence, { start, end, form, fit }: Candidate): readonly number[] {
  const inside = words.filter((word) => word.start >= start && word.end <= end);
  const capitals = inside.filter((word) => /^\p{Lu}/u.test(text.slice(word.start, word.end))).length;
  const asking = inside.filter(({ fold }) => asked.words.has(fold)).length;
  const stems = new Set(asked.terms.map((term) => term.stem));
  const isInBrackets = /\([^()]*$/u.test(text.slice(0, start)) && /^[^()]*\)/u.test(text.slice(end));
  return [
    ...forms.map((one) => (one === form ? 1 : 0)),
    fit,
    inside.length,
    inside.length === 0 ? 0 : capitals / inside.length,
    inside.length === 0 ? 0 : asking / inside.length,
    inside.filter(({ fold }) => stems.has(stem(fold))).length,
    start === 0 ? 1 : 0,
    text.length === 0 ? 0 : start / text.length,
    isInBrackets ? 1 : 0,
    isInBrackets ? ownerNamed(asked, text.slice(0, start)) : 1,
    asked.names.some((name) => name.length < inside.length && name.every((word) => inside.some(({ fold }) => fold === word))) ? 1 : 0,
    /^(?:\s\p{Ll}+)?\s?:/u.test(text.slice(end)) ? 1 : 0,
  ];
}

/** The share of a name in the question that is before the bracket at the end of `text`; 1 when the question has no name. */
function ownerNamed({ names }: AskedAnswer, text: string): number {
  const before = text.slice(0, text.lastIndexOf('(')).replaceAll(/\([^()]*\)/gu, ' ');
  const owner = new Set(
    wordsOf(before)
      .slice(-ownerWords)
      .map(({ fold }) => fold),
  );
  return names.length === 0 ? 1 : Math.max(...names.map((name) => name.filter((word) => owner.has(word)).length / name.length));
}

const ownerWords = 8;

function ofHead({ asked }: ReadText, { sentence, passage }: Cover, { start, end }: Candidate): readonly number[] {
  if (asked.head === null) return [0, 0, 0, 0, 0];
  const head = stem(asked.head);
  const at = sentence.words.filter(({ fold }) => stem(fold) === head);
  const inside = at.some((word) => word.start >= start && word.end <= end);
  const left = Math.min(far, ...at.filter((word) => word.end <= start).map((word) => gapWords(sentence, word.end, start)));
  const right = Math.min(far, ...at.filter((word) => word.start >= end).map((word) => gapWords(sentence, end, word.start)));
  return [
    inside ? 1 : 0,
    1 / (1 + left),
    1 / (1 + right),
    at.length > 0 ? 1 : 0,
    [...passage.topic].some((word) => stem(word) === head) ? 1 : 0,
  ];
}

function gapWords({ words }: ReadSentence, from: number, to: number): number {
  return words.filter((word) => word.start >= from && word.end <= to).length;
}

function ofAgreement(
  read: ReadText,
  one: Cover,
  places: readonly Cover[],
  passages: number,
  titled: ReadPassage | undefined,
): readonly number[] {
  const others = places.filter((place) => place.sentence.passage !== one.sentence.passage);
  const joined = titled === undefined ? one.titled : worthOf(read, new Set([...one.terms, ...one.passage.titled, ...titled.contained]));
  return [
    Math.min(8, places.length),
    Math.min(8, passages),
    Math.max(...places.map((place) => place.titled)),
    Math.max(0, ...others.map((place) => place.titled)),
    titled === one.passage ? 1 : 0,
    titled !== undefined && titled !== one.passage ? 1 : 0,
    joined,
  ];
}
