/**
 * Rewrites a follow-up in another language than English to stand alone, without a model. Patterns of its language say what points back;
 * where they do not say clearly to what, or none are known, the question stays as it is.
 */
import type { CarryWords, Genders, Groups, Named, Pointer } from '../../language/carrying.ts';
import { findDates, hasYear } from '../../language/dates.ts';
import type { Language } from '../../language/language.ts';
import { describedIn, namesIn } from '../../language/namedPlaces.ts';
import type { EarlierTurn } from '../earlierTurn.ts';
import type { StandAloneInput, StandAloneOutput } from '../roles/threadRoles.ts';
import { namedBy } from './namedByPattern.ts';

const standsAlone: StandAloneOutput = { question: null };
const unsure = (why: string): StandAloneOutput & { readonly unsure: string } => ({ question: null, unsure: why });

/** Longer questions explain what they mean. */
const mostWords = 20;
/** Shorter ones hardly ever name what they are about. */
const fewestWords = 3;
const shortestWithoutSpaces = 8;
/** What a longer one points to may be in it. */
const mostPointing = 8;
const mostBefore = 4;

/** @param language undefined where it is not known */
export function carryByPattern({ question: asked, earlier }: StandAloneInput, language: Language | undefined): StandAloneOutput {
  const [last] = earlier.slice(-1);
  const words = language?.carrying;
  if (!last) return standsAlone;
  if (!language || !words) return isShort(asked) || pointsBack(asked, language) ? unsure(unknownLanguage) : standsAlone;
  if (wordsIn(asked).length > mostWords) return standsAlone;
  const bare = asked.replace(/^[¿¡\s]+/u, '').replace(/(?<![?？!.。\s])[?？!.。\s]+$/u, '');
  const rest = bare.replace(words.leads, '');
  const isLed = rest !== bare;
  const pointed = pointedAt(rest, earlier, language, words);
  if (pointed) return 'unsure' in pointed ? pointed : { question: sentence(pointed.text, last.question) };
  const whole = completed(rest, last, { isLed, language, words });
  if (whole !== undefined) return whole === null ? unsure(incomplete(asked)) : { question: sentence(whole, last.question) };
  const unclear = words.unclear.exec(rest);
  if (unclear && !words.expletive.test(rest) && !namesAnything(rest.slice(0, unclear.index), language, words))
    return unsure(unclearWord(unclear[0].trim()));
  return standsAlone;
}

const unknownLanguage =
  'Without a language model, follow-ups are understood in English, German, French, Spanish, Chinese and Japanese only. Write the whole question.';

function unclearWord(word: string): string {
  return `It is not clear what “${word}” means here. Write what you mean in its place.`;
}

function incomplete(asked: string): string {
  return `It is not clear what “${asked.trim()}” asks for. Write the whole question.`;
}

const spaceless = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]/u;

function isShort(text: string): boolean {
  const bare = text.trim();
  if (spaceless.test(bare)) return bare.length < shortestWithoutSpaces;
  return wordsIn(bare).length < fewestWords && !/.\p{Lu}/u.test(bare);
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function namesAnything(text: string, language: Language, words: CarryWords): boolean {
  return describedIn(text, words).length > 0 || namesIn(text, language).length > 0;
}

/** Whether a word points back and nothing before it is named, as far as capitals show. */
function pointsBack(question: string, language: Language | undefined): boolean {
  const said = wordsIn(question);
  const at = said.findIndex((word) => language?.pointing?.has(word.toLowerCase()));
  return at >= 0 && said.length <= mostPointing && !said.slice(1, at).some((word) => /^\p{Lu}/u.test(word));
}

/** The question with a name in the place of what points to it; undefined where nothing does. */
function pointedAt(
  question: string,
  earlier: readonly EarlierTurn[],
  language: Language,
  words: CarryWords,
): { readonly text: string } | (StandAloneOutput & { readonly unsure: string }) | undefined {
  const expletive = words.expletive.exec(question);
  const pointing = expletive
    ? question.slice(0, expletive.index) + hidden.repeat(expletive[0].length) + question.slice(expletive.index + expletive[0].length)
    : question;
  for (const pointer of words.pointers) {
    const found = pointer.pattern.exec(pointing);
    if (!found) continue;
    const before = question.slice(0, pointer.isDropped ? question.length : found.index);
    // What the question names itself before it is meant.
    if (/[,;，、]/u.test(before) || namesAnything(before, language, words)) continue;
    // Names cannot be seen where nothing separates words.
    if (spaceless.test(before) && before.length > mostBefore) continue;
    const groups: Groups = { ...found.groups };
    const said = groups['word'] ?? found[0];
    const named = choose(pointer, groups, { question, said, earlier, language, words });
    if (typeof named === 'string') return unsure(named);
    // Nothing shows that its subject is left out.
    if (named === undefined && pointer.isDropped) continue;
    if (named === undefined) return unsure(unclearWord(said));
    return { text: question.slice(0, found.index) + pointer.put(groups, named) + question.slice(found.index + found[0].length) };
  }
  return undefined;
}

/** No pattern matches it. */
const hidden = '\uFFFC';

interface Here {
  readonly question: string;
  /** The word that points. */
  readonly said: string;
  readonly earlier: readonly EarlierTurn[];
  readonly language: Language;
  readonly words: CarryWords;
}

/** What is meant, of the latest turn that names anything that fits; a sentence where that may be several. */
function choose(pointer: Pointer, groups: Groups, { question, said, earlier, language, words }: Here): Named | string | undefined {
  const genders = pointer.gendersOf?.(groups) ?? pointer.genders;
  for (const turn of earlier.toReversed()) {
    const may = namedBy(turn, language, words).filter((one) => fits(one, pointer, genders, groups));
    if (may.length === 0) continue;
    const [only, ...others] = narrowed(pointer.kind === 'place' ? preferred(may, ({ kind }) => kind === 'place') : may, question, words);
    if (only && others.length === 0) return only;
    const all = [only, ...others].flatMap((one) => (one ? [one.text] : []));
    if (pointer.isDropped) return `It is not clear whether ${listed(all)} is meant. Write the one you mean.`;
    return `“${said}” may mean ${listed(all)}. Write the one you mean.`;
  }
  return undefined;
}

function fits({ genders: may, kind, head, text }: Named, pointer: Pointer, genders: Genders | undefined, { noun = '' }: Groups): boolean {
  if (pointer.isCalled) return head === noun.toLowerCase() || text.toLowerCase().endsWith(noun.toLowerCase());
  if (pointer.kind === 'place') return kind !== 'person';
  if (pointer.kind === 'person') return kind === 'person';
  if (pointer.kind !== undefined && kind !== pointer.kind && kind !== 'unknown') return false;
  if (genders === undefined) return true;
  if (may !== '') return [...genders].some((one) => may.includes(one));
  // Of a name, gender is not known; it is one thing.
  return kind === 'person' ? /[mf]/u.test(genders) : /[mfn]/u.test(genders);
}

/** Those of the kind that the question is about, then those whose kind is known. */
function narrowed(may: readonly Named[], question: string, words: CarryWords): readonly Named[] {
  const { ofPeople, ofThings } = words;
  if (ofPeople.test(question)) {
    const people = preferred(may, ({ kind }) => kind === 'person' || kind === 'unknown');
    return preferred(people, ({ kind }) => kind === 'person');
  }
  // Who was asked for is what the conversation is about.
  if (!ofThings.test(question)) return preferred(may, ({ kind }) => kind === 'person');
  const things = preferred(may, ({ kind }) => kind !== 'person');
  // What is in another is there to describe it.
  return things.filter((one) => !things.some(({ text }) => text !== one.text && text.endsWith(one.text.slice(one.article?.length ?? 0))));
}

function preferred(all: readonly Named[], test: (one: Named) => boolean): readonly Named[] {
  const those = all.filter(test);
  return those.length > 0 ? those : all;
}

interface Around {
  /** Whether `And` or the like led in. */
  readonly isLed: boolean;
  readonly language: Language;
  readonly words: CarryWords;
}

/** A question that leaves out what the one before says; undefined for a whole one, null where it is not clear how to complete it. */
function completed(rest: string, { question }: EarlierTurn, { isLed, language, words }: Around): string | null | undefined {
  const before = question.replace(/^[¿¡\s]+/u, '');
  if (words.asking.test(rest)) {
    const opening = words.opening.exec(before)?.[0];
    return opening === undefined ? null : `${rest} ${before.slice(opening.length)}`;
  }
  const about = words.about.exec(rest)?.[0];
  if (about === undefined && !isLed) return undefined;
  const other = rest.slice(about?.length ?? 0);
  const [first = ''] = wordsIn(other);
  if (about === undefined && language.askingWords.has(first.toLowerCase())) return undefined;
  return atOtherDate(other, before, language, words) ?? atOtherPlace(other, before) ?? ofOther(other, before, language, words) ?? null;
}

function atOtherDate(other: string, before: string, language: Language, { beforeDate }: CarryWords): string | undefined {
  const dates = (text: string) => findDates(text, language).filter(hasYear);
  const [[asked], [said]] = [dates(other), dates(before)];
  if (!asked || asked.end !== other.length || wordsIn(other.slice(0, asked.start)).length > 3) return undefined;
  if (!said) return `${before.replace(/(?<![?？\s])[?？\s]+$/u, '')} ${other}`;
  const lead = asked.start === 0 ? '' : (beforeDate.exec(before.slice(0, said.start))?.[0] ?? '');
  return before.slice(0, said.start - lead.length) + other + before.slice(said.end);
}

/** `in Sollan` in the place of `in Vellan`. */
function atOtherPlace(other: string, before: string): string | undefined {
  const [, preposition] = /^(\p{Ll}+)\s\p{Lu}[\p{L}-]*(?:\s\p{Lu}[\p{L}-]*)*$/u.exec(other) ?? [];
  if (preposition === undefined) return undefined;
  const same = [...before.matchAll(new RegExp(`(?<!\\p{L})${preposition}\\s\\p{Lu}[\\p{L}-]*(?:\\s\\p{Lu}[\\p{L}-]*)*`, 'gu'))];
  const [only] = same;
  return only && same.length === 1 ? before.slice(0, only.index) + other + before.slice(only.index + only[0].length) : undefined;
}

function ofOther(other: string, before: string, language: Language, words: CarryWords): string | undefined {
  const [described] = describedIn(other, words);
  const isDescribed = described?.start === 0 && described.end === other.length;
  const [name] = namesIn(other, language);
  const isName = name?.start === 0 && name.end === other.length;
  if (!isDescribed && !isName) return undefined;
  const places = isDescribed ? describedIn(before, words).filter(({ isAsked }) => !isAsked) : namesIn(before, language);
  const [only] = places;
  return only && places.length === 1 ? before.slice(0, only.start) + other + before.slice(only.end) : undefined;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** With a capital, and the marks that the question before has. */
function sentence(text: string, like: string): string {
  const bare = text.replace(/(?<![?？\s])[?？\s]+$/u, '');
  const end = /(?<!\s)\s*[?？]\s*$/u.exec(like)?.[0].trimEnd() ?? '?';
  return `${like.trimStart().startsWith('¿') ? '¿' : ''}${bare.charAt(0).toUpperCase()}${bare.slice(1)}${end}`;
}
