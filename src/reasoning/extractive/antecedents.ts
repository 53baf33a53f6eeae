/** What an earlier question and its answer name, and what each of it is: what a follow-up may point to. */
import { english } from '../../language/english.ts';
import type { NamedKind } from '../../language/language.ts';
import type { EarlierTurn } from '../earlierTurn.ts';
import { askedAnswer } from './askedAnswer.ts';
import { countryOf, findDates, functionWords, smallWords, wordsOf } from './language.ts';
import { identifiersIn, isIdentifier } from './identifiers.ts';
import { maskNames, NAME, unmask } from './maskedText.ts';

const { followUps: words, reading, questions } = english;

export interface Antecedent {
  /** With its article: `the Orrin barrage`. */
  readonly text: string;
  readonly kind: NamedKind;
  readonly gender?: 'male' | 'female' | undefined;
  readonly from: 'answer' | 'step' | 'question';
  /** Described rather than named: `the engineer who designed the Orrin barrage`. */
  readonly isDescribed?: boolean;
  /** Described by what it is made for, `the warranty for the pump`, so that either of both may be meant. */
  readonly isApart?: boolean;
  /** Owns or does something, so it may be a person. */
  readonly isAgent?: boolean;
  /** The word before it in its question. */
  readonly after?: string;
  /** Several, as in `Ann Lee and Bo Lind`. */
  readonly isSeveral?: boolean;
  /** Named with one other: `Pellow Light or Cape Averel Light`. */
  readonly isOneOfTwo?: boolean;
}

/** A name; a longer text cannot replace a pronoun. */
const nameLike = /^(?=.{2,80}$)["“‘]?(?:(?:the|a|an)\s)?\p{Lu}[^?!\n;]*$/u;

function isName(answer: string): boolean {
  if (isIdentifier(answer)) return true;
  if (!nameLike.test(answer) || english.answers.polarity.test(answer.toLowerCase()) || reading.months.test(answer)) return false;
  const first = wordsOf(answer)[0]?.fold ?? '';
  if (words.owning.has(first) || english.dates.weekdays.includes(first)) return false;
  if (findDates(answer).length > 0 && namedIn(answer).length === 0) return false;
  const all = wordsOf(answer);
  const isSmall = (fold: string): boolean => smallWords.has(fold) || functionWords.has(fold);
  const large = all.filter(({ start, end, fold }) => /\p{Lu}|\p{N}/u.test(answer.slice(start, end)) || isSmall(fold));
  // The last word may say what it is: `Tamsay Narrows station`.
  return all.length <= 8 && all.length - large.length <= 1;
}

/** Those of the answer first, then those of the steps, then those of the question. No text twice. */
export function antecedentsOf({ question, answer, steps = [] }: EarlierTurn): readonly Antecedent[] {
  const answered = [
    { question, answer, from: 'answer' as const },
    ...steps.toReversed().map((step) => ({ ...step, from: 'step' as const })),
  ];
  const said = answered.flatMap((one) => (one.answer !== null && isName(one.answer) ? [answerOf(one.question, one.answer, one.from)] : []));
  const named = namedIn(question);
  // A description is of what was found where something of its kind was: one of both is enough.
  const isFound = ({ kind }: Antecedent): boolean => said.some((one) => one.kind === kind);
  const pair = new RegExp(`${NAME}[^${NAME.slice(1, -1)}?,]{0,30}\\s(?:or|and)\\s(?:the\\s)?${NAME}`, 'u').test(maskNames(question).text);
  const isPair = pair && named.filter(({ isDescribed }) => isDescribed !== true).length === 2;
  const asked = isPair ? named.map((one) => ({ ...one, isOneOfTwo: one.isDescribed !== true })) : named;
  // The answer to a choice is one of the two.
  const all = [
    ...(isPair ? said.filter(({ text }) => !named.some((one) => sameName(one.text, text))) : said),
    ...asked.filter((one) => one.isDescribed !== true || !isFound(one)),
  ];
  return all.filter(({ text }, i) => all.findIndex((one) => sameName(one.text, text)) === i);
}

export function sameName(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function bare(name: string): string {
  return name.toLowerCase().replace(/^the\s/u, '');
}

function answerOf(question: string, answer: string, from: Antecedent['from']): Antecedent {
  // `Which CEO` asks for a person.
  const asked = askedAnswer(
    question.replace(/\b\p{Lu}{2,4}\b/gu, (word) => (reading.heads.has(word.toLowerCase()) ? word.toLowerCase() : word)),
  );
  const head = asked?.head ?? '';
  const text = asked?.kind === 'organization' || asked?.kind === 'thing' ? withArticle(answer, question) : answer;
  const isSeveral = /\p{Lu}[^,]{0,200}(?:,|\sand\s|\s&\s)\s?\p{Lu}/u.test(answer) && maskNames(`Is ${answer}`).names.length > 1;
  return {
    text,
    kind: kindOfAnswer(asked?.kind, head, answer),
    gender: genderOf(head === '' ? question : head),
    from,
    ...(isSeveral ? { isSeveral } : {}),
  };
}

/** As the question writes it, if it does. */
function withArticle(answer: string, question: string): string {
  return new RegExp(`\\bthe ${answer.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}`, 'u').test(question) ? `the ${answer}` : answer;
}

function kindOfAnswer(asked: string | undefined, head: string, answer: string): NamedKind {
  if (isIdentifier(answer)) return 'thing';
  if (reading.organizations.test(answer)) return 'organization';
  if (asked === 'person') return 'person';
  if (asked === 'place' || asked === 'country') return 'place';
  if (asked === 'organization' || asked === 'work') return asked;
  if (/^["“‘]/u.test(answer)) return 'work';
  if (reading.noPersons.test(answer) || (asked === 'thing' && head !== '' && kindOfNoun(head) !== 'person')) return 'thing';
  return countryOf(answer) === null ? 'unknown' : 'place';
}

function genderOf(text: string): Antecedent['gender'] {
  const said = text.toLowerCase().split(/[^\p{L}]+/u);
  // The first noun is what is asked for: `the husband of the daughter of`.
  const word = said.find((one) => words.male.has(one) || words.female.has(one));
  return word === undefined ? undefined : words.male.has(word) ? 'male' : 'female';
}

const NOUN = `\\p{Ll}[\\p{L}-]*`;
/** A name with its article and the noun that says what it is, as in `the Orrin barrage`. */
const namedThing = new RegExp(`(the\\s)?(${NAME})(?:\\s(${NOUN})(?:\\s(${NOUN}))?)?`, 'gu');
/** `the engineer who designed ▢`, `the tower at ▢`, `▢’s daughter`. */
const described = new RegExp(
  `the\\s(?:${NOUN}\\s)?(${NOUN})\\s(?:(?:who|that|which|where)\\s(?:${NOUN}\\s){1,8}?|(?:of|at|in|on|for|behind|from|with|under|between)\\s(?:the\\s${NOUN}\\s(?:of|at|in|on)\\s)*)(?:the\\s)?${NAME}(?:\\s${NOUN}(?=\\s?(?:$|[?,]|(?:is|are|was|were|did|does|has|had|born|die|open|lie|lies)\\b)))?`,
  'gu',
);
const owned = new RegExp(`${NAME}(?:['’]s?)\\s(${NOUN})`, 'gu');

/** What a question names and describes, outer descriptions before what is in them. */
export function namedIn(question: string): readonly Antecedent[] {
  const masked = maskNames(question, identifiersIn(question));
  const whole = (text: string): string => unmask(text, masked.names).trim();
  const descriptions = [...masked.text.matchAll(described), ...masked.text.matchAll(owned)].flatMap(
    ({ 0: found, 1: head = '', index }): Antecedent[] => {
      // `When does the agreement with Norvik end?`
      const isSubject = /(?:^|\s)(?:do|does|did|can|could|will|would|must|should)\s$/iu.test(masked.text.slice(0, index));
      const isLast = /^[?!.\s]*$/u.test(masked.text.slice(index + found.length));
      const text = isSubject && isLast ? found.replace(/\s\p{Ll}[\p{L}-]*$/u, '') : found;
      const kind = kindOfNoun(head);
      const isApart = /^the\s(?:\p{Ll}[\p{L}-]*\s){1,2}(?:for|with|under|between)\s/u.test(text);
      const isOwned = !text.startsWith('the ');
      return kind === undefined || (isOwned && !reading.heads.has(head) && !questions.persons.has(head))
        ? []
        : [{ text: whole(text), kind, gender: genderOf(head), from: 'question', isDescribed: true, ...(isApart ? { isApart } : {}) }];
    },
  );
  const names = [...masked.text.matchAll(namedThing)].flatMap((match): Antecedent[] => {
    const [, article, name = '', noun, second] = match;
    // `CEO of OpenAI` is no name, but has one.
    const named = whole(name)
      .replace(/['’]s$/u, '')
      .replace(/^\p{Lu}{2,4}\sof\s(?:the\s)?/u, '');
    const before = masked.text.slice(0, match.index);
    const after = masked.text.slice(match.index + (article ?? '').length + 1);
    const previous = /(?<!\p{L})(\p{L}+)\s$/u.exec(before)?.[1]?.toLowerCase() ?? '';
    if (words.aliases.has(previous) || (/^\p{Lu}{2,3}$/u.test(named) && ((noun !== undefined && canFollow(noun)) || previous === 'the')))
      return [];
    const isAlone = article === undefined && noun !== undefined && (isAtEnd(match[0], noun, masked.text, match.index) || isPast(second));
    const isNoun = noun !== undefined && (article !== undefined || isAlone) && canFollow(noun);
    const isLonger =
      isNoun &&
      second !== undefined &&
      canFollow(second) &&
      (reading.heads.has(second) || endsObject(match[0], second, masked.text, match.index));
    const text = `${article === undefined ? '' : 'the '}${named}${isNoun ? ` ${noun}` : ''}${isLonger ? ` ${second}` : ''}`;
    const kind = kindOfName(named, isNoun ? (isLonger ? second : noun) : undefined, article !== undefined, { before, after });
    const isAgent =
      article === undefined && (reading.auxiliaries.has(previous) || /^['’]s?\s/u.test(after) || /\baccording\sto\s$/u.test(before));
    return [{ text, kind, from: 'question', ...(isAgent ? { isAgent } : {}), ...(previous === '' ? {} : { after: previous }) }];
  });
  return [...descriptions.map((one) => ({ ...one, text: withWholeName(one.text, names, question) })), ...names];
}

/** `the warranty for the Tressel pump`, whose name ends after what describes it. */
function withWholeName(description: string, names: readonly Antecedent[], question: string): string {
  const start = question.indexOf(description);
  const end = start + description.length;
  const ends = names.flatMap(({ text }) => {
    const at = question.indexOf(text, Math.max(start, 0));
    return at >= 0 && at < end ? [at + text.length] : [];
  });
  return start < 0 ? description : question.slice(start, Math.max(end, ...ends));
}

function isPast(word: string | undefined): boolean {
  return word !== undefined && (questions.participles.has(word) || /ed$/u.test(word));
}

/** `of the Orbis software licence` at the end of a question, where no verb is left to come. */
function endsObject(found: string, noun: string, question: string, at: number): boolean {
  const before = /(?<!\p{L})(\p{L}+)\s$/u.exec(question.slice(0, at))?.[1]?.toLowerCase() ?? '';
  const isLast = found.endsWith(noun) && /^[?!.\s]*$/u.test(question.slice(at + found.length));
  return isLast && reading.prepositions.has(before) && !/\b(?:do|does|did|can|could|will|would|must|should)\s/iu.test(question);
}

/** `Skell Head lighthouse` at the end of a question, where no verb has the name as its subject. */
function isAtEnd(found: string, noun: string, question: string, at: number): boolean {
  const before = /(?<!\p{L})(\p{L}+)\s$/u.exec(question.slice(0, at))?.[1]?.toLowerCase() ?? '';
  return found.endsWith(noun) && /^[?!.\s]*$/u.test(question.slice(at + found.length)) && before !== '' && !reading.auxiliaries.has(before);
}

/** Whether a word after a name can belong to it. */
function canFollow(word: string): boolean {
  return (
    !english.functionWords.has(word) &&
    !questions.verbs.has(word) &&
    !questions.pasts.has(word) &&
    !questions.participles.has(word) &&
    !reading.amounts.has(word) &&
    !reading.restrictions.has(word) &&
    !/(?:ed|ly|ing)$/u.test(word)
  );
}

function kindOfNoun(noun: string): NamedKind | undefined {
  const singular = english.singular(noun);
  const kind = reading.heads.get(noun) ?? reading.heads.get(singular) ?? (questions.persons.has(singular) ? 'person' : 'thing');
  if (kind === 'country') return 'place';
  return kind === 'date' || kind === 'amount' || kind === 'reason' ? undefined : kind;
}

interface Around {
  /** Of the question, with names masked. */
  readonly before: string;
  readonly after: string;
}

function kindOfName(name: string, noun: string | undefined, hasArticle: boolean, { before, after }: Around): NamedKind {
  if (noun !== undefined) return kindOfNoun(noun) ?? 'thing';
  if (isIdentifier(name)) return 'thing';
  if (reading.organizations.test(name)) return 'organization';
  if (reading.noPersons.test(name)) return 'thing';
  if (hasArticle) return 'thing';
  if (/^["“‘]/u.test(name)) return 'work';
  if (countryOf(name) !== null) return 'place';
  if (reading.honorifics.test(name)) return 'person';
  const [, owns] = new RegExp(`^['’]s?\\s(${NOUN})`, 'u').exec(after) ?? [];
  if (owns !== undefined && words.relations.test(owns)) return 'person';
  const next = /^\s(\p{Ll}+)/u.exec(after)?.[1] ?? '';
  const previous = /(?<!\p{L})(\p{L}+)\s$/u.exec(before)?.[1]?.toLowerCase() ?? '';
  if (words.life.test(next) || (reading.auxiliaries.has(previous) && words.deeds.test(next))) return 'person';
  const ofWhom = /(?<!\p{Ll})(\p{Ll}+)\sof\s$/u.exec(before)?.[1] ?? '';
  if (words.relations.test(ofWhom) && ofWhom !== 'age' && ofWhom !== 'death') return 'person';
  if (reading.places.test(name)) return 'place';
  if (owns !== undefined) return 'unknown';
  return previous === 'in' || previous === 'at' || previous === 'near' || previous === 'on' ? 'place' : 'unknown';
}
