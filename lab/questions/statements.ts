/** Sentences that say something of a name, in a form that a question can repeat. */
import { findDates, findNames, findNumbers, foldText, pointing, rules, sentencesOf, speaking, wordsOf } from './english.ts';
import type { DateSpan } from '../../src/language/dates.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import type { SourceDocument, TextPlace } from './interfaces.ts';
import { isOccupation } from './names.ts';
import { isParticiple } from './verbs.ts';

export interface Statement {
  readonly document: SourceDocument;
  /** The full name, where the sentence has only its last word or a pronoun. */
  readonly subject: string;
  /** The first word of the predicate: `was`, `founded`. */
  readonly verb: string;
  /** From the verb to the end of the first clause. */
  readonly predicate: string;
  /** A date before the subject: `In 1899 Tarrow married …`. */
  readonly leadDate: string | undefined;
  readonly place: TextPlace;
}

export function statementsOf(document: SourceDocument): Statement[] {
  const fullNames = fullNamesIn(document);
  return document.passages.flatMap(({ passage }) => {
    let before = '';
    const sentences = sentencesOf(passage.text, passage.runs).flatMap(({ start, end }) => {
      const sentence = passage.text.slice(start, end).replaceAll(/\s+/gu, ' ');
      const paragraph =
        /\n\s*\n[^\n]*$/u.test(passage.text.slice(0, start)) && /\n[^\S\n]*$/u.test(passage.text.slice(0, start)) ? '' : before;
      before = `${paragraph} ${sentence}`;
      return clausesOf(sentence).flatMap((clause) => {
        const said = read(clause);
        const subject = said && resolved(said.subject, { document, fullNames, before: paragraph });
        return said && subject !== undefined ? [{ ...said, subject, document, place: { passage, start, end } }] : [];
      });
    });
    const roles = sentencesOf(passage.text, passage.runs).flatMap((range) => roleIn(document, { passage, ...range }) ?? []);
    return [...rowsOf(document, passage), ...livesOf(document, passage), ...sentences, ...roles];
  });
}

const row =
  /^(?:[^:;\n]{1,20}: )?(?:Formally |First |Officially )?(?<key>\p{Lu}\p{Ll}+)(?:: |; (?:[^:;\n]{1,20}: )?)(?<value>[^\n;]{4,60})$/gmu;

/** Rows of tables and lists that say when something happened to what the document is about: `Commissioned: 14 September 1911`. */
function rowsOf(document: SourceDocument, passage: Passage): Statement[] {
  const { subject } = document;
  if (subject === undefined) return [];
  return [...passage.text.matchAll(row)].flatMap(({ 0: line, index, groups: { key = '', value = '' } = {} }) => {
    const done = key.toLowerCase();
    const [date] = findDates(value);
    if (!date || date.start > 0 || /^[–-]| to /u.test(value.slice(date.end))) return [];
    if (done !== 'died' && !isParticiple(done)) return [];
    const when = `${/^\d{4}$/u.test(value.slice(0, date.end)) ? 'in' : 'on'} ${value.slice(0, date.end)}`;
    const verb = done === 'died' ? 'died' : 'was';
    const predicate = done === 'died' ? `died ${when}` : `was ${done} ${when}`;
    return { document, subject, verb, predicate, leadDate: undefined, place: { passage, start: index, end: index + line.length } };
  });
}

/** `Ada Brandvik (4 March 1871 – 2 May 1950) was …`, `Michael Hurst (born 20 September 1957) is …` */
function livesOf(document: SourceDocument, passage: Passage): Statement[] {
  const { subject } = document;
  const [{ start, end } = { start: 0, end: 0 }] = sentencesOf(passage.text, passage.runs);
  const [, name = '', inside = ''] =
    /^(\p{Lu}[^()]{2,60}?),? ?\(([^()]{4,120})\),? (?:is|was) /u.exec(passage.text.slice(start, end)) ?? [];
  if (
    subject === undefined ||
    !foldText(name)
      .split(' ')
      .includes(foldText(subject).split(' ').at(-1) ?? '')
  )
    return [];
  const [born, died, ...others] = findDates(inside);
  const place = { passage, start, end };
  const said = (verb: string, done: string, date: DateSpan): Statement => {
    const when = `${date.readings[0].month === undefined ? 'in' : 'on'} ${inside.slice(date.start, date.end)}`;
    return { document, subject, verb, predicate: `${done} ${when}`, leadDate: undefined, place };
  };
  if (!born || others.length > 0 || /\b(?:c|ca|circa|or|before|after)\b/u.test(inside)) return [];
  const birth = said('was', 'was born', born);
  if (!died) return /\bborn (?:on |in )?$/u.test(inside.slice(0, born.start)) ? [birth] : [];
  // Years alone may be those of an office, or of a magazine.
  const isLife =
    /^\s*[–—-]\s*$/u.test(inside.slice(born.end, died.start)) && [born, died].every(({ readings: [{ day }] }) => day !== undefined);
  return isLife ? [birth, said('died', 'died', died)] : [];
}

/** What someone was to what the document is about: `The designer was Ruben Istad.` */
function roleIn(document: SourceDocument, place: TextPlace): Statement | undefined {
  const { subject: about } = document;
  const sentence = place.passage.text.slice(place.start, place.end).replaceAll(/\s+/gu, ' ');
  const [lead = '', role] = /^(?:The|Its) (\p{Ll}+) was (?=\p{Lu})/u.exec(sentence) ?? [];
  if (about === undefined || role === undefined || !isOccupation(role)) return undefined;
  const after = sentence.slice(lead.length);
  const [name] = findNames(after);
  if (!name || name.start !== 0 || !/^[,.]/u.test(after.slice(name.end))) return undefined;
  const predicate = `was the ${role} of ${inSentence(about)}`;
  return { document, subject: after.slice(0, name.end), verb: 'was', predicate, leadDate: undefined, place };
}

/** A name that ends with a noun has an article: `the Orrin barrage`. */
export function inSentence(name: string): string {
  return /^(?![Tt]he )\p{Lu}.* \p{Ll}+$/u.test(name) ? `the ${name}` : name;
}

/** The sentence, and its further main clauses that begin with a name: `…, and the Tamsay Narrows station was commissioned in 1926.` */
function clausesOf(sentence: string): string[] {
  const further = [...sentence.matchAll(/(?:, and|;) (?=(?:the )?\p{Lu})/gu)].map(({ 0: lead, index }) =>
    sentence.slice(index + lead.length),
  );
  return [sentence, ...further];
}

interface Surroundings {
  readonly document: SourceDocument;
  readonly fullNames: ReadonlyMap<string, string>;
  /** What the paragraph says before. */
  readonly before: string;
}

/** The name that a subject means; undefined where that is unsure. */
function resolved(subject: string, { document, fullNames, before }: Surroundings): string | undefined {
  const [, noun] = /^the (\p{Ll}+)$/u.exec(subject) ?? [];
  // `The lighthouse` is the one that the document is about.
  if (noun !== undefined) return foldText(document.subject?.split(' ').at(-1) ?? '') === noun ? document.subject : undefined;
  if (!/^(?:he|she|it)$/iu.test(subject)) return fullNames.get(foldText(subject)) ?? subject;
  const about = document.subject;
  if (about === undefined) return undefined;
  const own = new Set(foldText(about).split(' '));
  const others = findNames(before).some(({ start, end }) =>
    foldText(before.slice(start, end))
      .split(' ')
      .every((word) => !own.has(word)),
  );
  return others ? undefined : about;
}

const fewestWords = 2;
const mostWords = 18;
const subjectAtStart = /^(?:(?:In|On|By) (?<date>[^,]{4,20}?),? )?(?<pronoun>(?:He|She|It|he|she|it)(?= ))?/u;

function read(sentence: string): Pick<Statement, 'subject' | 'verb' | 'predicate' | 'leadDate'> | undefined {
  if (/[?!…|`*_[\]{}<>=]/u.test(sentence) || !/\.$/u.test(sentence)) return undefined;
  for (const lead of [subjectAtStart.exec(sentence)?.groups?.['date'], undefined]) {
    if (lead !== undefined && !isDate(lead)) continue;
    const text = lead === undefined ? sentence : sentence.slice(sentence.indexOf(lead) + lead.length).replace(/^,? /u, '');
    const subject = subjectOf(text);
    if (subject === undefined) continue;
    const rest = text.slice(subject.length).replace(/^ \([^()]*\)/u, '');
    const [, relative] = /^, who (\p{Ll}[^,]+),/u.exec(rest) ?? [];
    const [, birth] = /^, (born (?:in|at|on) [^,]+),/u.exec(rest) ?? [];
    const said = birth !== undefined ? `was ${birth}` : (relative ?? rest.replace(/^, [^,]{3,60},(?= \p{Ll})/u, '').trim());
    const verb = /^(\p{Ll}+)\b/u.exec(said)?.[1] ?? '';
    const predicate = firstClause(said);
    if (!isPredicateVerb(verb) || speaking.has(verb) || /["“”():;•]/u.test(predicate)) continue;
    const words = wordsOf(predicate);
    if (words.length < fewestWords || words.length > mostWords || words.some(({ fold }) => pointing.has(fold))) continue;
    return { subject, verb, predicate, leadDate: lead };
  }
  return undefined;
}

function isDate(text: string): boolean {
  const [date] = findDates(text);
  return date !== undefined && date.start === 0 && date.end === text.length;
}

function subjectOf(text: string): string | undefined {
  const [pronoun] = /^(?:He|She|It|he|she|it)(?= \p{Ll})/u.exec(text) ?? [];
  if (pronoun !== undefined) return pronoun;
  const [, noun] = /^[Tt]he (\p{Ll}{3,})(?= (?:was|is|has) \p{Ll})/u.exec(text) ?? [];
  if (noun !== undefined) return `the ${noun}`;
  const [name] = findNames(text);
  if (!name || !/^(?:[Tt]he )?$/u.test(text.slice(0, name.start))) return undefined;
  // `the Tamsay Narrows station`: the noun belongs to the name.
  const [ending = ''] = /^ \p{Ll}{4,}(?= (?:was|is) \p{Ll}+(?:ed|n|t)\b)/u.exec(text.slice(name.end)) ?? [];
  const subject = text.slice(0, name.end) + (isPredicateVerb(ending.trim()) ? '' : ending);
  return subject.split(' ').length > 5 || /^(?:the )?(?:\p{Lu}\p{Ll}?|\d+)$/iu.test(subject) ? undefined : subject;
}

/** Only the singular, so that the verb fits `Who` and `Which`. */
function isPredicateVerb(word: string): boolean {
  if (/^(?:is|was|has)$/u.test(word) || rules.pasts.has(word)) return true;
  return /^\p{Ll}{2,}ed$/u.test(word) && !rules.notParticiples.test(word);
}

const clauseEnd =
  /[,—–;]|\s-\s|\.$|\s(?:which|who|whose|whom|where|when|while|because|although|though|but|as|if|unless|until|since|after|before|whereas|and|or|so|than)\s/u;

/** Up to where a further clause begins, which may be about something else. */
function firstClause(text: string): string {
  const end = clauseEnd.exec(text)?.index ?? text.length;
  // A date has its comma.
  const date = findDates(text).find((one) => one.start < end && one.end > end);
  return text.slice(0, date?.end ?? end).trim();
}

/** The full names that a document has for those of which it also uses the last word alone; none where several have that word. */
function fullNamesIn({ passages, subject }: SourceDocument): ReadonlyMap<string, string> {
  const all = passages.flatMap(({ passage: { text } }) => findNames(text).map(({ start, end }) => text.slice(start, end)));
  const full = new Map<string, string>();
  const several = new Set<string>();
  for (const name of [...(subject === undefined ? [] : [subject]), ...all]) {
    const words = name.split(' ');
    if (words.length < 2 || words.length > 4 || /\d/u.test(name)) continue;
    const last = foldText(words.at(-1) ?? '');
    const known = full.get(last);
    if (known === undefined) full.set(last, name);
    else if (foldText(known) !== foldText(name)) several.add(last);
  }
  for (const last of several) full.delete(last);
  return full;
}

/** Names, dates and numbers of a text, folded: what makes it particular. */
export function anchorsOf(text: string): string[] {
  const spans = [...findNames(text), ...findDates(text), ...findNumbers(text)];
  return [...new Set(spans.map(({ start, end }) => foldText(text.slice(start, end))))].filter((anchor) => anchor !== '');
}
