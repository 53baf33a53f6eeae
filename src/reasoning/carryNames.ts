/**
 * Rewrites an English follow-up to stand alone, without a model: one pronoun is replaced by the one name that it can mean (`Where was she
 * born?`), or the name of the question before by another one (`What about the Orm bridge?`). Where that is not clear, the question stays as
 * it is, with the reason.
 */
import { eachOnce } from '../base/eachOnce.ts';
import { english } from '../language/english.ts';
import type { EarlierTurn } from './prompts/thread.ts';
import { languageOfQuestion, shownLanguage } from '../language/languages.ts';
import type { StandAloneInput, StandAloneOutput } from './roles/threadRoles.ts';
import { askedAnswer } from './extractive/askedAnswer.ts';
import { findDates, hasYear } from '../language/dates.ts';
import { wordsOf } from '../language/words.ts';
import { wordSet } from '../language/wordSet.ts';
import { maskNames, NAME, unmask } from './extractive/maskedText.ts';
import { isPersonNoun } from './extractive/nouns.ts';

const { reading, questions, singular } = english;

const standsAlone: StandAloneOutput = { question: null };
const unsure = (why: string): StandAloneOutput => ({ question: null, unsure: why });

/** @param earlier oldest first */
export function carryNames({ question: asked, earlier }: StandAloneInput): StandAloneOutput {
  const last = earlier.at(-1);
  if (!last) return standsAlone;
  if (!isEnglish(asked, last.question)) return isShort(asked) ? unsure(otherLanguage) : standsAlone;
  const lead = leads.exec(asked)?.[0] ?? '';
  const question = asked.slice(lead.length).trim();
  const bare = question.replace(/[?.!\s]+$/u, '');
  const other = bare.replace(about, '');
  if (other !== bare || isName(bare)) return aboutOther(other, last) ?? unsure(incomplete(asked));
  if (wordsOf(bare, english).length < fewestWords) return unsure(incomplete(asked));
  return resolved(question, earlier.toReversed()) ?? (lead === '' ? standsAlone : { question: sentence(question) });
}

const otherLanguage = 'Without a language model, follow-ups are completed in English only. Write the whole question.';
const incomplete = (asked: string): string => `It is not clear what “${asked.trim()}” asks for. Write the whole question.`;
const unclear = (word: string): string => `It is not clear what “${word}” means here. Write what you mean in its place.`;

/** Shorter questions hardly ever name what they are about, … */
const fewestWords = 3;
/** … and longer ones explain what they mean: in words, and in characters where no spaces part words. */
const mostWords = 20;
const mostShort = 8;
const mostSpaceless = 16;

/** A follow-up may be too short to show its language. */
function isEnglish(asked: string, before: string): boolean {
  const both = `${before} ${asked}`;
  const shown = languageOfQuestion(asked) ?? languageOfQuestion(before) ?? shownLanguage(both);
  return shown === undefined ? wordsOf(both, english).some(({ fold }) => english.functionWords.has(fold)) : shown === english;
}

function isShort(asked: string): boolean {
  return (
    asked.trim().length <= mostSpaceless || (/\s/u.test(asked.trim()) && (asked.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0) <= mostShort)
  );
}

/** The question before about something else. */
function aboutOther(other: string, { question }: EarlierTurn): StandAloneOutput | undefined {
  // `the Selby Mill lease` is no party to `the agreement with Orm Steel`, but another agreement.
  if (!isName(other) || describedIn(question).some(({ text }) => !/\sof\s/u.test(text))) return undefined;
  const hasArticle = (text: string): boolean => /^the\s/iu.test(text);
  const named = namedIn(question);
  const [only, ...more] = named.length < 2 ? named : named.filter(({ text }) => hasArticle(text) === hasArticle(other));
  return only && more.length === 0 ? { question: sentence(question.replace(only.text, () => other)) } : undefined;
}

/** Whether a text is one name and nothing else, `the Orm bridge` included. */
function isName(text: string): boolean {
  const [only, ...more] = namedIn(text);
  return only?.text === text && more.length === 0;
}

/** What may be meant by a pronoun. */
interface Named {
  /** With its article: `the Orrin barrage`. */
  readonly text: string;
  readonly kind: 'person' | 'thing' | 'unknown';
  /** What was asked for: `company` of the answer to `Which company …?`. */
  readonly head?: string | null;
  readonly gender?: 'male' | 'female';
}

/** The question with a name in place of its pronoun; undefined where none points to an earlier turn. */
function resolved(question: string, latestFirst: readonly EarlierTurn[]): StandAloneOutput | undefined {
  const masked = maskNames(question);
  const words = wordsOf(masked.text, english);
  if (words.length > mostWords) return undefined;
  for (const { fold, start, end } of words) {
    const before = masked.text.slice(0, start);
    const after = masked.text.slice(end);
    // What the question names itself before the pronoun is meant.
    if (new RegExp(NAME, 'u').test(before)) return undefined;
    const pointer = pointerAt(fold, before, after);
    if (pointer === undefined) continue;
    const word = `${masked.text.slice(start, end)}${pointer.rest}`;
    const named = meant(pointer, latestFirst);
    const [only, another] = named;
    if (only === undefined) return unsure(unclear(word));
    if (another !== undefined) return unsure(`“${word}” may mean ${named.map(({ text }) => text).join(' or ')}. Write the one you mean.`);
    const name = pointer.isOwner ? possessive(only.text) : only.text;
    return { question: sentence(unmask(before + name + after.slice(pointer.rest.length), masked.names)) };
  }
  return undefined;
}

type Pronoun = 'he' | 'she' | 'it' | 'they';

interface Pointer {
  /** `they` and an `event` have no single name. */
  readonly kind: Pronoun | 'noun' | 'event';
  readonly isOwner: boolean;
  /** What belongs to it, besides the word: ` company` of `that company`. */
  readonly rest: string;
}

function pointerAt(fold: string, before: string, after: string): Pointer | undefined {
  const previous = wordBefore(before, before.length);
  const [, next = ''] = /^\s(\p{Ll}[\p{L}-]*)/u.exec(after) ?? [];
  const kind = pronouns.get(fold);
  if (kind !== undefined) {
    if (kind === 'it' && expletive.test(before + fold + after)) return undefined;
    const isClosed = next === '' || reading.prepositions.has(next) || reading.conjunctions.has(next);
    const isOwner = owning.has(fold) && !isClosed;
    return isBound(kind, before, previous, isOwner) ? undefined : { kind, isOwner, rest: '' };
  }
  if (!/^(?:this|that)$/u.test(fold) || !(before === '' || reading.auxiliaries.has(previous) || reading.prepositions.has(previous)))
    return undefined;
  const isPredicate = reading.copulas.has(previous) && !/\s\S+\s/u.test(after);
  if (next === '' || isPredicate || questions.verbs.has(next) || questions.pasts.has(next))
    return { kind: 'event', isOwner: false, rest: '' };
  if (english.functionWords.has(next) || now.test(next) || singular(next) !== next) return undefined;
  const [, further = ''] = /^\s\p{L}[\p{L}-]*\s(\p{L}+)/u.exec(after) ?? [];
  return canFollow(further) && further !== '' ? undefined : { kind: 'noun', isOwner: false, rest: ` ${next}` };
}

/** Whether a pronoun means something that the question itself describes before it, and no subject or object of the whole question. */
function isBound(kind: Pronoun, before: string, previous: string, isOwner: boolean): boolean {
  const folds = wordsOf(before, english).map(({ fold }) => fold);
  const isSubject = reading.auxiliaries.has(previous) && folds.filter((fold) => reading.auxiliaries.has(fold)).length === 1;
  if (isSubject || kind === 'they' || folds.length < 2) return !isSubject && kind === 'they';
  if (kind === 'it')
    return (isOwner && /^(?:which|what)\s/iu.test(before)) || /[,;]/u.test(before) || folds.some((fold, at) => at > 1 && within.has(fold));
  return folds.some((fold) => isPersonNoun(fold) || (within.has(fold) && folds[0] === 'who'));
}

/** Of the latest turn that names anything that fits: those whose kind is known, else the others. */
function meant({ kind, rest }: Pointer, latestFirst: readonly EarlierTurn[]): readonly Named[] {
  for (const turn of latestFirst) {
    const may = namedBy(turn).filter((one) => fits(one, kind, rest.trim()));
    const sure = may.filter((one) => (kind === 'noun' ? one.text.endsWith(rest) || one.head === rest.trim() : one.kind !== 'unknown'));
    if (may.length > 0) return sure.length > 0 ? sure : may;
  }
  return [];
}

function fits({ text, kind, gender }: Named, pointer: Pointer['kind'], noun: string): boolean {
  if (pointer === 'they' || pointer === 'event') return false;
  if (pointer === 'it') return kind !== 'person';
  if (pointer === 'noun') return text.endsWith(noun) || (kind === 'person') === isPersonNoun(noun);
  return kind !== 'thing' && (gender === undefined || gender === (pointer === 'he' ? 'male' : 'female'));
}

/** The answer first, then those of the steps, then what the question names. No text twice. */
function namedBy({ question, answer, steps = [] }: EarlierTurn): readonly Named[] {
  const said = [{ question, answer }, ...steps.toReversed()].flatMap((one) =>
    one.answer === null ? [] : answered(one.question, one.answer),
  );
  // What a description means is what was found.
  const described = said.some(({ kind }) => kind !== 'person') ? [] : describedIn(question);
  const all = [...said, ...described, ...namedIn(question)];
  const plain = (text: string): string => text.toLowerCase().replace(/^the\s/u, '');
  return eachOnce(all, ({ text }) => plain(text));
}

/** A longer answer cannot replace a pronoun. */
const longestName = 80;

function answered(question: string, answer: string): readonly Named[] {
  const [first, ...more] = namedIn(`of ${answer}`);
  const isDate = findDates(answer, english).filter(hasYear).length > 0;
  if (first === undefined || first.text.length < answer.length || more.length > 0 || isDate || answer.length > longestName) return [];
  const asked = askedAnswer(question);
  const isPerson = asked?.kind === 'person' || (asked?.head != null && isPersonNoun(asked.head));
  const said = question.toLowerCase().split(/[^\p{L}]+/u);
  const noun = said.find((one) => male.test(one) || female.test(one));
  const gender = noun === undefined ? undefined : male.test(noun) ? 'male' : 'female';
  const kind = isPerson ? 'person' : asked?.kind === 'thing' ? first.kind : 'thing';
  return [{ text: answer, kind, head: asked?.head ?? null, gender: isPerson ? gender : undefined }];
}

/** In lower case; empty where something else than a word and a blank is before `at`. Of a word longer than 40 letters, its end. */
function wordBefore(text: string, at: number): string {
  return /(\p{L}+)\s$/u.exec(text.slice(Math.max(0, at - 41), at))?.[1]?.toLowerCase() ?? '';
}

/** Names with the article before and the noun after them: `the Orrin barrage`. */
function namedIn(question: string): readonly Named[] {
  const masked = maskNames(question);
  return [...masked.text.matchAll(namedThing)].map((match): Named => {
    const [, article = '', name = '', noun = ''] = match;
    const previous = wordBefore(masked.text, match.index);
    const isLast = /^[?!.\s]*$/u.test(masked.text.slice(match.index + match[0].length));
    const hasNoun = noun !== '' && canFollow(noun) && (article !== '' || (isLast && !reading.auxiliaries.has(previous)));
    const said = unmask(name, masked.names);
    const isThing = article !== '' || hasNoun || reading.noPersons.test(said) || reading.organizations.test(said);
    return { text: `${article}${said}${hasNoun ? ` ${noun}` : ''}`, kind: isThing ? 'thing' : 'unknown' };
  });
}

/** `the agreement with Orm Steel`, which may be meant as well as the firm. */
function describedIn(question: string): readonly Named[] {
  const masked = maskNames(question);
  const end = masked.text.replace(/[?!.\s]+$/u, '').length;
  return [...masked.text.matchAll(description)].flatMap(([text, noun = '', tail = ''], at, all) => {
    const isLast = all[at]!.index + text.length === end;
    const hasTail = canFollow(tail.trim()) && !(isLast && reading.auxiliaries.has(wordsOf(masked.text, english)[1]?.fold ?? ''));
    const said = hasTail ? text : text.slice(0, text.length - tail.length);
    return isPersonNoun(noun) ? [] : [{ text: unmask(said, masked.names), kind: 'thing' as const }];
  });
}

const description = new RegExp(
  `the\\s(?:\\p{Ll}[\\p{L}-]*\\s)?(\\p{Ll}[\\p{L}-]*)\\s(?:for|with|under|between|of)\\s(?:the\\s)?${NAME}(\\s\\p{Ll}+)?`,
  'gu',
);
const namedThing = new RegExp(`(the\\s)?(${NAME})(?:\\s(\\p{Ll}[\\p{L}-]*))?`, 'gu');

/** Whether a word after a name can belong to it. */
function canFollow(word: string): boolean {
  const isVerb = [questions.verbs, questions.pasts, questions.participles].some((verbs) => verbs.has(word)) || /(?:ed|ly|ing)$/u.test(word);
  return !isVerb && !english.functionWords.has(word);
}

function possessive(name: string): string {
  return name.endsWith('s') ? `${name}’` : `${name}’s`;
}

function sentence(text: string): string {
  const whole = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.trim();
  return /[?.!]$/u.test(whole) ? whole : `${whole}?`;
}

const leads = /^(?:(?:and|but|so|or|then|ok|okay|also|well|now)[,\s]+)+/iu;
const about = /^(?:what|how)\s+about\s+|^what\s+of\s+|^(?:is\s+it\s+)?(?:the\s+)?same\s+(?:for|with)\s+/iu;
const forms: readonly (readonly [Pronoun, ...string[]])[] = [
  ['he', 'he', 'him', 'his'],
  ['she', 'she', 'her', 'hers'],
  ['it', 'it', 'its'],
  ['they', 'they'],
];
const pronouns = new Map(forms.flatMap(([kind, ...words]) => words.map((word) => [word, kind] as const)));
const owning = wordSet('his her its');
/** Pronouns that point to nothing: `did it take`. */
const expletive =
  /\bit\s+(?:take|takes|took|rains?|rained|snows?|snowed|(?:(?:is|was|be)\s+)?(?:possible|likely|true|necessary|important|clear|known|said|thought|believed|that)\b|(?:is|was|be)\s+\p{Ll}+\s+(?:to|for|if|that|when)\b)|\bis\s+it\s+(?:true|possible|likely|necessary|known|that)\b|\b(?:time|day|date|year)\s+is\s+it\b/iu;
/** Nouns of which there is one now: `this year`. */
const now = /^(?:year|month|week|day|morning|evening|night|time|century|decade|folder|document|file|text|way)s?$/u;
/** Words that begin a clause inside a question. */
const within = wordSet('before after when while if since until because where as although that who which whether and');
const male = /^(?:husband|father|son|brother|uncle|nephew|grandfather|king|prince|man|boy|actor)$/u;
const female = /^(?:wife|mother|daughter|sister|aunt|niece|grandmother|queen|princess|woman|girl|actress)$/u;
