import type { Topic } from './entityMatch.ts';
import { rateName } from './nameMatch.ts';
import { isLoose, type Relation } from './relations.ts';
import { lifeRanges, spansOf, type AnswerSpan, type TextSpan } from './spans.ts';
import { tableCells } from './tableRow.ts';
import type { WantedAnswer } from './wantedAnswer.ts';
import type { Word } from '../../language/words.ts';
import { stem, wordsOf } from './language.ts';

/** A candidate with its rating. `text` is set when the answer is not in the sentence itself (a pronoun for the title). */
export interface RatedSpan {
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly text?: string;
}

export interface SpanContext {
  readonly sentence: string;
  readonly words: readonly Word[];
  /** Index of the sentence in its passage. */
  readonly index: number;
  readonly about: number;
  /** How surely the sentence is about the question's entities. */
  readonly entity: number;
  readonly topic: Topic;
  /** Stems of the preceding sentence, if this one continues it with a pronoun. */
  readonly before?: ReadonlySet<string>;
  /** The label on the preceding line, if the sentence is its value. */
  readonly header?: string;
}

/*
 * Chosen on 2WikiMultihopQA, MuSiQue, FreshQA, XQuAD, MoreHopQA and the samples, with questions and gold sub-questions
 * (`npm run bench -- reader`). The numbers say what changing one value alone does, compared with 1,256 right and 472 wrong answers.
 */
/**
 * The share of the question's words that a sentence must contain: half if it also has a relation's words, more if these are as common as
 * `in`.
 */
const LEAST_COVERAGE_OF_RELATION = 0.5;
const LEAST_COVERAGE = 0.6;
/** How near to the answer's expected place a span must be. At 0 there are 2 more right and 19 more wrong answers. */
const LEAST_SLOT = 0.25;
/**
 * The first sentence gives its subject's country without further words: `X is a Norwegian painter`. Without this, 31 right answers are
 * missing.
 */
const FIRST_COUNTRY_SLOT = 0.5;
/** The agent is named at the start of the sentence, even far from its verb: 3 more right answers. */
const ACTOR_SLOT = 0.7;
/** Without a known relation answers more often follow a word of the question than precede it. */
const BEFORE_WORD = 0.8;
/**
 * The sentence's overlap with the question counts less than the place of the answer in it. At 1 there are 10 more right and 75 more wrong
 * answers.
 */
const COVERAGE_WEIGHT = 0.6;
const FIT_WEIGHT = 0.5;
/**
 * Reduces the rating if the relation is unknown, most if any phrase may be the answer. With 0.2 for both there are 10 more right and 91
 * more wrong answers.
 */
const UNKNOWN_RELATION = 0.2;
const UNKNOWN_PHRASE = 1;
/** Prefers the earlier of two equal candidates; from the tenth sentence on all count the same. */
const LATER_SENTENCE = 0.01;
/**
 * How fast the text in between lowers a span's rating. Without words there are 7 more right and 32 more wrong answers, without breaks 3
 * and 9.
 */
const PER_WORD = 0.12;
const PER_BREAK = 0.25;
const MOST_SPANS = 3;

/** The candidates of a sentence; empty when it does not express the relation asked for. */
export function rateSpans(context: SpanContext, wanted: WantedAnswer): RatedSpan[] {
  const sentence = context.sentence;
  const cells = context.header === undefined ? tableCells(sentence) : [{ header: context.header, start: 0, end: sentence.length }];
  if (cells !== null) return rateCells(context, wanted, cells);
  const cover = coverage(context, wanted);
  const known = wanted.relations.length > 0;
  const bare = wanted.kind === 'country' && context.index === 0 && context.about > 0.7;
  const least = wanted.relations.every(isLoose) ? LEAST_COVERAGE : LEAST_COVERAGE_OF_RELATION;
  if ((cover.share < least && !bare) || (!known && cover.at.length === 0)) return [];
  const slots = wanted.relations.map((relation) => slotFinder(relation, context, wanted));
  if (known && !bare && slots.every((slot) => slot.empty)) return [];
  const rated: RatedSpan[] = [];
  for (const span of spansOf(sentence, wanted.kind, wanted.unit)) {
    if (repeatsQuestion(sentence.slice(span.start, span.end), wanted)) continue;
    const slot = known
      ? Math.max(bare ? FIRST_COUNTRY_SLOT : 0, ...slots.map((find) => find.rate(span)))
      : nearness(span, cover.at, sentence, wanted.subject && rated.length === 0);
    if (slot < LEAST_SLOT) continue;
    rated.push({
      start: span.start,
      end: span.end,
      score:
        scoreOf(context.entity, slot, cover.share, span.fit) -
        (known ? 0 : wanted.kind === 'phrase' ? UNKNOWN_PHRASE : UNKNOWN_RELATION) -
        LATER_SENTENCE * Math.min(10, context.index),
    });
  }
  if (known) rated.push(...titleSpans(context, wanted, slots, cover.share));
  return rated.sort((a, b) => b.score - a.score).slice(0, MOST_SPANS);
}

/** @param slot how well the span's position fits the answer; all values are 0–1 */
function scoreOf(entity: number, slot: number, coverage: number, fit: number): number {
  return entity + slot + COVERAGE_WEIGHT * coverage + FIT_WEIGHT * fit;
}

/** The passage's title as the answer, if the sentence refers to it by a pronoun or as `the lighthouse`: `She designed the barrage`. */
function titleSpans(context: SpanContext, wanted: WantedAnswer, slots: readonly SlotFinder[], share: number): RatedSpan[] {
  const title = context.topic.names[0];
  if (title === undefined || !/^(?:person|organization|work|place|name)$/u.test(wanted.kind) || repeatsQuestion(title, wanted)) return [];
  const pattern =
    wanted.kind === 'person'
      ? /\b(?:he|she|his|her)\b/giu
      : wanted.head === null
        ? null
        : new RegExp(`\\b(?:the|this) ${wanted.head}\\b`, 'giu');
  if (pattern === null || /^(?:a|an)$/u.test(wanted.head ?? '')) return [];
  return [...context.sentence.matchAll(pattern)].flatMap((match) => {
    const span = { start: match.index, end: match.index + match[0].length, fit: 0.8 };
    const slot = Math.max(...slots.map((find) => find.rate(span)));
    return slot < LEAST_SLOT ? [] : [{ ...span, text: title, score: scoreOf(context.entity, slot, share, span.fit) }];
  });
}

interface SlotFinder {
  readonly empty: boolean;
  rate(span: AnswerSpan): number;
}

/** Rates how well a span's position fits the relation's answer, 0–1: close after or before the relation's words, in the same clause. */
function slotFinder(relation: Relation, context: SpanContext, wanted: WantedAnswer): SlotFinder {
  const sentence = context.sentence;
  const [afters, befores] = wanted.reversed
    ? [relation.before, [...relation.after, ...relation.before]]
    : [relation.after, relation.before];
  const personal = relation.kind === 'person' && KIN.test(relation.id);
  const isOfAnother = ({ index }: RegExpExecArray): boolean =>
    (personal && isParent(relation.id, sentence, index, wanted)) ||
    ((personal || wanted.biographical) && saysOfAnother(sentence, index, context, wanted));
  const after = afters.flatMap((cue) =>
    [...sentence.matchAll(cue)].filter((match) => !isOfAnother(match)).map((match) => match.index + match[0].length),
  );
  const before = befores.flatMap((cue) => [...sentence.matchAll(cue)].map((match) => match.index));
  const range = lifeRange(relation, context);
  return {
    empty: after.length + before.length === 0 && range === null,
    rate(span) {
      if (range !== null && context.index < 2 && span.start >= range.start && span.end <= range.end) return 1;
      const follows = Math.max(0, ...after.map((at) => closeness(sentence, at, span.start)));
      const precedes = Math.max(0, ...before.map((at) => closeness(sentence, span.end, at)));
      const slot = Math.max(follows, precedes);
      return personal && isWrongSex(relation.id, sentence, span) ? 0 : slot;
    },
  };
}

const KIN = /^(?:mother|father|parent|spouse|sibling|child)$/u;

/** `…, Margaret of Baden, daughter of` is about Margaret: the name directly before the relation's words is not the one in the question. */
function saysOfAnother(sentence: string, at: number, context: SpanContext, wanted: WantedAnswer): boolean {
  const before = sentence.slice(Math.max(0, at - 60), at);
  if (/\b(?:in|at|near|from)\s[^.;]{0,30}$/u.test(before)) return false;
  const name =
    /((?:\p{Lu}[\p{L}'’-]+\s(?:(?:of|the|zu|von|van|de|du|mac|and)\s)?)*\p{Lu}[\p{L}'’-]+)(?:\s?[[(][^\])]*[\])])?,?\s?(?:(?:who|was|is|the|an?|his|her|only|eldest|second|third|first|younger|elder|youngest|illegitimate)\s){0,4}$/u.exec(
      before,
    )?.[1];
  if (name === undefined) return false;
  return wordsOf(name).every(
    ({ fold: word }) =>
      !context.topic.words.has(word) &&
      !wanted.entities.some((entity) => entity.words.includes(word)) &&
      !/^(?:he|she|they|it|born|the|a|an|his|her)$/u.test(word),
  );
}

/**
 * `a daughter of King Frederick and Louise` is about the children of those it names. If the question is about one of these, the sentence
 * does not name that person's parents.
 */
function isParent(id: string, sentence: string, at: number, wanted: WantedAnswer): boolean {
  if (!/^(?:mother|father|parent|sibling)$/u.test(id)) return false;
  const entity = wanted.entities[0];
  const after = sentence.slice(at, at + 90);
  return entity !== undefined && rateName(entity, after, wordsOf(after)) >= 0.9;
}

/** Titles in the candidate or directly after it show its sex: a father is not a duchess. */
function isWrongSex(id: string, sentence: string, span: AnswerSpan): boolean {
  if (id !== 'father' && id !== 'mother') return false;
  const lead = sentence.slice(Math.max(0, span.start - 24), span.start);
  if (/\bher\s(?:\p{Ll}+\s){0,2}(?:consort|husband),?\s(?:\p{L}+\s)?$/u.test(lead)) return id === 'mother';
  const around = `${/(?:wife|Queen|King|queen|king|consort|mistress|concubine)(?:\s\p{Ll}+|,)*\s$/u.exec(lead)?.[0] ?? ''}${sentence.slice(span.start, span.end + 36).split(/ and |;|\. /u)[0] ?? ''}`;
  return (id === 'father' ? FEMALE : MALE).test(around);
}

const FEMALE =
  /\b(?:Queen|queen|Princess|Duchess|Countess|Empress|Lady|Marchioness|Baroness|Infanta|Archduchess|wife|mistress|concubine|consort|Mrs)\b/u;
const MALE = /\b(?:King|king|Prince|Duke|Count|Emperor|Lord|Marquess|Baron|Baronet|Sir|Earl|Infante|Archduke|Sultan|husband|Mr)\b/u;

/** The parenthesized half of the life dates that contains the answer to a question about birth or death. */
function lifeRange(relation: Relation, context: SpanContext): TextSpan | null {
  if (context.index > 1 || !/^(?:birth|death)/u.test(relation.id)) return null;
  const life = lifeRanges(context.sentence);
  return relation.id.startsWith('birth') ? (life?.birth ?? null) : (life?.death ?? null);
}

/** 1 for adjacent places, decreasing with distance, 0 across a clause break or backward. */
function closeness(sentence: string, from: number, to: number): number {
  if (to < from) return 0;
  const gap = sentence.slice(from, to);
  const breaks = (gap.match(/[;:.]\s|[,–—]/gu) ?? []).length;
  const words = (gap.match(/\p{L}+/gu) ?? []).length;
  return 1 / (1 + PER_WORD * words + PER_BREAK * breaks);
}

interface Coverage {
  /** The share of the question's content words in the sentence or the title, paraphrases included. */
  readonly share: number;
  /** Places of these words in the sentence. */
  readonly at: readonly Word[];
}

export function coverage(context: SpanContext, wanted: WantedAnswer): Coverage {
  const stems = context.words.map((word) => stem(word.fold));
  const related = wanted.relations.some(
    (relation) =>
      lifeRange(relation, context) !== null || [...relation.after, ...relation.before].some((cue) => context.sentence.search(cue) >= 0),
  );
  let found = 0;
  const at: Word[] = [];
  for (const content of wanted.content) {
    const group = wanted.paraphrasesOf(content);
    const positions = context.words.filter((_, index) => group.has(stems[index] ?? ''));
    at.push(...positions);
    if (positions.length > 0 || context.topic.stems.has(content) || context.before?.has(content) === true) found += 1;
    else if (related && wanted.relationWords.has(content) && !wanted.relations.every((relation) => relation.id === 'leader')) found += 1;
  }
  return { share: wanted.content.length === 0 ? (related ? 1 : 0) : found / wanted.content.length, at };
}

/** For questions without a known relation: how near the span is to a word of the question. */
function nearness(span: AnswerSpan, at: readonly Word[], sentence: string, first: boolean): number {
  const near = at.map((word) =>
    word.end <= span.start
      ? closeness(sentence, word.end, span.start)
      : Math.max(closeness(sentence, span.end, word.start) * BEFORE_WORD, first ? ACTOR_SLOT : 0),
  );
  return Math.max(0, ...near);
}

/** True for a candidate that only repeats what the question names. */
export function repeatsQuestion(text: string, wanted: WantedAnswer): boolean {
  const words = wordsOf(text).map((word) => word.fold);
  if (words.length === 0) return true;
  return (
    wanted.entities.some((entity) => {
      const named = new Set(entity.words);
      return words.every((word) => named.has(word)) || (entity.words.length > 1 && entity.words.every((word) => words.includes(word)));
    }) || words.every((word) => wanted.content.includes(stem(word)) || (wanted.head !== null && stem(word) === stem(wanted.head)))
  );
}

/** In a table row, the header expresses the relation. */
function rateCells(
  context: SpanContext,
  wanted: WantedAnswer,
  cells: readonly { readonly header: string; readonly start: number; readonly end: number }[],
): RatedSpan[] {
  const rated: RatedSpan[] = [];
  const words = wanted.head === null ? wanted.content : [...wanted.content, stem(wanted.head)];
  const asked = new Set(words.filter((word) => !context.topic.stems.has(word)));
  for (const cell of cells) {
    const value = context.sentence.slice(cell.start, cell.end);
    const header = wordsOf(cell.header).map((word) => stem(word.fold));
    const hits = [...asked].filter((word) => header.some((other) => other === word || wanted.paraphrasesOf(word).has(other))).length;
    const related = wanted.relations.some((relation) =>
      [...relation.after, ...relation.before].some((cue) => cell.header.search(cue) >= 0),
    );
    if (hits === 0 && !related) continue;
    if (repeatsQuestion(value, wanted)) continue;
    const spans =
      wanted.kind === 'phrase' || wanted.kind === 'reason'
        ? [{ start: 0, end: value.length, fit: 1 }]
        : spansOf(value, wanted.kind, wanted.unit);
    const span = spans[0];
    if (span === undefined) continue;
    const share = Math.min(1, (hits + (related ? 1 : 0)) / Math.max(1, Math.min(2, asked.size)));
    rated.push({
      start: cell.start + span.start,
      end: cell.start + span.end,
      score: scoreOf(context.entity, share, share, span.fit),
    });
  }
  return rated.sort((a, b) => b.score - a.score).slice(0, 2);
}
