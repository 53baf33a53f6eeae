import { assumedLanguage } from '../../language/assumed.ts';
import type { AskedAnswer } from './askedAnswer.ts';
import type { Candidate } from './answerSpans.ts';
import { english } from '../../language/english.ts';
import type { ReadSentence } from './readSentences.ts';

const { reading } = assumedLanguage;

/** Whether the words around a candidate say that it is something else than what is asked for, however close the question's words are. */
export function isMisplaced(asked: AskedAnswer, sentence: ReadSentence, candidate: Candidate): boolean {
  if (candidate.kind === 'title' || asked.kind === 'date' || asked.kind === 'amount') return false;
  return (
    (asked.kind !== 'place' && asked.kind !== 'country' && reading.origins.exec(sentence.text.slice(candidate.end))?.index === 0) ||
    belongsToMany(asked, sentence, candidate) ||
    reading.standsFor.test(sentence.text.slice(0, candidate.start)) ||
    ((asked.kind === 'person' || asked.kind === 'organization') && isInOtherRole(asked, sentence, candidate)) ||
    (asked.kind === 'person' && isOtherPerson(asked, sentence, candidate))
  );
}

/** Another agent (`directed by …` when the actor is asked for), or what the asked one acts upon (`prepared for …`). */
function isInOtherRole(asked: AskedAnswer, { words, matches }: ReadSentence, { start }: Candidate): boolean {
  const from = words.findIndex((word) => word.end > start);
  const at = assumedLanguage.articles.includes(words[from - 1]?.fold ?? '') ? from - 2 : from - 1;
  const before = words[at]?.fold ?? '';
  if (asked.stranded !== null && asked.role === 'do') return before !== asked.stranded;
  const isFocus = (i: number): boolean => asked.focus !== null && matches[i] === asked.focus;
  if (!reading.agents.has(before)) return asked.role === 'subject' && reading.prepositions.has(before) && isFocus(at - 1);
  const isOtherVerb = (matches[at - 1] ?? -1) < 0 && reading.participle.test(words[at - 1]?.fold ?? '');
  const own = [...matches.keys()].filter(isFocus);
  return isOtherVerb && own.length > 0 && !own.some((i) => i < at && at - i <= verbsTogether);
}

/** Of `written and directed by`, in words. */
const verbsTogether = 3;

/** `MLS teams` when one team is asked for: the name says whose they are. */
function belongsToMany({ head }: AskedAnswer, { text, words }: ReadSentence, { end }: Candidate): boolean {
  const next = words.find(({ start }) => start >= end);
  if (head === null || next === undefined || !/^\s$/u.test(text.slice(end, next.start))) return false;
  const one = assumedLanguage.singular(next.fold);
  return one !== next.fold && one === head;
}

/** Who is asked for does not bear the name in the question, or an office of former times. */
function isOtherPerson(asked: AskedAnswer, { text, words }: ReadSentence, { start, end }: Candidate): boolean {
  const [first, ...more] = words.filter((word) => word.start >= start && word.end <= end);
  const startsAsked = first !== undefined && more.length > 0 && asked.words.has(first.fold);
  if (startsAsked && !asked.names.some((name) => name.length > 1 && name.includes(first.fold))) return true;
  const focus = asked.focus === null ? '' : (asked.terms[asked.focus]?.stem ?? '');
  if (!mutual.has(focus) && ![...reading.joining].some((word) => asked.words.has(word)) && isWithAsked(asked, words, { start, end }))
    return true;
  return asked.isPresent && [...asked.words].some((word) => reading.offices.has(word)) && reading.ended.test(text.slice(end));
}

/** `Woodrow Wilson and Ellen Axson`, when the daughter of one of them is asked for. */
function isWithAsked({ names }: AskedAnswer, words: ReadSentence['words'], { start, end }: Pick<Candidate, 'start' | 'end'>): boolean {
  const from = words.findIndex((word) => word.end > start);
  const to = words.findLastIndex((word) => word.start < end) + 1;
  const folds = words.map(({ fold }) => fold);
  const is = (name: readonly string[], at: number): boolean => at >= 0 && name.every((word, i) => folds[at + i] === word);
  return names.some(
    (name) =>
      (reading.conjunctions.has(folds[from - 1] ?? '') && is(name, from - 1 - name.length)) ||
      (reading.conjunctions.has(folds[to] ?? '') && is(name, to + 1)),
  );
}

const mutual = new Set(reading.mutual.map(english.stem));
