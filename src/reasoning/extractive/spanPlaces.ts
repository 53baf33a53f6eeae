import { assumedLanguage } from '../../language/assumed.ts';
import type { AskedAnswer } from './askedAnswer.ts';
import type { Candidate } from './answerSpans.ts';
import { english } from '../../language/english.ts';
import { wordsOf } from '../../language/words.ts';
import type { ReadSentence, ReadText } from './readSentences.ts';

const { reading, articles } = assumedLanguage;
/** In words; beyond it, distance no longer matters. */
const far = 20;

/** What a candidate is, the word before it, and how far the question's words are. */
export function ofPlace({ asked, worths }: ReadText, sentence: ReadSentence, candidate: Candidate) {
  const { text, words, matches } = sentence;
  const { start, kind, fit } = candidate;
  const [from, to] = wordRange(words, candidate);
  const previous = words[from - 1];
  const before = articles.includes(previous?.fold ?? '') ? words[from - 2]?.fold : previous?.fold;
  const gapTo = (i: number): number => (i < from ? from - i : i - to + 1);
  const matched = [...matches.keys()].filter((i) => (i < from || i >= to) && (matches[i] ?? -1) >= 0);
  const nearest = (test: (i: number) => boolean): number => Math.min(far, ...matched.filter(test).map(gapTo));
  const isName = (i: number): boolean => asked.terms[matches[i] ?? -1]?.isName === true;
  const around = new Set(matched.filter((i) => gapTo(i) <= 10).map((i) => matches[i] ?? -1));
  const isFocus = (i: number): boolean => matches[i] === asked.focus;
  const life = lifeHalf(asked, text, candidate);
  const [plain] = matched.filter((i) => !isName(i)).sort((a, b) => gapTo(a) - gapTo(b) || a - b);
  return {
    fit,
    words: to - from,
    'is part': kind === 'part' ? 1 : 0,
    'place in sentence': text.length === 0 ? 0 : start / text.length,
    'after agent': reading.agents.has(before ?? '') ? 1 : 0,
    'name left': nearest((i) => i < from && isName(i)),
    'worth around': [...around].reduce((sum, term) => sum + (worths[term] ?? 0), 0),
    'breaks to plain': plain === undefined ? 9 : breaksIn(sentence, plain, candidate),
    'focus left': life ?? nearest((i) => i < from && isFocus(i)),
    'focus right': life === null ? nearest((i) => i >= to && isFocus(i)) : far,
    ...ofHead(asked, words, from, to),
  };
}

/** Whether the noun for what is asked is in the candidate, and how near it follows. */
function ofHead({ head }: AskedAnswer, words: ReadSentence['words'], from: number, to: number) {
  if (head === null) return { 'head inside': 0, 'head right': 0 };
  const at = words.flatMap(({ fold }, i) => (english.stem(fold) === english.stem(head) ? [i] : []));
  const right = Math.min(far, ...at.filter((i) => i >= to).map((i) => i - to));
  return { 'head inside': at.some((i) => i >= from && i < to) ? 1 : 0, 'head right': 1 / (1 + right) };
}

/** How many marks part a word from the candidate. */
function breaksIn({ text, words }: ReadSentence, i: number, { start, end }: Candidate): number {
  const word = words[i];
  if (!word) return 0;
  const between = word.end <= start ? text.slice(word.end, start) : text.slice(end, word.start);
  return Math.min(8, (between.match(/[;:,()–—"“”]/gu) ?? []).length);
}

/** Index of the candidate's first word, and of the one after it. */
function wordRange(words: ReadSentence['words'], { start, end }: Candidate): readonly [number, number] {
  const first = words.findIndex((word) => word.end > start);
  const next = words.findIndex((word) => word.start >= end);
  return [first < 0 ? words.length : first, next < 0 ? words.length : next];
}

/**
 * Whether the sentence or its title says the relation that is asked for, where something else is likely meant without it. Life dates in
 * brackets say it, and a year before a noun: `a 1946 film`, in which nobody is born.
 */
export function saysRelation({ asked, passages }: ReadText, { text, matches, passage }: ReadSentence, candidate: Candidate): boolean {
  const { focus, kind } = asked;
  if (focus === null || kind === 'country') return true;
  if (matches.includes(focus) || passages[passage]?.titled.has(focus) === true || lifeHalf(asked, text, candidate) === 1) return true;
  return candidate.kind === 'year' && lifeAsked(asked) < 0 && /^\s\p{Ll}/u.test(text.slice(candidate.end));
}

/** 0 for births, 1 for deaths, -1 for another relation. */
function lifeAsked({ focus, terms }: AskedAnswer): number {
  const stemmed = focus === null ? '' : (terms[focus]?.stem ?? '');
  return lives.findIndex((family) => family.has(stemmed));
}

/** How far a life date is from what it dates: in the half that is asked for 1, in the other one far; null elsewhere. */
function lifeHalf(asked: AskedAnswer, text: string, { start, end }: Pick<Candidate, 'start' | 'end'>): number | null {
  const half = lifeAsked(asked);
  if (half < 0) return null;
  for (const match of text.matchAll(/\(([^()]*\d[^()]*?)(?:\s?[–—−]\s?|\s-\s?|-\s)([^()]*\d[^()]*)\)/gu)) {
    const open = match.index + 1;
    const middle = open + (match[1]?.length ?? 0);
    if (start < open || end >= match.index + match[0].length) continue;
    const before = new Set(wordsOf(text.slice(0, match.index), english).map(({ fold }) => fold));
    return (half === 0) === end <= middle && asked.names.every((name) => name.every((word) => before.has(word))) ? 1 : far;
  }
  return null;
}

/** Words for births, and for deaths. */
const lives = reading.life.map((word) => {
  const stems = reading.families.map((family) => family.map(english.stem));
  return new Set([english.stem(word), ...(stems.find((family) => family.includes(english.stem(word))) ?? [])]);
});
