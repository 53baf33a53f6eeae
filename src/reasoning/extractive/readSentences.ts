import { assumedLanguage } from '../../language/assumed.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { Word } from '../../language/words.ts';
import type { AskedAnswer, Term } from './askedAnswer.ts';
import { english } from '../../language/english.ts';
import { sentenceRanges } from '../../language/sentences.ts';
import { foldText, wordsOf } from '../../language/words.ts';

/** A sentence with the places of the question's words. */
export interface ReadSentence {
  readonly text: string;
  readonly words: readonly Word[];
  /** Index of its passage, and of the sentence in it. */
  readonly passage: number;
  readonly index: number;
  /** For each word the index of the question's term that it matches, or -1. */
  readonly matches: readonly number[];
  /** The question's terms that it has, those included that a shortened name stands for. */
  readonly terms: ReadonlySet<number>;
  /** Whether it begins with a pronoun for what the passage is about. */
  readonly isAboutTopic: boolean;
}

export interface ReadPassage {
  readonly passage: Passage;
  /** Title and headings, folded and with a space at both ends, and the title alone without brackets. */
  readonly topic: ReadonlySet<string>;
  readonly title: string;
  /** Terms of the question in the title and headings, and in the whole passage. */
  readonly titled: ReadonlySet<number>;
  readonly contained: ReadonlySet<number>;
  /** Terms in passages that name this one's title. */
  readonly linked: ReadonlySet<number>;
  readonly sentences: readonly ReadSentence[];
}

export interface ReadText {
  readonly asked: AskedAnswer;
  readonly passages: readonly ReadPassage[];
  /** What each term of the question is worth: rare ones more; their sum is 1. */
  readonly worths: readonly number[];
}

const maxPassages = 24;
const maxSentences = 120;
/** In characters. A longer text without a sentence end is a data dump, of which only the beginning is read. */
const maxSentence = 1200;
/** Shorter words have too many others that begin like them. */
const leastPrefix = 5;

const families = assumedLanguage.reading.families.map((family) => family.map(english.stem));

/** Splits the passages into sentences and finds the question's words in them. */
export function readText(asked: AskedAnswer, passages: readonly Passage[]): ReadText {
  const termOf = termFinder(asked.terms);
  const read = passages.slice(0, maxPassages).map((passage, rank) => readOne(passage, rank, { asked, termOf }));
  const folded = read.map(({ passage }) => ` ${foldText(passage.text, english)} `);
  const linked = read.map((one, rank) => {
    const found = new Set<number>();
    if (one.title.length < 4) return { ...one, linked: found };
    for (const [other, text] of folded.entries())
      if (other !== rank && text.includes(` ${one.title} `)) for (const term of read[other]?.contained ?? []) found.add(term);
    return { ...one, linked: found };
  });
  return { asked, passages: linked, worths: worthsOf(asked.terms, linked) };
}

interface Asking {
  readonly asked: AskedAnswer;
  readonly termOf: (fold: string) => number;
}

function readOne(passage: Passage, rank: number, { asked, termOf }: Asking): ReadPassage {
  const impliedBy = shortened(asked, passage, termOf);
  const heading = wordsOf([passage.title, ...passage.headings].join(' | '), english).map(({ fold }) => fold);
  const sentences = sentenceRanges(passage.text, english, passage.runs)
    .slice(0, maxSentences)
    .map((range, index): ReadSentence => {
      const text = passage.text.slice(range.start, Math.min(range.end, range.start + maxSentence));
      const words = wordsOf(text, english);
      const isAboutTopic = assumedLanguage.reading.pronouns.has(words[0]?.fold ?? '');
      const matches = words.map(({ fold }) => termOf(fold));
      const found = matches.filter((term) => term >= 0);
      const terms = new Set([...found, ...found.flatMap((term) => impliedBy.get(term) ?? [])]);
      return { text, words, passage: rank, index, matches, terms, isAboutTopic };
    });
  const titled = new Set(heading.map(termOf).filter((term) => term >= 0));
  return {
    passage,
    topic: new Set(heading),
    title: foldText(passage.title.replaceAll(/(?<!\s)\s*\([^()]*\)/gu, ''), english),
    titled,
    contained: new Set([...titled, ...sentences.flatMap(({ terms }) => [...terms])]),
    linked: new Set(),
    sentences,
  };
}

/**
 * For the last word of a name that the passage has in full, the terms of the whole name: after `Ada Lovelace`, `Lovelace` alone is she.
 */
function shortened(
  { names }: AskedAnswer,
  { title, headings, text }: Passage,
  termOf: Asking['termOf'],
): ReadonlyMap<number, readonly number[]> {
  const folded = ` ${foldText([title, ...headings, text].join(' | '), english)} `;
  return new Map(
    names.flatMap((name) => {
      const terms = name.map(termOf).filter((term) => term >= 0);
      const last = terms.at(-1);
      return name.length < 2 || last === undefined || !folded.includes(` ${name.join(' ')} `) ? [] : [[last, terms] as const];
    }),
  );
}

/** Terms meet words of the same stem, or else with the same beginning: `designer` meets `designed`. */
function termFinder(terms: readonly Term[]): (fold: string) => number {
  const byStem = new Map(terms.map((term, i) => [term.stem, i]));
  const byPrefix = new Map(
    terms.flatMap((term, i) => (term.isName || term.stem.length < leastPrefix ? [] : [[term.stem.slice(0, leastPrefix), i] as const])),
  );
  const byFamily = new Map(
    terms.flatMap((term, i) =>
      term.isName ? [] : families.flatMap((family) => (family.includes(term.stem) ? family.map((one) => [one, i] as const) : [])),
    ),
  );
  const known = new Map<string, number>();
  return (fold) => {
    const before = known.get(fold);
    if (before !== undefined) return before;
    const key = english.stem(fold);
    const found =
      byStem.get(key) ?? byFamily.get(key) ?? (key.length < leastPrefix ? undefined : byPrefix.get(key.slice(0, leastPrefix))) ?? -1;
    known.set(fold, found);
    return found;
  };
}

/** By how few of the sentences read a term is in. */
function worthsOf(terms: readonly Term[], passages: readonly ReadPassage[]): readonly number[] {
  const counts = terms.map(() => 0);
  let sentences = 0;
  for (const passage of passages)
    for (const { matches } of passage.sentences) {
      sentences++;
      for (const term of new Set(matches)) if (term >= 0) counts[term] = (counts[term] ?? 0) + 1;
    }
  const raw = counts.map((count) => Math.log(1 + (sentences + 1) / (1 + count)));
  const sum = raw.reduce((total, one) => total + one, 0);
  return raw.map((one) => (sum === 0 ? 0 : one / sum));
}
