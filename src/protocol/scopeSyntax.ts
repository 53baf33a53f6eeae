/**
 * How a question or search is limited to some documents: `in:contracts/ type:pdf year:>2020 -in:drafts`. Terms with the same name are
 * alternatives, except for comparisons; different names must all hold; what begins with `-` is left out.
 */
import { t } from '@vscode/l10n';
import { valueAt } from '../base/valueAt.ts';
import { documentExtensions } from './documentFormats.ts';
import { tokensOf, type Operator, type Token } from './scopeTokens.ts';

/** Milliseconds of local time, `from` inclusive, `to` exclusive; infinite where a side is open. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

interface TermBase {
  /** As written, without the blanks around it. */
  readonly text: string;
  /** Offsets in the text that was parsed, end-exclusive. */
  readonly start: number;
  readonly end: number;
  /** What matches it is left out. */
  readonly isExcluded: boolean;
}

interface PathTerm extends TermBase {
  readonly kind: 'in';
  /** `/`-separated, relative to the folder, without `./` and a slash at the end; empty for the folder itself. */
  readonly path: string;
  /** For a path with wildcards, in the syntax of globs. */
  readonly glob?: string;
  /** Begins at the folder. Otherwise a single name may be that of a file or folder anywhere. */
  readonly isAnchored: boolean;
  /** Only what is inside, as the slash at the end says. */
  readonly isFolder: boolean;
}

interface TypeTerm extends TermBase {
  readonly kind: 'type';
  /** Lowercase: an extension without its dot, or the name of a reader. */
  readonly type: string;
}

interface ModifiedTerm extends TermBase {
  readonly kind: 'modified';
  readonly period: TimeRange;
}

interface FieldTerm extends TermBase {
  readonly kind: 'field';
  /** See `fieldKey`. */
  readonly field: string;
  /** Words that the field contains, which may have the wildcard `*`; undefined for a comparison. */
  readonly value?: string;
  /** For years, dates and comparisons. */
  readonly period?: TimeRange;
  /** For comparisons of numbers that are no years. */
  readonly numbers?: TimeRange;
  /** Several comparisons of one field must all hold. */
  readonly isComparison: boolean;
}

export type ScopeTerm = PathTerm | TypeTerm | ModifiedTerm | FieldTerm;

/** What cannot be understood, in one sentence with the place, and what to do. */
interface ScopeProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export interface ParsedScope {
  readonly terms: readonly ScopeTerm[];
  readonly problems: readonly ScopeProblem[];
}

/** Fields that people use, with other names that documents have for them, as `fieldKey` writes them. */
export const fieldNames: Readonly<Record<string, readonly string[]>> = {
  author: ['author', 'authors', 'creator', 'dccreator', 'editor'],
  year: ['year', 'date', 'pubdate', 'published', 'publishdate', 'dcdate', 'created', 'issued'],
  tags: ['tags', 'tag', 'keywords', 'keyword', 'categories', 'category', 'labels', 'filetags', 'topic', 'subject'],
};

/** Extensions of documents by the names that people have for their kinds. */
const typeNames: Readonly<Record<string, string>> = {
  ...{ markdown: 'markdown', word: 'docx', notebook: 'notebook', jupyter: 'notebook', latex: 'latex', bibtex: 'bibtex' },
  ...{ code: 'code', text: 'text', restructuredtext: 'restructuredtext', asciidoc: 'asciidoc' },
};

/** A field's name as fields are compared: without case, blanks, `-`, `_` and `:`. Other names of a usual field are that field. */
export function fieldKey(name: string): string {
  const key = name.toLowerCase().replace(/[\s_:-]+/g, '');
  return key === 'authors' ? 'author' : key === 'tag' || key === 'keyword' || key === 'keywords' ? 'tags' : key;
}

/** All names that a document may have for a field. */
export function namesOfField(field: string): readonly string[] {
  return valueAt(fieldNames, field) ?? [field];
}

/** Parses a scope that has nothing but terms, as of `--scope`. */
export function parseScope(text: string): ParsedScope {
  const terms: ScopeTerm[] = [];
  const problems: ScopeProblem[] = [];
  for (const token of tokensOf(text)) {
    const parsed = token.name === undefined ? notATerm(token) : termOf(token);
    if ('message' in parsed) problems.push(parsed);
    else terms.push(parsed);
  }
  return { terms, problems };
}

export interface ScopedQuestion extends ParsedScope {
  /** Without the terms. */
  readonly question: string;
  /** The terms, as `parseScope` takes them; empty when the question has none. */
  readonly scope: string;
}

/**
 * Takes the terms out of a question as typed. A colon in an ordinary question makes no term: the name must be a usual one, or at either end
 * of the question one of `fields`; the value must follow at once and suit the name; and what is in quotes or in code is left alone.
 * @param fields names of fields that the documents have
 */
export function scopeOfQuestion(text: string, fields: readonly string[] = []): ScopedQuestion {
  const end = text.trimEnd().length;
  const tokens = tokensOf(text).map((token) => (token.end === end ? beforeMark(token) : token));
  const known = new Set(fields.map(fieldKey));
  const found = tokens.map((token) => meant(token, known));
  const wordsBegin = found.findIndex((one) => one === undefined);
  const wordsEnd = found.findLastIndex((one) => one === undefined);
  const isAtEnd = (i: number): boolean => i < wordsBegin || i > wordsEnd;
  const terms: ScopeTerm[] = [];
  const problems: ScopeProblem[] = [];
  let question = '';
  let at = 0;
  found.forEach((one, i) => {
    const token = tokens[i];
    if (!token || !one || (isOther(one) && !isAtEnd(i))) return;
    if ('message' in one) problems.push(one);
    else terms.push(one);
    question += text.slice(at, token.start);
    at = token.end;
  });
  question += text.slice(at);
  const taken = terms.length + problems.length;
  return {
    terms,
    problems,
    question:
      taken === 0
        ? text
        : question
            .replace(/[ \t]{2,}/g, ' ')
            .replace(/[ \t]+(?=[?!]+$)/, '')
            .trim(),
    scope: terms.map((term) => term.text).join(' '),
  };
}

/** A term for one file or folder of the indexed folder, whatever is in its name. */
export function pathTerm(path: string, isFolder = false): string {
  const escaped = path.replace(/[\\"*?[\]{}()!]/g, '\\$&');
  const value = `${path.includes('/') || isFolder ? '' : './'}${escaped}${isFolder && path !== '' ? '/' : ''}`;
  return /^[\p{L}\p{N}_./-]+$/u.test(value) ? `in:${value}` : `in:"${value}"`;
}

/** A term for a value of a field, in quotes where it needs them. */
export function fieldTerm(field: string, value: string): string {
  const isPlain = /^[\p{L}\p{N}][\p{L}\p{N}_.+-]*$/u.test(value) && !isRange(value);
  return isPlain ? `${field}:${value}` : `${field}:"${value.replace(/[\\"*]/g, '\\$&')}"`;
}

/** Whether `type:` takes it. */
function isType(value: string): boolean {
  const type = value.toLowerCase().replace(/^\./, '');
  return Object.hasOwn(typeNames, type) || documentExtensions.includes(`.${type}`);
}

/** The question mark after a path or a year is the question's: `Who designed it in:docs/sites?` */
function beforeMark(token: Token): Token {
  const { name, text, value, pattern, operator, isQuoted, end } = token;
  const bare = value.slice(0, value.length - marksAtEnd(pattern));
  const isTime = (name === 'year' || name === 'modified') && (operator !== undefined || /^\d/.test(bare));
  if (bare === value || isQuoted || !(isTime || (name === 'in' && /\/|\.\p{L}+$/u.test(bare)))) return token;
  const more = bare.length - value.length;
  return { ...token, text: text.slice(0, more), value: bare, pattern: pattern.slice(0, more), end: end + more };
}

/** How many characters the marks at the end have; one after a backslash is part of the value. */
function marksAtEnd(pattern: string): number {
  let start = pattern.length;
  while (start > 0 && /[?!]/.test(pattern.charAt(start - 1))) start--;
  return pattern.length - start - (pattern.charAt(start - 1) === '\\' && start < pattern.length ? 1 : 0);
}

type Found = ScopeTerm | ScopeProblem;

function isOther(found: Found): boolean {
  return !('message' in found) && found.kind === 'field' && !Object.hasOwn(fieldNames, found.field);
}

/** What a token of a question is meant as; undefined for words. */
function meant(token: Token, known: ReadonlySet<string>): Found | undefined {
  const { text, name, value, operator, isQuoted } = token;
  if (name === undefined) return undefined;
  const key = fieldKey(name);
  // A drive.
  if (key.length === 1 && /^[\\/]/.test(text.slice(name.length + 1))) return undefined;
  const isUsual = name === 'in' || name === 'type' || name === 'modified' || Object.hasOwn(fieldNames, key);
  if (!isUsual && !known.has(key)) return undefined;
  if (value === '' && !isQuoted) return undefined;
  if (!isQuoted && (value.startsWith(':') || value.startsWith('//') || /[?!…]$/u.test(value))) return undefined;
  if (name === 'type' && !isType(value)) return undefined;
  const found = termOf(token);
  // A word where a date is expected is part of a sentence; after `>` it is a mistake.
  const isSentence = 'message' in found && operator === undefined && token.isClosed && (key === 'year' || name === 'modified');
  return isSentence && !/^\d/.test(value) ? undefined : found;
}

function notATerm({ text, start, end }: Token): ScopeProblem {
  const message = /[/.]/.test(text)
    ? t('“{0}” is no term of a scope. Write in:{1} for a file or folder.', text, text)
    : t('“{0}” is no term of a scope. Write a name, a colon and a value, as in in:contracts/ or type:pdf.', text);
  return { message, start, end };
}

function termOf(token: Token): Found {
  const { name = '', start, end, text, isExcluded, isClosed, operator } = token;
  const at = start + 1;
  const problem = (message: string): ScopeProblem => ({ message, start, end });
  if (!isClosed) return problem(t('The quotation mark at character {0} is not closed. Close it after the value.', at));
  if (token.value === '') return problem(t('“{0}” at character {1} has no value. Write one after the colon.', text, at));
  const base = { text, start, end, isExcluded };
  if (name === 'in') {
    if (operator !== undefined) return problem(t('“in” at character {0} takes a file, folder or glob, not a comparison.', at));
    return pathOf(token, base) ?? problem(t('“{0}” at character {1} is outside of the folder. Paths are relative to it.', text, at));
  }
  if (name === 'type') {
    const type = token.value.toLowerCase().replace(/^\./, '');
    if (operator === undefined && isType(type)) return { ...base, kind: 'type', type: valueAt(typeNames, type) ?? type };
    return problem(
      t('“{0}” at character {1} is no type of document. Types are extensions and {2}.', token.value, at, Object.keys(typeNames).join(', ')),
    );
  }
  const period = periodOf(token.value, operator);
  if (name === 'modified') {
    if (period) return { ...base, kind: 'modified', period };
    return problem(
      t('“{0}” at character {1} is no date. Write a year, month or day: 2024, 2024-05, >2024-05-31, 2023..2024.', token.value, at),
    );
  }
  const field = fieldKey(name);
  if (field === 'year') {
    if (period) return { ...base, kind: 'field', field, period, isComparison: operator !== undefined || isRange(token.value) };
    return problem(t('“{0}” at character {1} is no year. Write 2024, >2020, <=2020 or 2018..2020.', token.value, at));
  }
  // In quotes a range is what a document says, unless the field can be nothing else.
  if (operator === undefined && (token.isQuoted || !isRange(token.value)))
    return { ...base, kind: 'field', field, value: token.pattern, isComparison: false };
  const numbers = numbersOf(token.value, operator);
  if (!period && !numbers)
    return problem(t('“{0}” at character {1} is no number or date. A comparison takes one, as in {2}:>2020.', token.value, at, name));
  return { ...base, kind: 'field', field, ...(period ? { period } : {}), ...(numbers ? { numbers } : {}), isComparison: true };
}

function isRange(value: string): boolean {
  return /^[\d-]*\.\.[\d-]*$/.test(value) && value !== '..';
}

/** Undefined for a path that leads out of the folder. */
function pathOf({ value, pattern }: Token, base: TermBase): PathTerm | undefined {
  const steps = value.split('/').filter((step) => step !== '' && step !== '.');
  if (steps.includes('..')) return undefined;
  const hasWildcards = /(?<!\\)(?:\\\\)*[*?[\]{}]/.test(pattern);
  const isAnchored = /^\.?\//.test(value) || value === '.' || steps.length > 1;
  const isFolder = value.endsWith('/') || value === '.';
  const glob = hasWildcards ? pattern.replace(/^(?:\.?\/)+/, '').replace(/(?<!\/)\/+$/, '') : undefined;
  return { ...base, kind: 'in', path: steps.join('/'), ...(glob === undefined ? {} : { glob }), isAnchored, isFolder };
}

/** The period of a date, or what a comparison with it leaves; undefined for no date. */
function periodOf(value: string, operator: Operator | undefined): TimeRange | undefined {
  if (operator === undefined && isRange(value)) {
    const [first = '', last = ''] = value.split('..');
    const [from, to] = [first === '' ? always : dateOf(first), last === '' ? always : dateOf(last)];
    return from && to && from.from < to.to ? { from: from.from, to: to.to } : undefined;
  }
  const date = dateOf(value);
  return date && compared(date, operator);
}

function numbersOf(value: string, operator: Operator | undefined): TimeRange | undefined {
  const [first = '', last = first] = value.split('..');
  const [from, to] = [first === '' ? -Infinity : Number(first), last === '' ? Infinity : Number(last)];
  if (Number.isNaN(from) || Number.isNaN(to) || value === '..') return undefined;
  // The next number up, so that the end is exclusive.
  return compared({ from, to: to === Infinity ? to : to + Math.max(Number.MIN_VALUE, Math.abs(to) * Number.EPSILON) }, operator);
}

function compared({ from, to }: TimeRange, operator: Operator | undefined): TimeRange {
  if (operator === undefined) return { from, to };
  if (operator === '>') return { from: to, to: Infinity };
  if (operator === '>=') return { from, to: Infinity };
  return { from: -Infinity, to: operator === '<' ? from : to };
}

const always: TimeRange = { from: -Infinity, to: Infinity };

/** A year, month or day of local time. */
export function dateOf(text: string): TimeRange | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const at = (yearOf: number, monthOf: number, dayOf: number): Date => {
    const date = new Date(2000, monthOf, dayOf);
    date.setFullYear(yearOf, monthOf, dayOf);
    return date;
  };
  const from = at(y, m, d);
  if (from.getFullYear() !== y || from.getMonth() !== m || from.getDate() !== d) return undefined;
  const to = month === undefined ? at(y + 1, 0, 1) : day === undefined ? at(y, m + 1, 1) : at(y, m, d + 1);
  return { from: from.getTime(), to: to.getTime() };
}
