import type { Passage } from '../../protocol/passage.ts';
import { rateName } from './nameMatch.ts';
import type { Entity, WantedAnswer } from './wantedAnswer.ts';
import type { Word } from '../../language/words.ts';
import { smallWords, findNames, stem, wordsOf } from './language.ts';

/** The topic of a passage: its title and headings. */
export interface Topic {
  readonly words: ReadonlySet<string>;
  /** Title and headings, the title first, without parenthesized words. */
  readonly headings: readonly { readonly text: string; readonly words: readonly Word[] }[];
  /**
   * Words of the title outside parentheses, as a whole and split at colons, commas, bars and dashes: `Ines Tarrow: a life` is about Ines
   * Tarrow.
   */
  readonly segments: readonly ReadonlySet<string>[];
  /** Parenthesized words of the title. */
  readonly qualifiers: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  /** Names in the title and headings, in that order. */
  readonly names: readonly string[];
  /** True when the title says that the text is a draft or was replaced. */
  readonly outdated: boolean;
}

export function topicOf(passage: Passage): Topic {
  const heading = [passage.title, ...passage.headings].join(' | ');
  const words = wordsOf(heading).map((word) => word.fold);
  return {
    words: new Set(words),
    headings: [passage.title.replaceAll(/\s*\([^()]*\)/gu, ''), ...passage.headings].map((text) => ({ text, words: wordsOf(text) })),
    segments: titleSegments(passage.title),
    qualifiers: new Set([...passage.title.matchAll(/\(([^()]*)\)/gu)].flatMap((match) => wordsOf(match[1] ?? '').map((word) => word.fold))),
    stems: new Set(words.map(stem)),
    outdated: /\b(?:draft|superseded|obsolete|withdrawn|outdated)\b/iu.test(heading),
    names: findNames(heading).map(({ start, end }) => heading.slice(start, end)),
  };
}

function titleSegments(title: string): Set<string>[] {
  const bare = title.replaceAll(/\([^()]*\)/gu, ' ');
  const parts = [bare, ...bare.split(/[:;,|]|\s[–—-]\s/u)].map((part) => new Set(wordsOf(part).map((word) => word.fold)));
  return parts.filter((part, index) => part.size > 0 && (index === 0 || parts.length > 2));
}

/** How surely the passage's title or headings contain the names in the question, 0–1. */
export function rateTitle(topic: Topic, wanted: WantedAnswer): number {
  if (wanted.entities.length === 0) return contentShare(topic.stems, wanted);
  return Math.max(...wanted.entities.map((entity) => titleShare(topic, entity)));
}

export interface SentenceContext {
  readonly sentence: string;
  readonly words: readonly Word[];
  readonly index: number;
  readonly about: number;
  /** The rating of the preceding sentence. */
  readonly carried: number;
  readonly topic: Topic;
}

/**
 * How surely the sentence is about everything that the question names, 0–1: named in it, in the title, or by a pronoun after a sentence
 * that did.
 */
export function rateEntity({ sentence, words, index, about, carried, topic }: SentenceContext, wanted: WantedAnswer): number {
  const here = new Set(words.map((word) => word.fold));
  const pronoun = PRONOUN.test(sentence);
  if (wanted.entities.length === 0) {
    const share = contentShare(new Set([...here].map(stem)), wanted);
    return Math.max(share, Math.min(1, share + 0.5 * about), pronoun ? 0.8 * carried : 0);
  }
  let sum = 0;
  let weight = 0;
  for (const entity of wanted.entities) {
    const heard = rateName(entity, sentence, words);
    const said = wanted.biographical && heard > 0 && titleShare(topic, entity) === 0 && !leads(entity, sentence) ? heard * 0.55 : heard;
    const mentioned = said < (entity.words.length < 4 ? 0.8 : 0.75) ? 0 : said;
    const titled = titleShare(topic, entity);
    const subject = index === 0 || pronoun || mentioned > 0 ? 1 : /^\p{Lu}\p{L}+ \p{Lu}/u.test(sentence) ? 0.75 : 0.9;
    const rating = Math.max(
      mentioned * 0.9,
      titled * subject,
      titled > 0 && said > 0 ? Math.min(1, titled + said) * 0.9 : 0,
      pronoun ? carried * 0.8 : 0,
      endsAlike(entity, sentence) ? carried * 0.85 : 0,
    );
    const size = entity.words.length + 0.5;
    sum += rating * size;
    weight += size;
    if (rating < 0.4) sum -= 0.3 * size;
  }
  return Math.max(0, sum / weight);
}

export const PRONOUN =
  /^\W*(?:(?:In|On|At|After|Before|During|Later|From|By|Until|Since)\b[^,.;]{0,40}, )?(?:He|She|It|They|His|Her|Its|Their|he|she|it|they|his|her|its|their|The \p{Ll}+|This|There|Here)\b/u;
const NUMERAL = /^(?:[ivx]+|\d+(?:st|nd|rd|th)?)$/u;

function titleShare(topic: Topic, entity: Entity): number {
  const found = Math.max(...topic.headings.map(({ text, words }) => rateName(entity, text, words)), shorterName(topic, entity));
  if (found < 0.55) return 0;
  const title = topic.headings[0]?.words.map((word) => word.fold) ?? [];
  const clash =
    title.some((word) => NUMERAL.test(word) && !entity.words.includes(word)) &&
    entity.words.some((word) => NUMERAL.test(word) && !topic.words.has(word));
  const agreeing = entity.qualifiers.filter((word) => topic.words.has(word)).length;
  const qualified =
    entity.qualifiers.length === 0
      ? 1
      : agreeing === 0 && topic.qualifiers.size > 0
        ? 0.5
        : 0.85 + (0.15 * agreeing) / entity.qualifiers.length;
  const extras = topic.segments
    .filter((segment) => entity.words.some((word) => segment.has(word)))
    .map((segment) => [...segment].filter((word) => !entity.words.includes(word) && !smallWords.has(word)).length);
  return (clash ? 0.4 : found) * qualified * Math.max(0.6, 1 - 0.1 * (extras.length === 0 ? 0 : Math.min(...extras)));
}

/**
 * A title that is the name without rank, seat or territory: `Oswiu` for `Oswiu of Northumbria`, `Olga of Russia` for
 * `Grand Duchess Olga of Russia`.
 */
function shorterName(topic: Topic, entity: Entity): number {
  const title = [...(topic.segments[0] ?? [])].filter((word) => !smallWords.has(word));
  if (title.length === 0 || title.length >= entity.words.length || /^(?:The|A|An)\s/u.test(entity.text)) return 0;
  const from = entity.words.indexOf(title[0] ?? '');
  if (from < 0 || !title.every((word, index) => entity.words[from + index] === word)) return 0;
  const isSuffix = from + title.length === entity.words.length;
  const cut = /,|\s(?:of|Of|de|De|von|Von)\s/u.test(entity.text);
  if (title.length === 1) return from === 0 && cut && (title[0]?.length ?? 0) > 3 ? 0.65 : 0;
  return isSuffix || (from === 0 && cut) ? 0.85 : 0;
}

/** Whether the entity is the first name in the sentence, to which birth, death and origin then refer. */
function leads(entity: Entity, sentence: string): boolean {
  const first = findNames(sentence)[0];
  return first !== undefined && wordsOf(sentence.slice(first.start, first.end)).some((word) => entity.words.includes(word.fold));
}

/** `the Office` after a sentence on the `Tidal Survey Office`. */
function endsAlike(entity: Entity, sentence: string): boolean {
  const last = entity.words.length > 1 ? (/\p{Lu}[\p{L}-]+$/u.exec(entity.text.trim())?.[0] ?? '') : '';
  return last !== '' && sentence.includes(`the ${last}`);
}

function contentShare(stems: ReadonlySet<string>, wanted: WantedAnswer): number {
  const named = wanted.content.filter((word) => !wanted.relationWords.has(word) && word !== wanted.attribute);
  if (named.length === 0) return 0;
  return named.filter((word) => stems.has(word)).length / named.length;
}
