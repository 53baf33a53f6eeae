import { assumedLanguage } from '../../language/assumed.ts';
import type { AskedKind } from '../../language/english/reading.ts';
import type { Word } from '../../language/words.ts';
import { english } from '../../language/english.ts';
import { wordsOf } from '../../language/words.ts';
import { maskNames } from './maskedText.ts';

/** What a question asks for, and in which words. */
export interface AskedAnswer {
  readonly kind: AskedKind;
  /** The noun that says what the answer is (`city` in `Which city …`), folded; null when the question has none. */
  readonly head: string | null;
  /** What a number's unit has to measure: '' for a bare count, null for any. */
  readonly unit: string | null;
  /** What is counted (`turbines` in `How many turbines`), folded; null when nothing is. */
  readonly counted: string | null;
  /** Of `terms`, the one that says the relation to the answer: the noun after `What is the`, else the verb; null when there is none. */
  readonly focus: number | null;
  /** What the question word is in its sentence: subject (`Who built`), after `be` (`Who is`), after `do` (`Who did`). */
  readonly role: 'subject' | 'be' | 'do';
  /** The preposition that ends the question: `for` in `Who did he work for?`. */
  readonly stranded: string | null;
  /** Whether the verb after the question word says what is so now: `Who is …`. */
  readonly isPresent: boolean;
  /** How many descriptions the question nests: `of`, possessives and relative clauses. */
  readonly nesting: number;
  /** Distinct content words, without the head of `Which head`; those of names are marked. */
  readonly terms: readonly Term[];
  /** The names that the question contains, each a list of folded words. */
  readonly names: readonly (readonly string[])[];
  /** Folded words of the whole question. */
  readonly words: ReadonlySet<string>;
  /** Of these, numbers and what leaves one of many (`first`, `current`): what an answer's sentence may not leave out. */
  readonly restrictions: readonly string[];
}

export interface Term {
  readonly fold: string;
  readonly stem: string;
  readonly isName: boolean;
}

/** Longer texts are not one question. */
const maxQuestion = 2000;
const maxTerms = 32;
const { reading } = assumedLanguage;

/** What the question asks for, wherever its question word is; null when it asks for no short answer. */
export function askedAnswer(text: string): AskedAnswer | null {
  const question = text.slice(0, maxQuestion);
  const words = wordsOf(question, english);
  const at = questionWord(question, words);
  if (at === null || reading.alternatives.test(question) || reading.reckoned.test(question)) return null;
  const asked = askedBy(words, at, question);
  if (asked.kind === 'reason') return null;
  const masked = maskNames(question);
  const names = masked.names.map((name) => wordsOf(name, english).map(({ fold }) => fold));
  const terms = termsOf(words, at, asked.used, names);
  const plain = terms.flatMap(({ isName }, i) => (isName ? [] : [i]));
  if (plain.length === 0 && asked.head === null && (asked.kind === 'thing' || asked.kind === 'person')) return null;
  const role = roleOf(words, at, asked.head);
  const noun = asked.head ?? relationNoun(words, at, question);
  const named = noun === null ? -1 : terms.findIndex(({ fold, isName }) => fold === noun && !isName);
  const acted = plain.findLast((i) => role === 'be' && reading.participle.test(terms[i]?.fold ?? ''));
  const verb = role === 'subject' ? plain[0] : (acted ?? plain.at(-1));
  return {
    ...asked,
    focus: named >= 0 ? named : (verb ?? null),
    role,
    stranded: reading.prepositions.has(words.at(-1)?.fold ?? '') ? (words.at(-1)?.fold ?? null) : null,
    isPresent: reading.present.has(words[at + 1]?.fold ?? ''),
    // `Of which river is the river X crosses a tributary?`
    nesting: nestingOf(masked.text) + (asked.head !== null && words.filter(({ fold }) => fold === asked.head).length > 1 ? 1 : 0),
    terms,
    names: withoutParticles(names),
    words: foldsOf(words),
    restrictions: [...foldsOf(words)].filter(
      (fold) => /^\d+$/u.test(fold) || reading.restrictions.has(fold) || assumedLanguage.numbers.ordinals.has(fold),
    ),
  };
}

/** `designer` in `Who is the designer of …`; null where no article says that a noun follows. */
function relationNoun(words: readonly Word[], at: number, question: string): string | null {
  const [copula, article] = [words[at + 1]?.fold ?? '', words[at + 2]?.fold ?? ''];
  const isAsked =
    reading.asks.get(words[at]?.fold ?? '') === 'person' && reading.copulas.has(copula) && assumedLanguage.articles.includes(article);
  const noun = isAsked ? headFrom(words, at + 2, true, question) : null;
  return noun === null ? null : (words[noun]?.fold ?? null);
}

function roleOf(words: readonly Word[], at: number, head: string | null): AskedAnswer['role'] {
  const next = words.slice(at + 1, at + 7).find(({ fold }, i) => reading.auxiliaries.has(fold) || (head === null && i > 0));
  if (next === undefined || !reading.auxiliaries.has(next.fold)) return 'subject';
  return reading.copulas.has(next.fold) ? 'be' : 'do';
}

/** The link in `Who is the founder of …` is the relation that is asked for, so it does not count; nor does that in `date of birth`. */
function nestingOf(masked: string): number {
  const words = wordsOf(masked, english);
  const at = words.findIndex(({ fold }) => reading.asks.has(fold));
  const links = words.filter(({ fold }, i) => i > at + 1 && reading.links.has(fold) && !reading.generic.has(words[i - 1]?.fold ?? ''));
  const clauses = links.filter(({ fold }) => fold !== reading.owning).length;
  const owners = links.length - clauses + (masked.match(possessives)?.length ?? 0);
  const own = reading.asks.get(words[at]?.fold ?? '');
  const isRelation = reading.copulas.has(words[at + 1]?.fold ?? '') && (own === 'person' || own === 'thing');
  return clauses + Math.max(0, owners - (isRelation ? 1 : 0));
}

const possessives = new RegExp(`(?<=\\S)${assumedLanguage.caseEnding.source.replace('$', '')}(?!\\p{L})`, 'gu');

function foldsOf(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.map(({ fold }) => fold));
}

function withoutParticles(names: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return names.map((name) => name.filter((word) => !english.names.smallWords.has(word))).filter((name) => name.length > 0);
}

/**
 * The question word's index. One that begins the question, after a preposition or a comma counts before those that may begin a relative
 * clause; of those the last one counts.
 */
function questionWord(question: string, words: readonly Word[]): number | null {
  const found = words.flatMap(({ fold }, i) => (reading.asks.has(fold) ? [i] : []));
  const first = found[0];
  if (first === undefined) return null;
  const before = (i: number): string => words[i - 1]?.fold ?? '';
  if (first === 0 || (first === 1 && (reading.prepositions.has(before(1)) || !reading.relative.has(words[1]?.fold ?? '')))) return first;
  const sure = found.find((i) => !reading.relative.has(words[i]?.fold ?? ''));
  if (sure !== undefined) return sure;
  const afterComma = found.find((i) => question.slice(words[i - 1]?.end, words[i]?.start).includes(','));
  if (afterComma !== undefined) return reading.auxiliaries.has(words[0]?.fold ?? '') ? null : afterComma;
  const last = found.at(-1) ?? first;
  const isQuestion = question.trimEnd().endsWith('?') && !reading.auxiliaries.has(words[0]?.fold ?? '');
  return isQuestion && words.length - last <= 6 ? last : null;
}

interface Asked extends Pick<AskedAnswer, 'kind' | 'head' | 'unit' | 'counted'> {
  /** Indices of words that say what kind of answer is asked for. */
  readonly used: ReadonlySet<number>;
}

function askedBy(words: readonly Word[], at: number, question: string): Asked {
  const fold = (i: number): string => words[i]?.fold ?? '';
  const own = reading.asks.get(fold(at)) ?? 'thing';
  if (own === 'reason') return amountAsked(words, at);
  if (own !== 'thing') return { kind: own, head: null, unit: null, counted: null, used: new Set([at]) };
  const next = at + 1;
  const isCopula = reading.copulas.has(fold(next));
  const hasNoun = isCopula || !reading.auxiliaries.has(fold(next));
  const head = hasNoun ? headFrom(words, isCopula ? next + 1 : next, isCopula, question) : null;
  if (head === null) return { kind: 'thing', head: null, unit: null, counted: null, used: new Set([at]) };
  const kind = reading.heads.get(fold(head)) ?? reading.heads.get(assumedLanguage.singular(fold(head))) ?? 'thing';
  const used = new Set(isCopula ? [at] : [at, head]);
  return { kind, head: fold(head), unit: reading.measures.get(fold(head)) ?? null, counted: null, used };
}

/** `How many turbines`, `How tall`; other questions with `how` ask for no short answer. */
function amountAsked(words: readonly Word[], at: number): Asked {
  const how = words[at + 1]?.fold ?? '';
  const unit = reading.amounts.get(how);
  if (unit === undefined) return { kind: 'reason', head: null, unit: null, counted: null, used: new Set([at]) };
  const noun = words[at + 2]?.fold ?? '';
  const counts = (how === 'many' || how === 'much') && !reading.auxiliaries.has(noun) && noun !== '';
  return { kind: 'amount', head: counts ? noun : null, unit, counted: counts ? noun : null, used: new Set([at, at + 1]) };
}

/** The last word of the noun group that begins at `from`: one that says a kind if there is one. Null when no noun is there. */
function headFrom(words: readonly Word[], from: number, isAfterCopula: boolean, question: string): number | null {
  let last: number | null = null;
  let group = from;
  while (
    group < words.length &&
    (assumedLanguage.articles.includes(words[group]?.fold ?? '') ||
      reading.emptyHeads.has(words[group]?.fold ?? '') ||
      (words[group]?.fold === 'of' && group > from))
  )
    group++;
  for (let i = group; i < Math.min(words.length, group + 5); i++) {
    const { fold = '', start = 0, end = 0 } = words[i] ?? {};
    const isBroken = i > group && /[^\s-]/u.test(question.slice(words[i - 1]?.end, start));
    if (isBroken || english.functionWords.has(fold) || reading.auxiliaries.has(fold) || /^\p{Lu}/u.test(question.slice(start, end))) break;
    last = i;
    if (reading.heads.has(fold) || reading.heads.has(assumedLanguage.singular(fold))) {
      const after = words[i + 1]?.fold ?? '';
      if (!reading.heads.has(after)) break;
    } else if (!isAfterCopula && i > group && /(?:ed|es)$/u.test(fold)) {
      last = i - 1;
      break;
    }
  }
  if (isAfterCopula && group === from) return null;
  return last;
}

function termsOf(words: readonly Word[], at: number, used: ReadonlySet<number>, names: readonly (readonly string[])[]): readonly Term[] {
  const named = new Set(names.flat());
  const found = new Map<string, Term>();
  for (const [i, { fold }] of words.entries()) {
    if (
      used.has(i) ||
      i === at ||
      (english.functionWords.has(fold) && !assumedLanguage.numbers.ordinals.has(fold)) ||
      reading.auxiliaries.has(fold) ||
      fold.length < 2
    )
      continue;
    if (reading.emptyHeads.has(fold) || reading.generic.has(fold)) continue;
    const key = english.stem(fold);
    const isName = named.has(fold);
    if (!found.has(key) || isName) found.set(key, { fold, stem: key, isName });
  }
  return [...found.values()].slice(0, maxTerms);
}
