/** The words of a text with what leads to each, so that who does what can be compared. Pure. */
import { findDates, relationOf, type DateSpan } from '../language/dates.ts';
import type { Language } from '../language/language.ts';
import { findNumbers, sameNumber, type NumberSpan } from '../language/numbers.ts';
import { wordsOf } from '../language/words.ts';
import { contentWordsOf, type ContentWord } from './wordForms.ts';

/** A word that carries content, or a number or date. */
export interface RoleWord extends ContentWord {
  readonly text: string;
  /** What is between it and the word before. */
  readonly gap: string;
  /** The preposition before it; '' for none. */
  readonly lead: string;
  /** Whether it says what is done to what comes before it. */
  readonly isPassive: boolean;
  readonly date?: DateSpan;
  readonly number?: NumberSpan;
}

/** In text order. A possessive is read as if it followed what is owned. */
export function roleWordsOf(text: string, language: Language): readonly RoleWord[] {
  const dates = findDates(text, language);
  // What bounds a sentence leads to words, as prepositions do.
  const { limits } = language.answers;
  const { prepositions } = language.reading;
  const isLead = (word: string): boolean => limits.has(word) || prepositions.has(word);
  const isIn = ({ start, end }: ContentWord | NumberSpan, spans: readonly (DateSpan | NumberSpan)[]): boolean =>
    spans.some((span) => start < span.end && span.start < end);
  const numbers = findNumbers(text, language).filter((number) => !isIn(number, dates));
  const spans = [
    ...dates.map((date) => ({ start: date.start, end: date.end, keys: [], date })),
    ...numbers.map((number) => ({ start: number.start, end: number.end, keys: [], number })),
    ...contentWordsOf(text, language).filter(
      (word) => !isIn(word, [...dates, ...numbers]) && !isLead(text.slice(word.start, word.end).toLowerCase()),
    ),
  ].sort((a, b) => a.start - b.start);
  const words: RoleWord[] = [];
  let owner: readonly RoleWord[] = [];
  for (const [i, span] of spans.entries()) {
    const gap = text.slice(spans[i - 1]?.end ?? 0, span.start);
    const word = { ...span, gap, text: text.slice(span.start, span.end), lead: prepositionOf(gap, language), isPassive: false };
    if (owner.length === 0 && language.caseEnding.test(word.text) && text.charAt(span.end).trim() === '') {
      let from = words.length;
      for (let next: RoleWord = word; from > 0 && next.gap === ' ' && isCapital(words[from - 1]); from--) next = words[from - 1] ?? word;
      owner = [...words.splice(from), word];
      continue;
    }
    const [first, ...names] = owner;
    const led = first ? { ...word, gap: first.gap, lead: first.lead } : word;
    words.push({ ...led, isPassive: isPassive(word, words.at(-1), language) });
    if (first) words.push({ ...first, gap: ' ', lead: language.reading.owning }, ...names);
    owner = [];
  }
  return [...words, ...owner];
}

function isCapital(word: RoleWord | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word.text);
}

/** The last preposition, if only articles and what points or owns follow it. */
export function prepositionOf(gap: string, { reading, articles }: Language): string {
  const words = gap.toLowerCase().match(/[\p{L}\p{M}]+|[,;:.!?()]/gu) ?? [];
  const last = words.findLast((word) => !articles.includes(word) && !reading.pronouns.has(word)) ?? '';
  return reading.prepositions.has(last) || reading.where.has(last) || reading.agents.has(last) ? last : '';
}

function isPassive({ gap, text }: Pick<RoleWord, 'gap' | 'text'>, before: RoleWord | undefined, language: Language): boolean {
  const { copulas, participle } = language.reading;
  const isParticiple = participle.test(text) || language.questions.participles.has(text.toLowerCase());
  const isAside = before === undefined ? gap.trim() === '' : gap.trim() === ',';
  return isParticiple && prepositionOf(gap, language) === '' && (isAside || wordsOf(gap, language).some(({ fold }) => copulas.has(fold)));
}

/** Whether a new clause may begin with a word: at a mark, a conjunction or a relative. */
export function beginsClause({ gap }: RoleWord, { reading }: Language): boolean {
  return (
    /[,;:.!?()—–、，；。]/u.test(gap) ||
    (gap.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => reading.conjunctions.has(word) || isRelative(word, reading))
  );
}

/** Whether a folded word leads from a noun to a clause about it. */
export function isRelative(fold: string, { relative, links, owning }: Language['reading']): boolean {
  return relative.has(fold) || (links.has(fold) && fold !== owning);
}

/** Every passive clause as if it were active: who did it, what was done, to what. */
export function asActive(words: readonly RoleWord[], language: Language): readonly RoleWord[] {
  const active: RoleWord[] = [];
  let from = 0;
  while (from < words.length) {
    let to = from + 1;
    while (to < words.length && !beginsClause(words[to] as RoleWord, language)) to++;
    active.push(...activeClause(words.slice(from, to), language));
    from = to;
  }
  return active;
}

function activeClause(clause: readonly RoleWord[], { reading }: Language): readonly RoleWord[] {
  const isAgent = ({ lead, date, number }: RoleWord): boolean => reading.agents.has(lead) && !date && !number;
  const verb = clause.findIndex((word, i) => word.isPassive || (reading.participle.test(word.text) && isAgent(clause[i + 1] ?? word)));
  const done = clause[verb];
  if (!done) return clause;
  const first = clause.findIndex((word, i) => i > verb && isAgent(word));
  const last = first < 0 ? -1 : clause.findIndex((word, i) => i > first && word.gap.trim() !== '' && word.lead !== reading.owning);
  const end = last < 0 ? clause.length : last;
  const [agent, rest] =
    first < 0 ? [[], clause.slice(verb + 1)] : [clause.slice(first, end), [...clause.slice(verb + 1, first), ...clause.slice(end)]];
  const [lead, ...more] = agent;
  const [theme, ...themes] = clause.slice(0, verb);
  const gap = theme?.gap ?? '';
  const voiceless = done.gap.replace(/\p{L}+/gu, (word) => (reading.copulas.has(word.toLowerCase()) ? '' : word));
  return [
    ...(lead ? [{ ...lead, lead: '', gap: `${gap} ${lead.gap}` }, ...more] : []),
    { ...done, isPassive: false, gap: lead ? voiceless : `${gap} ${voiceless}` },
    ...(theme ? [{ ...theme, gap: ' ' }, ...themes] : []),
    ...rest,
  ];
}

/** Whether a word of a quote says what a word of a claim says, however inflected. */
export function isSameRoleWord(claimed: RoleWord, given: RoleWord): boolean {
  if (claimed.date) return given.date !== undefined && relationOf(given.date, claimed.date) === 'implies';
  if (claimed.number) return given.number !== undefined && sameNumber(given.number, claimed.number);
  return given.keys.some((key) => claimed.keys.includes(key));
}
