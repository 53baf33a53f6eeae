/** What questions can ask of a statement: when, where, by whom. */
import { findDates, findNames, foldText } from './english.ts';
import type { TextPlace } from './interfaces.ts';
import { baseOf, isParticiple, pastOf } from './verbs.ts';
import type { Statement } from './statements.ts';

export interface Fact {
  readonly statement: Statement;
  readonly kind: 'date' | 'place' | 'agent' | 'object';
  readonly answer: string;
  /** @param subject a name, or a description with its clause, `the person` and `who designed the barrage` */
  readonly ask: (subject: string) => string;
  /** What happened, for comparisons: facts with the same words can be compared. */
  readonly event: string | undefined;
}

/** @param isWord whether the documents have a word */
export function factsOf(statement: Statement, isWord: (word: string) => boolean): Fact[] {
  const { verb, predicate } = statement;
  const work = made(statement);
  if (work) return [work];
  const frame = verb === 'was' ? passiveFrame(predicate) : activeFrame(verb, predicate, isWord);
  if (!frame) return [];
  return [...dateFacts(statement, frame), ...placeFacts(statement, frame), ...agentFacts(statement, frame)];
}

interface Frame {
  readonly auxiliary: string;
  /** The verb as the question has it after its subject. */
  readonly asked: string;
  /** What follows the verb. */
  readonly rest: string;
}

function passiveFrame(predicate: string): Frame | undefined {
  const [, participle = '', rest = ''] = /^was (\p{Ll}+)\b\s*(.*)$/u.exec(predicate) ?? [];
  return isParticiple(participle) ? { auxiliary: 'was', asked: participle, rest } : undefined;
}

function activeFrame(verb: string, predicate: string, isWord: (word: string) => boolean): Frame | undefined {
  const base = /^(?:is|has)$/u.test(verb) ? undefined : baseOf(verb, isWord);
  return base === undefined ? undefined : { auxiliary: 'did', asked: base, rest: predicate.slice(verb.length).trim() };
}

/** `in 1899`, `on 4 March 1871`. */
function datePhrase(text: string): { readonly date: string; readonly without: string; readonly isLast: boolean } | undefined {
  const [date, ...others] = findDates(text);
  if (!date || others.length > 0) return undefined;
  const lead = /(?:^| )(?:in|on|by|around) $/u.exec(text.slice(0, date.start));
  if (!lead) return undefined;
  const [before, after] = [text.slice(0, lead.index), text.slice(date.end)];
  if (/^[–-]/u.test(after) || /^(?:by|around) /u.test(text.slice(lead.index).trim())) return undefined;
  return { date: text.slice(date.start, date.end), without: `${before}${after}`.trim(), isLast: after.trim() === '' };
}

function dateFacts(statement: Statement, { auxiliary, asked, rest }: Frame): Fact[] {
  const { leadDate } = statement;
  const found = leadDate === undefined ? datePhrase(rest) : { date: leadDate, without: rest, isLast: true };
  if (!found || (leadDate !== undefined && findDates(rest).length > 0) || goesOn(statement.place, found.date)) return [];
  // What is after the date tells more of the event, or something else: `in 1926 in driving rain`.
  const tail = found.isLast ? found.without : found.without.slice(0, rest.indexOf(found.date)).replace(/(?<!\s)\s*\b(?:in|on)\s*$/u, '');
  const shorter = /^(?:born|die)$/u.test(asked) ? '' : tail.trim();
  if (/\b(?:by|with|to|of|for|from|at|the|a|an|in|on)$/u.test(shorter)) return [];
  const after = shorter === '' ? '' : ` ${shorter}`;
  return [
    {
      statement,
      kind: 'date',
      answer: found.date,
      ask: (subject) => `When ${auxiliary} ${subject} ${asked}${after}?`,
      event: after === '' && (auxiliary === 'was' || asked === 'die') ? `${auxiliary} ${asked}` : undefined,
    },
  ];
}

/** Whether a date is only the first of several: `in 1902 and 1903`. */
export function goesOn({ passage, start, end }: TextPlace, date: string): boolean {
  const sentence = passage.text.slice(start, end).replaceAll(/\s+/gu, ' ');
  return /^(?: and| or| to|,|[–-]) ?\d/u.test(sentence.slice(sentence.indexOf(date) + date.length));
}

/** Verbs after which `in` and a name is a place. */
const placed =
  /^(?:born|died|die|buried|built|held|raised|educated|arrested|filmed|based|located|opened|found|killed|shot|live|settle|arrive|grow|meet|study)$/u;

function placeFacts(statement: Statement, { auxiliary, asked, rest }: Frame): Fact[] {
  if (!placed.test(asked)) return [];
  const [, before = '', name = ''] = /^(.*?)\b(?:in|at|near) (?:the )?(\p{Lu}.*)$/u.exec(rest) ?? [];
  const [first] = findNames(name);
  if (!first || first.start !== 0 || findDates(name.slice(0, first.end)).length > 0 || before.split(' ').length > 3) return [];
  const after = before.trim() === '' || findDates(before).length > 0 ? '' : ` ${before.trim()}`;
  return [
    {
      statement,
      kind: 'place',
      answer: name.slice(0, first.end),
      ask: (subject) => `Where ${auxiliary} ${subject} ${asked}${after}?`,
      event: undefined,
    },
  ];
}

/** `was designed by Osric Vane`. */
function agentFacts(statement: Statement, { auxiliary, asked, rest }: Frame): Fact[] {
  const [, before = '', by = ''] = /^(.*?)\bby (?:the )?(\p{Lu}.*)$/u.exec(rest) ?? [];
  const agent = auxiliary !== 'was' || before.trim() !== '' ? undefined : agentOf(statement, asked, by);
  return agent ? [agent] : [];
}

/** `is a 1942 American film directed by S. Roy Luby`. */
function made(statement: Statement): Fact | undefined {
  const [, participle = '', by = ''] = /^(?:is|was) an? [^,;]{3,80}? (\p{Ll}+) by (\p{Lu}.*)$/u.exec(statement.predicate) ?? [];
  return isParticiple(participle) ? agentOf(statement, participle, by) : undefined;
}

function agentOf(statement: Statement, participle: string, by: string): Fact | undefined {
  const [name] = findNames(by);
  const past = pastOf(participle);
  if (!name || name.start !== 0 || past === undefined) return undefined;
  const answer = by.slice(0, name.end);
  const { passage, start, end } = statement.place;
  const sentence = passage.text.slice(start, end).replaceAll(/\s+/gu, ' ');
  // One of several did it only with the others.
  if (/^(?:,? and|,| &) (?:the )?\p{Lu}/u.test(sentence.slice(sentence.indexOf(answer) + answer.length))) return undefined;
  return { statement, kind: 'agent', answer, ask: (subject) => `Who ${past} ${subject}?`, event: undefined };
}

/** Whether two names are of one thing: equal, without `the`. */
export function nameKeyOf(name: string): string {
  return foldText(name).replace(/^the /u, '');
}
