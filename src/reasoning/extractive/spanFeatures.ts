import { assumedLanguage } from '../../language/assumed.ts';
import { candidatesIn, type Candidate } from './answerSpans.ts';
import type { AskedAnswer } from './askedAnswer.ts';
import { english } from '../../language/english.ts';
import { findNames } from '../../language/names.ts';
import { foldText } from '../../language/words.ts';
import { isMisplaced } from './misplaced.ts';
import type { ReadPassage, ReadSentence, ReadText } from './readSentences.ts';
import { ofPlace, saysRelation } from './spanPlaces.ts';

/** What the ranker looks at, in the order in which its trees count them. */
export const featureNames = [
  ...['plain terms', 'cover with title', 'cover with passage', 'cover with links', 'order', 'plain cover', 'named in title', 'least named'],
  ...['rank', 'index', 'title explained', 'fit', 'words', 'is part', 'place in sentence', 'after agent', 'name left', 'worth around'],
  ...['breaks to plain', 'focus left', 'focus right', 'head inside', 'head right', 'passages saying', 'is other title'],
] as const;
type Features = Readonly<Record<(typeof featureNames)[number], number>>;

/** A candidate with what the ranker looks at. */
export interface RatedSpan {
  readonly text: string;
  /** What equal answers share. */
  readonly key: string;
  readonly sentence: ReadSentence;
  /** Whether the relation that is asked for is said. */
  readonly isRelated: boolean;
  readonly features: Features;
}

const { reading } = assumedLanguage;
const mostSentences = 24;

/** The spans of the sentences that have most of the question's words. */
export function spansOf(read: ReadText): readonly RatedSpan[] {
  const kept = read.passages
    .flatMap((passage) => passage.sentences.map((sentence) => coverOf(read, passage, sentence)))
    .filter(({ linked }) => linked > 0)
    .sort(
      (a, b) =>
        b.linked + b.titled - (a.linked + a.titled) || a.sentence.passage - b.sentence.passage || a.sentence.index - b.sentence.index,
    )
    .slice(0, mostSentences);
  const folded = read.passages.map(({ passage }) => ` ${foldText(passage.text, english)} `);
  const titles = new Map(read.passages.map((passage) => [passage.title, passage]));
  return kept.flatMap((one, order) =>
    [...candidatesIn(one.sentence.text, read.asked), ...titleIn(read, one)].flatMap((candidate): RatedSpan[] => {
      if (isMisplaced(read.asked, one.sentence, candidate)) return [];
      const text = answerText(read, one, candidate);
      const key = foldText(text, english);
      if (key === '' || repeatsQuestion(key, read) || isOnlyCapitalized(text, candidate, read)) return [];
      const features = {
        'plain terms': read.asked.terms.filter(({ isName }) => !isName).length,
        order,
        ...ofSentence(read, one),
        ...ofPlace(read, one.sentence, candidate),
        'passages saying': Math.min(8, folded.filter((passage) => passage.includes(` ${key} `)).length),
        'is other title': titles.has(key) && titles.get(key) !== one.passage ? 1 : 0,
      };
      return [{ text, key, sentence: one.sentence, isRelated: saysRelation(read, one.sentence, candidate), features }];
    }),
  );
}

interface Cover {
  readonly sentence: ReadSentence;
  readonly passage: ReadPassage;
  readonly terms: ReadonlySet<number>;
  /** Shares of the question's worth, 0–1, of the sentence with the title, and with what links to the passage. */
  readonly titled: number;
  readonly linked: number;
}

function coverOf(read: ReadText, passage: ReadPassage, sentence: ReadSentence): Cover {
  const { terms } = sentence;
  const { titled, linked } = passage;
  return { sentence, passage, terms, titled: worthOf(read, terms, titled), linked: worthOf(read, terms, titled, linked) };
}

function worthOf({ worths }: ReadText, ...sets: readonly ReadonlySet<number>[]): number {
  let sum = 0;
  for (const term of new Set(sets.flatMap((set) => [...set]))) sum += worths[term] ?? 0;
  return sum;
}

/** The title as the answer, where the sentence says a pronoun for it. */
function titleIn({ asked }: ReadText, { sentence, passage }: Cover): readonly Candidate[] {
  const [first] = sentence.words;
  if (!sentence.isAboutTopic || first === undefined || passage.title === '') return [];
  if (asked.kind === 'date' || asked.kind === 'amount' || asked.kind === 'country') return [];
  return [{ start: 0, end: first.end, kind: 'title', fit: 0.5 }];
}

function answerText({ asked }: ReadText, { sentence, passage }: Cover, { start, end, kind }: Candidate): string {
  const title = passage.passage.title.replaceAll(/\s*\([^()]*\)/gu, '').trim();
  if (kind === 'title') return title;
  const text = sentence.text.slice(start, end).replaceAll(/\s+/gu, ' ').trim();
  return asked.kind === 'person' && !/\s/u.test(text) ? fullName(text, title, passage.passage.text) : text;
}

/** `Tarrow` becomes `Ines Tarrow` where the title or the passage has the full name. */
function fullName(surname: string, title: string, passage: string): string {
  const ending = ` ${surname}`;
  if (title.endsWith(ending)) return title;
  if (!passage.includes(ending)) return surname;
  const longer = findNames(passage, english).find(({ start, end }) => passage.slice(start, end).endsWith(ending));
  if (longer === undefined) return surname;
  const name = passage.slice(longer.start, longer.end);
  return name.slice(reading.honorifics.exec(name)?.[0].length ?? 0);
}

/** An answer that only says what the question says is none. */
function repeatsQuestion(key: string, { asked }: ReadText): boolean {
  const words = key.split(' ');
  return (
    words.every((word) => asked.words.has(word)) ||
    (words.length > 1 && words.every((word) => asked.terms.some((term) => term.stem === english.stem(word)) || asked.words.has(word)))
  );
}

/** A word at the beginning of a sentence that no passage has as a name elsewhere. */
function isOnlyCapitalized(text: string, { start, kind }: Candidate, { passages }: ReadText): boolean {
  if (start > 1 || kind !== 'name' || !/^\p{L}+$/u.test(text)) return false;
  const inSentence = new RegExp(`[\\p{L}\\p{N},]\\s${text}(?!\\p{L})`, 'u');
  return !passages.some(({ passage }) => inSentence.test(passage.text) || inSentence.test(`a ${passage.title}`));
}

function ofSentence(read: ReadText, { sentence, passage, terms, ...cover }: Cover) {
  const { asked, worths } = read;
  const known = new Set([...sentence.words.map(({ fold }) => fold), ...[...terms].map((term) => asked.terms[term]?.fold ?? '')]);
  const shareOf = (name: readonly string[], words: ReadonlySet<string>): number =>
    name.filter((word) => words.has(word)).length / name.length;
  const titled = asked.names.map((name) => shareOf(name, passage.topic));
  const plain = asked.terms.flatMap(({ isName }, i) => (isName ? [] : [i]));
  const worthIn = (some: readonly number[]): number => some.reduce((sum, i) => sum + (worths[i] ?? 0), 0);
  return {
    'cover with title': cover.titled,
    'cover with passage': worthOf(read, passage.contained),
    'cover with links': cover.linked,
    'plain cover': worthIn(plain) === 0 ? 1 : worthIn(plain.filter((i) => terms.has(i))) / worthIn(plain),
    'named in title': titled.length === 0 ? 0.5 : titled.reduce((sum, one) => sum + one, 0) / titled.length,
    'least named': Math.min(1, ...asked.names.map((name, i) => Math.max(shareOf(name, known), titled[i] ?? 0))),
    rank: sentence.passage,
    index: Math.min(30, sentence.index),
    'title explained': explained(asked, passage.title),
  };
}

/** The share of the title's words that the question has: 1 when the passage is about what the question names, and nothing narrower. */
function explained(asked: AskedAnswer, title: string): number {
  const words = title.split(' ').filter((word) => word !== '' && !english.names.smallWords.has(word));
  return words.length === 0 ? 0 : words.filter((word) => asked.words.has(word)).length / words.length;
}
