/**
 * Rewrites a follow-up to stand alone, without a model: what it points to is replaced by its name from the earlier questions and answers.
 * Where that is not clear, the question stays as it is.
 */
import { english } from '../../language/english.ts';
import type { Language, NamedKind } from '../../language/language.ts';
import { languageOfQuestion, shownLanguage } from '../../language/languages.ts';
import type { StandAloneInput, StandAloneOutput } from '../roles/threadRoles.ts';
import { carryByPattern } from './carryByPattern.ts';
import { antecedentsOf, namedIn, sameName, type Antecedent } from './antecedents.ts';
import { completed } from './ellipsis.ts';
import { identifiersIn } from './identifiers.ts';
import { wordsOf } from './language.ts';
import { maskNames, unmask } from './maskedText.ts';

const { followUps: words, reading, functionWords } = english;

const standsAlone: StandAloneOutput = { question: null };
const unsure = (why: string): StandAloneOutput => ({ question: null, unsure: why });

/** @param earlier oldest first */
export function carryNames({ question: asked, earlier }: StandAloneInput): StandAloneOutput {
  const [last] = earlier.slice(-1);
  if (!last) return standsAlone;
  const language = languageOfTurn(asked, last.question);
  if (language !== english) return carryByPattern({ question: asked, earlier }, language);
  const lead = words.leads.exec(asked)?.[0] ?? '';
  const question = asked.slice(lead.length).trim();
  if (words.unfinished.test(question)) return unsure(`It is not clear what “${question}” asks for. Write the whole question.`);
  const found = earlier.toReversed().map(antecedentsOf);
  const resolved = resolve(question, found);
  if ('unsure' in resolved) return resolved;
  const whole = completed(resolved.text, last, { isLed: lead !== '', hasCarried: resolved.isChanged });
  if (whole !== undefined) return 'unsure' in whole ? whole : { question: sentence(whole.text) };
  const text = resolved.isChanged ? resolved.text : withFullNames(resolved.text, found);
  return text === question ? standsAlone : { question: sentence(text) };
}

/** The language of a follow-up, which may be too short to show it; undefined where it is none that is known. */
function languageOfTurn(asked: string, before: string): Language | undefined {
  const both = `${before} ${asked}`;
  const shown = languageOfQuestion(asked) ?? languageOfQuestion(before) ?? shownLanguage(both);
  return shown ?? (wordsOf(both).some(({ fold }) => functionWords.has(fold)) ? english : undefined);
}

type Resolved = { readonly text: string; readonly isChanged: boolean } | (StandAloneOutput & { readonly unsure: string });

/** Replaces every word that points to an earlier turn, or none. @param found what may be meant, of the last turn first */
function resolve(question: string, found: readonly (readonly Antecedent[])[]): Resolved {
  const masked = maskNames(question, identifiersIn(question));
  const said = wordsOf(masked.text);
  if (said.length > mostWords) return { text: question, isChanged: false };
  const own = namedIn(question);
  const parts: string[] = [];
  let at = 0;
  const used: string[] = [];
  const isExpletive = words.expletive.test(question);
  for (const { start, end, fold } of said) {
    const ahead = unmask(masked.text.slice(0, start), masked.names);
    const pointer = pointerAt(
      masked.text,
      { start, end, fold },
      own.filter(({ text }) => ahead.includes(text)),
    );
    if (pointer === undefined || (fold === 'it' && isExpletive)) continue;
    if (pointer.kind === 'event') return unsureOf(masked.text.slice(start, end));
    const chosen = choose(pointer, found, { question, own, used });
    if (typeof chosen === 'string') return { question: null, unsure: chosen };
    // `How old was he when he died?` is clear once it says who.
    const isClear =
      used.includes(chosen.text) && words.within.has(/(\p{L}+)\s$/u.exec(masked.text.slice(0, start))?.[1]?.toLowerCase() ?? '');
    if (isClear) continue;
    used.push(chosen.text);
    const text = pointer.form === 'place' ? `${chosen.kind === 'place' ? 'in' : 'at'} ${chosen.text}` : chosen.text;
    parts.push(masked.text.slice(at, start), pointer.isOwner ? possessive(text) : text);
    at = pointer.end;
  }
  if (parts.length === 0) return { text: question, isChanged: false };
  return { text: unmask([...parts, masked.text.slice(at)].join(''), masked.names), isChanged: true };
}

function unsureOf(word: string): StandAloneOutput & { readonly unsure: string } {
  return { question: null, unsure: `It is not clear what “${word}” means here. Write what you mean in its place.` };
}

interface Pointer {
  readonly word: string;
  readonly kind: 'person' | 'thing' | 'group' | 'place' | 'noun' | 'event';
  /** The noun of `that company`. */
  readonly noun?: string;
  readonly form?: 'place';
  readonly isOwner: boolean;
  readonly end: number;
}

interface WordPlace {
  readonly start: number;
  readonly end: number;
  readonly fold: string;
}

/** Longer questions explain what they mean. */
const mostWords = 20;
const NOUN_BEFORE =
  /\b(?:the|an?|(?:which|what)(?!\s(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b)|each|every|some|many|most|two|three|\d+)\s(?:\p{Ll}[\p{L}-]*\s)*?(\p{Ll}[\p{L}-]*)/giu;

/** @param text with names masked; @param own what the question names before */
function pointerAt(text: string, { start, end, fold }: WordPlace, own: readonly Antecedent[]): Pointer | undefined {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const word = text.slice(start, end);
  const previous = /(\p{L}+)\s$/u.exec(before)?.[1]?.toLowerCase() ?? '';
  const next = /^\s([\p{L}\uE000-\uF8FF]+)/u.exec(after)?.[1]?.toLowerCase() ?? '';
  const isClosed = next === '' || reading.prepositions.has(next) || reading.conjunctions.has(next) || words.within.has(next);
  const isOwner = words.owning.has(fold) && !isClosed;
  const place = {
    own,
    before,
    previous,
    isOwner,
    isObject: !isOwner && isClosed && !reading.auxiliaries.has(previous) && !words.within.has(previous),
    text,
  };
  const pointer = { word, isOwner, end };
  if (words.people.has(fold)) return isBound(place, 'person') ? undefined : { ...pointer, kind: 'person' };
  if (words.things.has(fold)) return isBound(place, 'thing') ? undefined : { ...pointer, kind: 'thing' };
  if (words.groups.has(fold)) return isBound(place, 'group') ? undefined : { ...pointer, kind: 'group' };
  if (fold === 'there') {
    return words.existing.test(text) || own.some((one) => fits({ ...pointer, kind: 'place' }, one))
      ? undefined
      : { ...pointer, kind: 'place', form: 'place', isOwner: false };
  }
  return fold === 'this' || fold === 'that' || fold === 'these' || fold === 'those'
    ? demonstrative(text, pointer, place, after)
    : undefined;
}

function demonstrative(text: string, pointer: Omit<Pointer, 'kind'>, place: Place, after: string): Pointer | undefined {
  if (/^(?:where|what)\s(?:is|was)\s(?:that|this)[?\s]*$/iu.test(text)) return { ...pointer, isOwner: false, kind: 'thing' };
  // `Is that exclusive?`
  if (words.event.test(text) || /^(?:is|are|was|were)\s(?:this|that|these|those)\s\p{L}+[?.!\s]*$/iu.test(text))
    return { ...pointer, isOwner: false, kind: 'event' };
  const [all = '', noun = ''] = /^\s(\p{Ll}[\p{L}-]*)/u.exec(after) ?? [];
  const isAfterVerb = reading.auxiliaries.has(place.previous) || reading.prepositions.has(place.previous) || place.previous === '';
  if (noun === '' || functionWords.has(noun) || words.now.test(noun) || !isAfterVerb) return undefined;
  // Otherwise it begins a clause, as in `the firm in Kelmouth that cast the gates`, or means what was named before.
  // `Does that include data loss?`
  if (words.doing.has(place.previous) && english.questions.verbs.has(noun) && !reading.heads.has(noun))
    return { ...pointer, isOwner: false, kind: 'event' };
  const isNoun = !english.questions.pasts.has(noun) && !/(?:ed|ing)$/u.test(noun);
  const isNamed = place.own.some((one) => isCalled(noun, one.kind, one.text)) || new RegExp(`\\b${noun}\\b`, 'u').test(place.before);
  return isNoun && !isNamed ? { ...pointer, kind: 'noun', noun, end: pointer.end + all.length, isOwner: false } : undefined;
}

interface Place {
  readonly own: readonly Antecedent[];
  readonly text: string;
  readonly before: string;
  readonly previous: string;
  readonly isObject: boolean;
  readonly isOwner: boolean;
}

/** Whether a pronoun means something that the question itself says before it. */
function isBound({ own, text, before, previous, isObject, isOwner }: Place, kind: 'person' | 'thing' | 'group'): boolean {
  // The subject of the whole question.
  const isFirst = wordsOf(before).filter(({ fold }) => reading.auxiliaries.has(fold)).length === 1 && !/[,;]|\band\b/u.test(before);
  if (reading.auxiliaries.has(previous) && isFirst) return false;
  const may = own.filter((one) => kind === 'group' || one.kind === 'unknown' || (one.kind === 'person') === (kind === 'person'));
  // In `Did Ann Lee know her?` it is somebody else.
  if (may.length > 0) return !isObject || wordsOf(text).length > 10 || /[,;]|\band\b/u.test(before);
  const nouns = [...before.matchAll(NOUN_BEFORE)].flatMap(([, noun = '']) =>
    reading.restrictions.has(noun) || functionWords.has(noun) || english.questions.pasts.has(noun) || /ed$/u.test(noun) ? [] : [noun],
  );
  if (kind === 'person' && words.within.has(previous) && reading.asks.get(wordsOf(text)[0]?.fold ?? '') === 'person') return true;
  if (kind === 'person') return nouns.some((noun) => english.questions.persons.has(english.singular(noun)));
  // `the preface to it`
  if (!isOwner && reading.prepositions.has(previous) && nouns.length < 2) return false;
  return nouns.length > 0 && !(nouns.length === 1 && /^(?:which|what|how\smany)\s/iu.test(before) && isObject);
}

interface AskedHere {
  readonly question: string;
  /** What the question names itself. */
  readonly own: readonly Antecedent[];
  readonly used: readonly string[];
}

/** What a pointer means, of the latest turn that has anything it may mean; a sentence where that is not one thing. */
function choose(pointer: Pointer, found: readonly (readonly Antecedent[])[], here: AskedHere): Antecedent | string {
  for (const turn of found) {
    const may = turn.filter((one) => fits(pointer, one) && !here.own.some(({ text }) => sameName(text, one.text)));
    if (may.length === 0) continue;
    const both = pointer.kind === 'group' ? joined(turn) : undefined;
    if (both) return both;
    const chosen = narrowed(pointer, may, here.question);
    if (chosen.length === 1 && chosen[0]) return chosen[0];
    return `“${pointer.word}” may mean ${listed(chosen.map(({ text }) => text))}. Write the one you mean.`;
  }
  return `It is not clear what “${pointer.word}” means here. Write what you mean in its place.`;
}

function fits({ kind, word, noun }: Pointer, { kind: is, gender, text, isOneOfTwo, isSeveral }: Antecedent): boolean {
  const isMale = word.toLowerCase().startsWith('h') && !word.toLowerCase().startsWith('her');
  switch (kind) {
    case 'person':
      return isSeveral !== true && (is === 'person' || is === 'unknown') && (gender === undefined || (gender === 'male') === isMale);
    case 'thing':
      return is !== 'person';
    case 'group':
      return (
        is === 'organization' || isOneOfTwo === true || isSeveral === true || ((is === 'thing' || is === 'unknown') && /s$/u.test(text))
      );
    case 'place':
      return is === 'place' || is === 'thing' || is === 'unknown' || is === 'organization';
    case 'noun':
      return isCalled(noun ?? '', is, text) && (!/^th[eo]se$/iu.test(word) || text.toLowerCase().endsWith(noun ?? ''));
    case 'event':
      return false;
  }
}

/** Whether `that company` can be this. */
function isCalled(noun: string, kind: NamedKind, text: string): boolean {
  const asked = reading.heads.get(noun) ?? reading.heads.get(english.singular(noun));
  if (text.toLowerCase().endsWith(noun)) return true;
  if (kind === 'unknown') return asked !== undefined && asked !== 'date' && asked !== 'amount';
  return asked === kind || (asked === 'country' && kind === 'place') || (asked === undefined && kind === 'thing');
}

/** Those that fit best: of the kind that is asked about, else those whose kind is known. */
function narrowed({ kind, noun, word }: Pointer, may: readonly Antecedent[], question: string): readonly Antecedent[] {
  if (may.length < 2) return may;
  if (noun !== undefined) {
    const called = may.filter(({ text }) => text.toLowerCase().endsWith(noun));
    if (called.length > 0) return called;
  }
  const only = (test: (one: Antecedent) => boolean, of: readonly Antecedent[]): readonly Antecedent[] => {
    const those = of.filter(test);
    return those.length > 0 ? those : of;
  };
  const hinted = new Set(wordsOf(question).flatMap(({ fold }) => words.hints.get(fold) ?? words.hints.get(english.singular(fold)) ?? []));
  let left = may;
  const previous = parallelIn(question, word);
  left = only(({ after }) => after !== undefined && after === previous, left);
  if (kind === 'person')
    left = only(
      (one) => one.gender !== undefined,
      only((one) => one.kind === 'person', left),
    );
  // A name of which nothing says what it is may be a person's, too.
  if (kind === 'person' && left.length === 1 && left[0]?.from === 'question')
    left = may.filter((one) => one === left[0] || (one.from === 'question' && one.after !== 'of'));
  if (kind === 'place') left = only((one) => one.kind === 'place', left);
  if (kind === 'thing' || kind === 'group') left = only((one) => hinted.has(one.kind), left);
  if (kind === 'group') left = only((one) => one.isSeveral === true, left);
  if (kind === 'group') left = only((one) => one.kind === 'organization', left);
  if (left.length > 1 && kind !== 'person')
    left = only((one) => one.kind !== 'unknown' && (kind !== 'thing' || hinted.size === 0 || hinted.has(one.kind)), left);
  // `the birthplace of the designer of the plant` and what it contains: the answer names it, what was asked about comes before.
  if (kind === 'thing' && left.some(({ isApart }) => isApart)) return left;
  const named = left.filter(({ isDescribed }) => isDescribed !== true);
  return named.length === 1 ? named : left;
}

/** The preposition before a pronoun, which a name in its place has as well: `from him` after `from Ann Lee`. */
function parallelIn(question: string, word: string): string | undefined {
  const before = new RegExp(`(\\p{L}+)\\s${word}\\b`, 'u').exec(question)?.[1]?.toLowerCase();
  return before !== undefined && reading.prepositions.has(before) ? before : undefined;
}

/** `they` after a question about two. */
function joined(turn: readonly Antecedent[]): Antecedent | undefined {
  const [one, other, ...rest] = turn.filter(({ isOneOfTwo }) => isOneOfTwo);
  return one && other && rest.length === 0 ? { ...one, text: `${one.text} and ${other.text}` } : undefined;
}

/** `the barrage` where an earlier turn had the Orrin barrage, unless the question names something itself. */
function withFullNames(question: string, found: readonly (readonly Antecedent[])[]): string {
  if (namedIn(question).length > 0) return question;
  return question.replace(
    /\bthe\s(\p{Ll}[\p{L}-]*)(?=\s?[?!.]*$|\s(?!of\b|that\b|who\b|which\b|in\b|on\b|at\b|for\b|\p{Ll}+\sof\b))/gu,
    (all, noun: string) => {
      for (const turn of found) {
        const called = turn.filter(({ text }) => text.toLowerCase().endsWith(` ${noun}`));
        if (called.length > 0) return called.length === 1 ? (called[0]?.text ?? all) : all;
      }
      return all;
    },
  );
}

function possessive(name: string): string {
  return /s$/u.test(name) ? `${name}’` : `${name}’s`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function sentence(text: string): string {
  const whole = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.trim();
  return /[?.!]$/u.test(whole) ? whole : `${whole}?`;
}
