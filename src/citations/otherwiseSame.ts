/** What a sentence says otherwise that has the words of a claim: one value or name, a denial, or who does it to whom. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import type { Language } from '../language/language.ts';
import { findNames } from '../language/names.ts';
import { wordsOf, type Word } from '../language/words.ts';
import type { Doubt } from '../protocol/writtenAnswer.ts';
import { isShortFor } from './claimNames.ts';
import { sameButOne, type Worded } from './sameButOne.ts';

/** In which the claim is wrong, if the sentence is right; undefined where the two say the same or something else. */
export function otherwiseSame(claim: string, sentence: string, language: Language): Doubt | undefined {
  const [own, theirs] = [wordedOf(claim, language), wordedOf(sentence, language)];
  if (deniesAlone(own, theirs, language) || (language === assumedLanguage && isReversed(own, theirs, language)))
    return { kind: 'negation' };
  const [one, other] = sameButOne(own, theirs, language, true) ?? [];
  if (!one || !other) return undefined;
  const [said, has] = [claim.slice(one.start, one.end), sentence.slice(other.start, other.end)];
  if (/\d/.test(said)) return { kind: 'number', words: said };
  return isShort(said, has) || isShort(has, said) ? undefined : { kind: 'name', words: said };
}

function wordedOf(text: string, language: Language): Worded {
  return { text, words: wordsOf(text, language) };
}

function isShort(letters: string, name: string): boolean {
  return /^\p{Lu}{2,6}$/u.test(letters) && isShortFor(letters, name);
}

/** Fewer words are no sentence. */
const fewestWords = 4;

/** Whether all words are the same and in one order, and one of the two denies. */
function deniesAlone(own: Worded, theirs: Worded, language: Language): boolean {
  const [mine, other] = [own, theirs].map(({ text, words }) => {
    const plain = words.map(({ start, end }) => text.slice(start, end));
    const rest = plain.filter((word) => !language.answers.negator.test(word)).map((word) => word.toLowerCase());
    return { denials: plain.length - rest.length, rest };
  });
  if (!mine || !other || mine.rest.length < fewestWords || (mine.denials - other.denials) % 2 === 0) return false;
  return mine.rest.join(' ') === other.rest.join(' ');
}

/** Whether all words are the same but for two names that have each other's place around a verb: `Holm sued Tarrow`. */
function isReversed(own: Worded, theirs: Worded, language: Language): boolean {
  const [mine, other] = [own, theirs].map(({ words }) => words.filter(({ fold }) => !language.articles.includes(fold)));
  if (!mine || !other || mine.length !== other.length || mine.length < fewestWords) return false;
  const isSame = (i: number): boolean => mine[i]?.fold === other[i]?.fold;
  const first = mine.findIndex((_, i) => !isSame(i));
  const last = mine.findLastIndex((_, i) => !isSame(i));
  const [said, has] = [mine.slice(first, last + 1), other.slice(first, last + 1).map(({ fold }) => fold)];
  const textOf = (words: readonly Word[]): string => own.text.slice(words[0]?.start, words.at(-1)?.end);
  for (let verb = 1; first >= 0 && verb < said.length; verb++) {
    for (let name = verb + 1; name < said.length; name++) {
      const turned = [...said.slice(name), ...said.slice(verb, name), ...said.slice(0, verb)];
      if (turned.some(({ fold }, i) => fold !== has[i])) continue;
      const isName = [said.slice(0, verb), said.slice(name)].every((words) =>
        /^(?:\p{Lu}[\p{L}\p{M}\p{N}.’'-]*(?:\s|$))+$/u.test(textOf(words)),
      );
      if (isName && isOneSided(textOf(said.slice(verb, name)), language)) return true;
    }
  }
  return false;
}

/** Whether words say what one does to another: `sold`, `was built by`, but not `met`, `is a sister of`, nor `and`. */
function isOneSided(between: string, language: Language): boolean {
  if (/[,;:()—–]/u.test(between)) return false;
  const words = wordsOf(between, language).map(({ fold }) => fold);
  const { conjunctions, copulas, agents } = language.reading;
  const isState = words.some((word) => copulas.has(word)) && !words.some((word) => agents.has(word));
  const isMutual = words.some((word) => conjunctions.has(word) || language.answers.mutual.test(word));
  return !isState && !isMutual && words.some((word) => !language.functionWords.has(word));
}

/** Whether the names that both have are in one order: else who does what may be otherwise. */
export function haveNamesInOrder(claim: string, sentence: string, language: Language): boolean {
  const places = findNames(claim, language).flatMap(({ start, end }) => {
    const at = sentence.indexOf(claim.slice(start, end));
    return at < 0 ? [] : [at];
  });
  return places.every((place, i) => i === 0 || place >= (places[i - 1] ?? 0));
}
