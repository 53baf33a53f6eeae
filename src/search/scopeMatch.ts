/** Which documents and passages the terms of a scope name (`src/protocol/scopeSyntax.ts`). */
import { globMatcher } from '../base/glob.ts';
import { literal, reached, run, type Step } from '../base/patternSteps.ts';
import type { NamedValues } from '../indexing/passageFields.ts';
import type { StoredDocument } from '../indexing/documentRows.ts';
import { extensionOf } from '../protocol/documentFormats.ts';
import { dateOf, fieldKey, namesOfField, type TimeRange, type ScopeTerm } from '../protocol/scopeSyntax.ts';

export type ScopedDocument = Pick<StoredDocument, 'path' | 'parser' | 'mtimeMs'>;
export type TermOf<K extends ScopeTerm['kind']> = Extract<ScopeTerm, { readonly kind: K }>;
type FieldTerm = TermOf<'field'>;

/** Whether a document has the path, type and date that the terms ask for. */
export function documentMatcher(terms: readonly ScopeTerm[]): (document: ScopedDocument) => boolean {
  const isIn = pathMatcher(wanted(terms, 'in'));
  const isLeftOut = pathMatcher(terms.filter((term) => term.kind === 'in').filter(({ isExcluded }) => isExcluded));
  const others = terms.filter((term) => term.kind === 'type' || term.kind === 'modified');
  const groups = (['type', 'modified'] as const).map((kind) => others.filter((term) => term.kind === kind && !term.isExcluded));
  const excluded = others.filter((term) => term.isExcluded);
  const isWhole = wanted(terms, 'in').length === 0;
  return (document) =>
    (isWhole || isIn(document.path)) &&
    !isLeftOut(document.path) &&
    !excluded.some((term) => hasFact(document, term)) &&
    groups.every((group, i) =>
      // Types are alternatives; a time is usually given by two comparisons.
      i === 0 ? group.length === 0 || group.some((term) => hasFact(document, term)) : group.every((term) => hasFact(document, term)),
    );
}

/** Whether a document or passage has the fields that the terms ask for; undefined for terms that ask for none. */
export function fieldMatcher(terms: readonly ScopeTerm[]): ((values: NamedValues) => boolean) | undefined {
  const fields = terms.filter((term) => term.kind === 'field');
  if (fields.length === 0) return undefined;
  const groups = [
    ...Map.groupBy(
      fields.filter(({ isExcluded }) => !isExcluded),
      ({ field }) => field,
    ).values(),
  ];
  const excluded = fields.filter(({ isExcluded }) => isExcluded);
  return (values) => {
    const byKey = Map.groupBy(values, ([name]) => fieldKey(name));
    return (
      !excluded.some((term) => hasField(byKey, term)) &&
      groups.every((group) => {
        const alternatives = group.filter(({ isComparison }) => !isComparison);
        const comparisons = group.filter(({ isComparison }) => isComparison);
        return (
          comparisons.every((term) => hasField(byKey, term)) &&
          (alternatives.length === 0 || alternatives.some((term) => hasField(byKey, term)))
        );
      })
    );
  };
}

function wanted<K extends ScopeTerm['kind']>(terms: readonly ScopeTerm[], kind: K): readonly TermOf<K>[] {
  return terms.filter((term): term is TermOf<K> => term.kind === kind && !term.isExcluded);
}

/** Without regard to case and to how accents are composed, in which file systems differ. */
function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** True for a path that one of the terms names. Takes as long for thousands of files as for one. */
function pathMatcher(terms: readonly TermOf<'in'>[]): (path: string) => boolean {
  const plain = terms.filter(({ glob }) => glob === undefined);
  const keyOf = ({ path, isFolder }: TermOf<'in'>): string => `${foldedPath(path)}${isFolder && path !== '' ? '/' : ''}`;
  const anchored = new Set(plain.filter(({ isAnchored, path }) => isAnchored || path === '').map(keyOf));
  const anywhere = new Set(plain.filter(({ isAnchored, path }) => !isAnchored && path !== '').map(keyOf));
  const globs = terms.flatMap(({ glob, isAnchored, isFolder }) => (glob === undefined ? [] : [pathGlob(glob, isAnchored, isFolder)]));
  return (path) => {
    const folded = foldedPath(path);
    if (anchored.has('') || globs.some((matches) => matches(folded))) return true;
    const steps = folded.split('/');
    let above = '';
    return steps.some((step, i) => {
      above = i === 0 ? step : `${above}/${step}`;
      const isFile = i === steps.length - 1;
      if (anchored.has(above) || anywhere.has(step)) return true;
      return !isFile && (anchored.has(`${above}/`) || anywhere.has(`${step}/`));
    });
  };
}

/** A glob that names a folder also names what is in it. */
function pathGlob(glob: string, isAnchored: boolean, isFolder: boolean): (path: string) => boolean {
  const pattern = foldedPath(isAnchored || glob.includes('/') ? glob : `**/${glob}`);
  const patterns = isFolder ? [`${pattern}/**`] : [pattern, `${pattern}/**`];
  const matches = patterns.map((one) => globMatcher(one));
  return (path) => matches.some((match) => match(path));
}

function hasFact({ path, parser, mtimeMs }: ScopedDocument, term: TermOf<'type' | 'modified'>): boolean {
  if (term.kind === 'modified') return isWithin(mtimeMs, term.period);
  return parser === term.type || extensionOf(path) === `.${term.type}`;
}

function isWithin(value: number, { from, to }: TimeRange): boolean {
  return value >= from && value < to;
}

function hasField(byKey: ReadonlyMap<string, NamedValues>, term: FieldTerm): boolean {
  const names = new Set(namesOfField(term.field).map(fieldKey));
  return [...names].some((name) => byKey.get(name)?.some(([, value]) => suits(value, term)) === true);
}

function suits(text: string, { field, value, period, numbers }: FieldTerm): boolean {
  if (value !== undefined) {
    if (field === 'tags') return itemsOf(text).some((item) => isLike(item, value));
    return wordsMatcher(value)(folded(text)) || (field === 'author' && isPerson(text, value));
  }
  const date = period && dateIn(text);
  if (period && date) return date.from < period.to && date.to > period.from;
  const number = Number(text.trim());
  return numbers !== undefined && text.trim() !== '' && !Number.isNaN(number) && isWithin(number, numbers);
}

/** Whether the words are one of these people, whose family name either of them may have first: `Müller, Ann` in BibTeX. */
function isPerson(text: string, pattern: string): boolean {
  if (!/\s/.test(pattern.trim())) return false;
  const person = wordsMatcher(givenNameFirst(pattern));
  return itemsOfField('author', text).some((name) => person(folded(givenNameFirst(name))));
}

function givenNameFirst(name: string): string {
  return name.replace(/^([^,]+),([^,]+)$/, '$2 $1').trim();
}

/** The first date, or else the first year, that a field has: `2021-03-04T10:00`, `c. 1998`, `March 2020`. */
function dateIn(text: string): TimeRange | undefined {
  const [date] = /\b\d{4}(?:-\d{2}(?:-\d{2})?)?(?!\d)/.exec(text) ?? [];
  return date === undefined ? undefined : (dateOf(date) ?? dateOf(date.slice(0, 4)));
}

/** Persons and tags of a list, years of dates, other values as they are. */
export function itemsOfField(field: string, value: string): readonly string[] {
  if (field === 'tags') return itemsOf(value);
  if (field === 'author') return value.split(/;|\band\b/).map((name) => name.trim());
  if (field !== 'year') return [value];
  const date = dateIn(value);
  return date ? [String(new Date(date.from).getFullYear())] : [];
}

/** Tags of a list, without the `#` or the colons around them. */
function itemsOf(text: string): readonly string[] {
  const parts = /^:.*:$/.test(text.trim()) ? text.split(':') : text.split(/[,;]/);
  return parts.map((part) => part.trim().replace(/^#/, '')).filter((part) => part !== '');
}

function isLike(item: string, pattern: string): boolean {
  const text = folded(item);
  return [pattern, pattern.replace(/^#/, '')].some((one) => reached(stepsOf(one), text, [0]).at(-1) === text.length);
}

type WordsMatcher = (foldedText: string) => boolean;

/** The words, one after the other, whole unless they have a wildcard; scripts without spaces have no whole words. */
function wordsMatcher(pattern: string): WordsMatcher {
  const known = matchers.get(pattern);
  if (known) return known;
  const words = pattern.trim();
  const steps = stepsOf(words);
  const isSpaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\\*]/u.test(folded(words));
  const made: WordsMatcher = (text) => {
    const bounds = offsetsOf(text, isSpaced);
    return reached(steps, text, [...bounds]).some((end) => bounds.has(end));
  };
  matchers.clear();
  matchers.set(pattern, made);
  return made;
}

/** Only the latest: one term is looked for in many documents. */
const matchers = new Map<string, WordsMatcher>();

/** All offsets in ascending order, or those that are not inside of a word. */
function offsetsOf(text: string, areOutsideWords: boolean): ReadonlySet<number> {
  const between = areOutsideWords ? /(?<![\p{L}\p{N}])|(?![\p{L}\p{N}])/gu : /(?:)/gu;
  return new Set(Array.from(text.matchAll(between), ({ index }) => index));
}

/** `*` stands for letters of one word, a backslash for the next character as it is, and a blank for what separates words. */
function stepsOf(pattern: string): readonly Step[] {
  return Array.from(pattern.matchAll(/(\*)|(?:\\?\s)+|(?:\\\S|[^\s\\*]|\\$)+/gu), ([written, star]) => {
    if (star !== undefined) return lettersOfWord;
    return /^\\?\s/.test(written) ? betweenWords : literal(folded(written.replace(/\\(.)/gu, '$1')));
  });
}

const lettersOfWord = run((character) => /[\p{L}\p{N}\p{M}]/u.test(character), 0);
const betweenWords = run((character) => /[\s.,]/.test(character), 1);

/** Case, accents of Latin letters, and width do not count. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();
}
