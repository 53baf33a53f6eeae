/** Completes questions that leave out what the question before said: `And in 2020?`, `What about Osric Vane?`, `Why?`. */
import { english } from '../../language/english.ts';
import type { EarlierTurn } from '../earlierTurn.ts';
import { namedIn, type Antecedent } from './antecedents.ts';
import { findDates, wordsOf } from './language.ts';

const { followUps: words, reading, questions } = english;

export type Completed = { readonly text: string } | { readonly question: null; readonly unsure: string };

const unsure = (asked: string): Completed => ({
  question: null,
  unsure: `It is not clear what “${asked.replace(/[?.!\s]+$/u, '')}” asks for. Write the whole question.`,
});

interface Around {
  /** Whether `And` or the like led in. */
  readonly isLed: boolean;
  /** Whether something in it was replaced by its name. */
  readonly hasCarried: boolean;
}

/** Undefined where the question is whole. */
export function completed(asked: string, last: EarlierTurn, { isLed, hasCarried }: Around): Completed | undefined {
  const bare = asked.replace(/[?.!\s]+$/u, '');
  if (words.asking.test(asked)) return again(bare, last) ?? unsure(asked);
  const about = words.about.exec(bare)?.[0];
  if (about === undefined && !isWithoutVerb(bare)) return undefined;
  const rest = bare.slice((about ?? '').length);
  const first = wordsOf(rest)[0]?.fold ?? '';
  // It says what is the same only for a name.
  if (about !== undefined && /\bsame\b/iu.test(about) && namedIn(rest).length === 0) return unsure(asked);
  if (about === undefined && words.placed.has(first)) return placed(rest, last.question) ?? unsure(asked);
  if (about === undefined && !isLed && namedIn(rest).length === 0) return undefined;
  return aboutOther(rest, last, hasCarried) ?? unsure(asked);
}

/** Whether no word can be a verb, so that the question needs that of another. */
function isWithoutVerb(text: string): boolean {
  const all = wordsOf(text);
  if (all.length > 8 || all.length === 0) return false;
  return !all.some(
    ({ fold, start, end }) =>
      reading.asks.has(fold) ||
      reading.auxiliaries.has(fold) ||
      (text.slice(start, end) === fold &&
        (questions.pasts.has(fold) || questions.participles.has(fold) || (questions.verbs.has(fold) && start === 0))),
  );
}

const asksPlaceOrTime =
  /^(?:(?:in|on|at|from|since|to|by|until)\s(?:what|which)\s(?:\p{L}+\s){1,2}|(?:what|which)\s(?:year|day|date|time)\s|(?:since\s)?when\s|where\s|why\s|how\s)(?=(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\s)/iu;

/** The question before with another question word. */
function again(word: string, { question }: EarlierTurn): Completed | undefined {
  const asking = word
    .replace(/(?<!\s)\s+exactly$/iu, '')
    .replace(/^how come$/iu, 'why')
    .replace(/^\p{L}/u, (first) => first.toUpperCase());
  if (/^why not$/iu.test(asking)) return undefined;
  const opening = asksPlaceOrTime.exec(question)?.[0];
  if (opening !== undefined) return { text: `${asking} ${question.slice(opening.length)}` };
  if (reading.auxiliaries.has(wordsOf(question)[0]?.fold ?? ''))
    return { text: `${asking} ${question.charAt(0).toLowerCase()}${question.slice(1)}` };
  const [, verb = '', object = ''] =
    /^(?:who|(?:which|what)\s\p{Ll}+)\s(\p{Ll}+)\s((?:the\s|an?\s)?\p{Lu}[^,?]*)\??$/u.exec(
      question.replace(/^\p{Lu}/u, (first) => first.toLowerCase()),
    ) ?? [];
  const isParticiple = questions.participles.has(verb) || /ed$/u.test(verb);
  return isParticiple && /^\p{Lu}|^the\s/u.test(object) ? { text: `${asking} was ${object} ${verb}?` } : undefined;
}

/** The question before at another time or place. */
function placed(rest: string, question: string): Completed | undefined {
  const [date] = findDates(question);
  const isDate = findDates(rest).length > 0;
  if (isDate && date) {
    const before = /(?<!\p{L})\p{L}+\s$/u.exec(question.slice(0, date.start))?.[0] ?? '';
    const from = words.placed.has(before.trim().toLowerCase()) ? date.start - before.length : date.start;
    return { text: question.slice(0, from) + lower(rest) + question.slice(date.end) };
  }
  if (isDate) return { text: `${question.replace(/[?.!\s]+$/u, '')} ${lower(rest)}?` };
  const [preposition = '', noun = '', ...more] = rest.split(/\s/u);
  const plain = new RegExp(`\\b${preposition}\\s\\p{Ll}[\\p{L}-]*`, 'giu');
  if (/^\p{Ll}/u.test(noun) && more.length === 0 && [...question.matchAll(plain)].length === 1)
    return { text: question.replace(plain, () => lower(rest)) };
  const named = namedIn(question).filter(({ isDescribed }) => isDescribed !== true);
  const same = named.filter(({ text }) => question.toLowerCase().includes(`${preposition.toLowerCase()} ${text.toLowerCase()}`));
  const [only] = same;
  return only && same.length === 1 ? { text: replaced(question, `${preposition} ${only.text}`, lower(rest)) } : undefined;
}

/** The question before about something else. */
function aboutOther(other: string, { question }: EarlierTurn, hasCarried: boolean): Completed | undefined {
  // `What about its keeper?` now names whose keeper, and asks for no more than that.
  if (hasCarried) return { text: `What about ${other}?` };
  const named = namedIn(question).filter(({ isDescribed }) => isDescribed !== true);
  const [date] = findDates(question);
  const [whole] = findDates(other);
  if (date && whole && whole.end - whole.start === other.trim().length)
    return { text: question.slice(0, date.start) + other + question.slice(date.end) };
  if (reading.alternatives.test(question)) return undefined;
  const [asked] = namedIn(other);
  if (asked === undefined) return ofTopic(other, named, question);
  const subject = named.filter(({ isAgent }) => isAgent);
  const parallel = named.length < 2 ? named : subject.length === 1 ? subject : like(other, named);
  const [only] = parallel;
  if (!only || parallel.length > 1) return undefined;
  // `the lease` is no party to `the agreement with Norvik`, but another agreement.
  const around = /^the\s/iu.test(other) ? namedIn(question).find(({ isApart, text }) => isApart && text.includes(only.text)) : undefined;
  return { text: replaced(question, (around ?? only).text, other) };
}

/** `Who is the landlord under the lease?`: what is asked for comes before what it belongs to. */
const asksFor = /^((?:who|what|when|where)\s(?:is|are|was|were)\s)the\s\p{Ll}[\p{L}-]*(?=\s(?:of|under|in|at|for|on)\s)/iu;

/** `the keeper` of what the question before was about. */
function ofTopic(other: string, named: readonly Antecedent[], question: string): Completed | undefined {
  const [topic] = named;
  const [, noun = ''] = /^the\s(\p{Ll}[\p{L}\s-]*)$/u.exec(other.trim()) ?? [];
  if (!topic || named.length !== 1 || noun === '') return undefined;
  if (asksFor.test(question)) return { text: question.replace(asksFor, (_, asking: string) => `${asking}${other.trim()}`) };
  // `How much notice must Brandt give?`: the tenant is not Brandt's, but another who gives notice.
  const isSubject = topic.isAgent === true || words.duty.test(question.slice(0, question.indexOf(topic.text)));
  if (isSubject && topic.kind !== 'person' && !words.relations.test(noun)) return undefined;
  return { text: `What about ${other.trim()} of ${topic.text}?` };
}

function like(other: string, named: readonly Antecedent[]): readonly Antecedent[] {
  const last = other.trim().toLowerCase().split(/\s/u).at(-1) ?? '';
  const ending = named.filter(({ text }) => text.toLowerCase().endsWith(last));
  if (ending.length > 0) return ending;
  const isThe = /^the\s/iu.test(other);
  return named.filter(({ text }) => /^the\s/u.test(text) === isThe);
}

function replaced(question: string, from: string, to: string): string {
  const at = question.toLowerCase().indexOf(from.toLowerCase());
  return at < 0 ? question : question.slice(0, at) + to + question.slice(at + from.length);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
