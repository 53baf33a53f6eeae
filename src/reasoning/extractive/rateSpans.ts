import type { Topic } from './entityMatch.ts';
import { rateName } from './nameMatch.ts';
import { isLoose, type Relation } from './relations.ts';
import { lifeRanges, spansOf, type AnswerSpan, type TextSpan } from './spans.ts';
import { tableCells } from './tableRow.ts';
import type { WantedAnswer } from './wantedAnswer.ts';
import type { Word } from '../../language/words.ts';
import { stem, wordsOf } from './language.ts';

/** A candidate with how well it is supported; `text` is set when the answer is not in the sentence itself (a pronoun for the title). */
export interface RatedSpan {
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly text?: string;
}

export interface SpanContext {
  readonly sentence: string;
  readonly words: readonly Word[];
  /** Position of the sentence in its passage. */
  readonly index: number;
  readonly about: number;
  /** How surely the sentence speaks of the question's entities. */
  readonly entity: number;
  readonly topic: Topic;
  /** Stems of the sentence before, when this one goes on about it by a pronoun. */
  readonly before?: ReadonlySet<string>;
  /** The label on the line above, when the sentence is its value. */
  readonly header?: string;
}

/** The candidates of a sentence worth answering with; empty when it does not speak of the relation asked for. */
export function rateSpans(context: SpanContext, wanted: WantedAnswer): RatedSpan[] {
  const sentence = context.sentence;
  const cells = context.header === undefined ? tableCells(sentence) : [{ header: context.header, start: 0, end: sentence.length }];
  if (cells !== null) return rateCells(context, wanted, cells);
  const cover = coverage(context, wanted);
  const known = wanted.relations.length > 0;
  const bare = wanted.kind === 'country' && context.index === 0 && context.about > 0.7;
  const loose = wanted.relations.every(isLoose);
  if ((cover.share < (loose ? 0.6 : 0.35) && !bare) || (!known && cover.at.length === 0)) return [];
  const slots = wanted.relations.map((relation) => slotFinder(relation, context, wanted));
  if (known && !bare && slots.every((slot) => slot.empty)) return [];
  const rated: RatedSpan[] = [];
  for (const span of spansOf(sentence, wanted.kind, wanted.unit)) {
    if (repeatsQuestion(sentence.slice(span.start, span.end), context, wanted)) continue;
    const slot = known
      ? Math.max(bare ? 0.5 - 0.001 * span.start : 0, ...slots.map((find) => find.rate(span)))
      : nearness(span, cover.at, sentence, wanted.subject && rated.length === 0);
    if (slot < (known ? 0.25 : 0.3)) continue;
    rated.push({
      start: span.start,
      end: span.end,
      score:
        context.entity +
        slot +
        0.6 * cover.share +
        0.5 * span.fit -
        (known ? 0 : wanted.kind === 'phrase' ? 1 : 0.2) -
        0.01 * Math.min(10, context.index),
    });
  }
  if (known) rated.push(...titleSpans(context, wanted, slots, cover.share));
  return rated.sort((a, b) => b.score - a.score).slice(0, 3);
}

/** The passage's own title as the answer, where the sentence speaks of it by a pronoun or as `the lighthouse`: `She designed the barrage`. */
function titleSpans(context: SpanContext, wanted: WantedAnswer, slots: readonly SlotFinder[], share: number): RatedSpan[] {
  const title = context.topic.names[0];
  if (title === undefined || !/^(?:person|organization|work|place|name)$/u.test(wanted.kind) || repeatsQuestion(title, context, wanted))
    return [];
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
    return slot < 0.6 ? [] : [{ ...span, text: title, score: context.entity + slot * 0.9 + 0.6 * share + 0.4 }];
  });
}

interface SlotFinder {
  readonly empty: boolean;
  rate(span: AnswerSpan): number;
}

/** How well a span fits where the relation puts its answer, 0–1: close after or before the relation's words, in the sentence's own clause. */
function slotFinder(relation: Relation, context: SpanContext, wanted: WantedAnswer): SlotFinder {
  const sentence = context.sentence;
  const [afters, befores] = wanted.reversed
    ? [relation.before, [...relation.after, ...relation.before]]
    : [relation.after, relation.before];
  const personal = relation.kind === 'person' && KIN.test(relation.id);
  const after = afters.flatMap((cue) =>
    [...sentence.matchAll(cue)].map((match) => ({
      at: match.index + match[0].length,
      weight:
        (personal || wanted.biographical) &&
        (saysOfAnother(sentence, match.index, context, wanted) || (personal && isParent(relation.id, sentence, match.index, wanted)))
          ? 0.2
          : 1,
    })),
  );
  const before = befores.flatMap((cue) => [...sentence.matchAll(cue)].map((match) => match.index));
  const life = lifeRanges(sentence);
  const range = lifeRange(relation, context);
  return {
    empty: after.length + before.length === 0 && range === null,
    rate(span) {
      if (range !== null && context.index < 2 && span.start >= range.start && span.end <= range.end) return 1;
      if (
        life !== null &&
        span.start >= Math.min(life.birth?.start ?? 1e9, life.death?.start ?? 1e9) &&
        span.end <= Math.max(life.birth?.end ?? 0, life.death?.end ?? 0)
      )
        return 0;
      const follows = Math.max(0, ...after.map(({ at, weight }) => weight * closeness(sentence, at, span.start)));
      const precedes = Math.max(0, ...before.map((at) => closeness(sentence, span.end, at)));
      const slot = Math.max(follows, precedes * 0.95);
      return personal && isWrongSex(relation.id, sentence, span) ? slot * 0.2 : slot;
    },
  };
}

const KIN = /^(?:mother|father|parent|spouse|sibling|child)$/u;

/** `…, Margaret of Baden, daughter of` tells of Margaret: the name right before the relation's words is not what the question asks about. */
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

/** `a daughter of King Frederick and Louise` tells of the children of whom it names: when that is the question's person, not of his parents. */
function isParent(id: string, sentence: string, at: number, wanted: WantedAnswer): boolean {
  if (!/^(?:mother|father|parent|sibling)$/u.test(id)) return false;
  const entity = wanted.entities[0];
  const after = sentence.slice(at, at + 90);
  return entity !== undefined && rateName(entity, after, wordsOf(after)) >= 0.9;
}

/** A father is no duchess: titles in the candidate or right after it tell. */
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

/** The bracketed half-life that holds the answer to a question about birth or death. */
function lifeRange(relation: Relation, context: SpanContext): TextSpan | null {
  if (context.index > 1 || !/^(?:birth|death)/u.test(relation.id)) return null;
  const life = lifeRanges(context.sentence);
  return relation.id.startsWith('birth') ? (life?.birth ?? null) : (life?.death ?? null);
}

/** 1 when nothing lies between, falling with distance, 0 across a clause break or backwards. */
function closeness(sentence: string, from: number, to: number): number {
  if (to < from || to - from > 120) return 0;
  const gap = sentence.slice(from, to);
  const breaks = (gap.match(/[;:.]\s|[,–—]/gu) ?? []).length;
  const names = (gap.match(/\p{Lu}\p{L}+/gu) ?? []).length;
  const words = (gap.match(/\p{L}+/gu) ?? []).length;
  return 1 / (1 + 0.12 * words + 0.25 * breaks + 0.2 * names);
}

interface Coverage {
  /** Share of the question's content words the sentence or the title says, in its own words or others. */
  readonly share: number;
  /** Where in the sentence. */
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
    if (positions.length > 0) found += 1;
    else if (context.topic.stems.has(content) || context.before?.has(content) === true) found += 0.9;
    else if (related && wanted.relationWords.has(content) && !wanted.relations.every((relation) => relation.id === 'leader')) found += 1;
  }
  return { share: wanted.content.length === 0 ? (related ? 1 : 0) : found / wanted.content.length, at };
}

/** For questions without a known relation: how near the span is to a word the question uses. */
function nearness(span: AnswerSpan, at: readonly Word[], sentence: string, first: boolean): number {
  const byAgent =
    /\bby (?:the )?$/u.test(sentence.slice(Math.max(0, span.start - 10), span.start)) &&
    at.some((word) => word.end <= span.start && span.start - word.end < 80);
  const near = at.map((word) =>
    word.end <= span.start
      ? closeness(sentence, word.end, span.start)
      : Math.max(closeness(sentence, span.end, word.start) * 0.8, first ? 0.7 : 0),
  );
  return Math.max(byAgent ? 0.9 : 0, ...near);
}

/** True for a candidate that only says again what the question or the passage's own title names. */
export function repeatsQuestion(text: string, context: SpanContext, wanted: WantedAnswer): boolean {
  const words = wordsOf(text).map((word) => word.fold);
  if (words.length === 0) return true;
  if (
    context.about > 0.7 &&
    context.topic.segments.some(
      (segment, index) =>
        (index > 0 || context.topic.segments.length === 1) &&
        words.every((word) => segment.has(word)) &&
        (wanted.entities.length === 0 || wanted.entities.some((entity) => entity.words.some((word) => segment.has(word)))),
    )
  )
    return true;
  return (
    wanted.entities.some((entity) => {
      const named = new Set(entity.words);
      return words.every((word) => named.has(word)) || (entity.words.length > 1 && entity.words.every((word) => words.includes(word)));
    }) || words.every((word) => wanted.content.includes(stem(word)) || (wanted.head !== null && stem(word) === stem(wanted.head)))
  );
}

/** In a table row the header says the relation. */
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
    if (repeatsQuestion(value, context, wanted)) continue;
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
      score: context.entity + 0.9 * share + 0.6 * share + 0.5 * span.fit,
    });
  }
  return rated.sort((a, b) => b.score - a.score).slice(0, 2);
}
