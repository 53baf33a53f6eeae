/**
 * The words and functions of English that questions are made with. Documents in other languages are left out: their sentences would need
 * their own rules.
 */
import * as dates from '../../src/language/dates.ts';
import { english } from '../../src/language/english.ts';
import * as names from '../../src/language/names.ts';
import * as numbers from '../../src/language/numbers.ts';
import { sentenceRanges } from '../../src/language/sentences.ts';
import * as words from '../../src/language/words.ts';

export const { reading } = english;
export const sentencesOf = (text: string, runs?: readonly number[]) => sentenceRanges(text, english, runs);
export const foldText = (text: string) => words.foldText(text, english);
export const wordsOf = (text: string) => words.wordsOf(text, english);
export const findNames = (text: string) => names.findNames(text, english);
export const findDates = (text: string) => dates.findDates(text, english).filter(dates.hasYear);
export const findNumbers = (text: string) => numbers.findNumbers(text, english);

/** How each relation between documents describes the other one, with `§` for the document that has the field. */
export const relations: ReadonlyMap<string, string> = new Map([
  ['requires', 'that § requires'],
  ['replaces', 'that § replaces'],
  ['replacedby', 'that replaces §'],
  ['supersedes', 'that § supersedes'],
  ['supersededby', 'that supersedes §'],
  ['obsoletes', 'that § makes obsolete'],
  ['obsoletedby', 'that makes § obsolete'],
  ['updates', 'that § updates'],
  ['updatedby', 'that updates §'],
]);

/** What happened on the day that a field gives. */
export const dateFields: ReadonlyMap<string, string> = new Map([
  ['created', 'was created'],
  ['date', 'is dated'],
  ['dated', 'is dated'],
  ['published', 'was published'],
  ['publishedon', 'was published'],
  ['publishedtime', 'was published'],
  ['datepublished', 'was published'],
  ['publishdate', 'was published'],
  ['pubdate', 'was published'],
  ['publicationdate', 'was published'],
  ['issued', 'was issued'],
  ['released', 'was released'],
  ['started', 'was started'],
  ['opened', 'was opened'],
  ['founded', 'was founded'],
]);

/** Fields with one value that a question can ask for by name; others are for programs, or change. */
export const valueFields: ReadonlyMap<string, string> = new Map([
  ['author', 'author'],
  ['editor', 'editor'],
  ['publisher', 'publisher'],
  ['source', 'source'],
  ['type', 'type'],
  ['topic', 'topic'],
  ['category', 'category'],
  ['status', 'status'],
  ['pythonversion', 'Python version'],
  ['version', 'version'],
  ['sponsor', 'sponsor'],
  ['bdfldelegate', 'BDFL delegate'],
  ['pepdelegate', 'PEP delegate'],
  ['language', 'language'],
  ['license', 'license'],
  ['location', 'location'],
  ['country', 'country'],
  ['department', 'department'],
  ['owner', 'owner'],
]);

/** Those of them that name a person. */
export const personFields = /(?:author|editor|sponsor|delegate|owner)$/u;

/** Whether a text is English, by its share of words that only English has; few words must have many of the common ones. */
export function isEnglish(text: string): boolean {
  const found = wordsOf(text.slice(0, 4000));
  const share = (words: ReadonlySet<string>): number => found.filter(({ fold }) => words.has(fold)).length / found.length;
  if (found.length < fewWords) return found.length < tooFewWords || share(english.functionWords) >= 0.25;
  return share(english.unmistakableWords) >= 0.05;
}

const tooFewWords = 8;
const fewWords = 40;
