/** Says why a scope names no passage, and what is near. */
import { AriadneError } from '../base/errors.ts';
import { nearestNames } from '../base/nearestNames.ts';
import { isIndexed, type StoredDocument } from '../indexing/documentRows.ts';
import { fieldsOfRow } from '../indexing/passageFields.ts';
import { extensionOf } from '../protocol/documentFormats.ts';
import { fieldKey, fieldNames, namesOfField, type ScopeTerm } from '../protocol/scopeSyntax.ts';
import { documentMatcher, itemsOfField, type TermOf } from './scopeMatch.ts';
import { rowsOf, withFields, type ScopedIndex } from './scopeRows.ts';

/** Names that are compared with one that was mistyped. */
const mostNames = 20_000;
const mostElsewhere = 3;

/** The first term that matches nothing, or else what they leave together. */
export async function whyEmpty(terms: readonly ScopeTerm[], index: ScopedIndex, signal: AbortSignal): Promise<AriadneError> {
  const failed = failedDocuments(terms, index);
  for (const kind of ['in', 'type', 'modified', 'field'] as const) {
    const own = terms.filter((term) => term.kind === kind && !term.isExcluded);
    if (own.length === 0 || (await rowsOf(own, index, signal)).rows.size > 0) continue;
    if (kind === 'in' && failed.length > 0) return unreadable(failed);
    for (const term of own) {
      if ((await rowsOf([term], index, signal)).rows.size === 0) return nothing(await sentenceOf(term, index, signal));
    }
  }
  if (failed.length > 0) return unreadable(failed);
  const [excluded] = terms.filter(({ isExcluded }) => isExcluded);
  const wanted = terms.filter(({ isExcluded }) => !isExcluded);
  if (excluded && (wanted.length === 0 || (await rowsOf(wanted, index, signal)).rows.size > 0))
    return nothing(`Nothing is left of the scope without what ${textOf(excluded)} leaves out. Remove that term.`);
  const [before, first] = await firstThatEnds(wanted, index, signal);
  return nothing(
    `Every term of the scope matches documents, but no document matches all of them: none that “${before.map(({ text }) => text).join(' ')}” names matches ${textOf(first)}. Remove a term.`,
  );
}

/** The terms up to the first of which nothing is left, and that one. */
async function firstThatEnds(
  terms: readonly ScopeTerm[],
  index: ScopedIndex,
  signal: AbortSignal,
): Promise<readonly [before: readonly ScopeTerm[], first: ScopeTerm | undefined]> {
  const groups = [...Map.groupBy(terms, (term) => (term.kind === 'field' ? `field ${term.field}` : term.kind)).values()];
  for (let n = 2; n < groups.length; n++) {
    if ((await rowsOf(groups.slice(0, n).flat(), index, signal)).rows.size === 0)
      return [groups.slice(0, n - 1).flat(), groups[n - 1]?.[0]];
  }
  return [groups.slice(0, -1).flat(), groups.at(-1)?.[0]];
}

function nothing(message: string): AriadneError {
  return new AriadneError('scope-empty', message);
}

function textOf(term: ScopeTerm | undefined): string {
  return `“${term?.text ?? ''}”`;
}

function failedDocuments(terms: readonly ScopeTerm[], { documents }: ScopedIndex): readonly StoredDocument[] {
  const paths = terms.filter(({ kind }) => kind !== 'field');
  if (paths.length === 0) return [];
  const matches = documentMatcher(paths);
  return [...documents.values()].filter((document) => !isIndexed(document) && matches(document));
}

function unreadable(failed: readonly StoredDocument[]): AriadneError {
  const [first] = failed;
  const others = failed.length === 1 ? '' : ` and ${failed.length - 1} more`;
  return nothing(`The scope names only documents that could not be read: ${first?.path}${others} (${first?.reason}).`);
}

async function sentenceOf(term: ScopeTerm, index: ScopedIndex, signal: AbortSignal): Promise<string> {
  const at = textOf(term);
  switch (term.kind) {
    case 'in':
      return `No document is in ${at}.${nearPath(term, index)}`;
    case 'type':
      return `No document has the type ${at}. There are: ${typesOf(index).join(', ')}.`;
    case 'modified':
      return `No document was changed at that time: ${at}.${changesOf(index)}`;
    case 'field':
      return fieldSentence(term, at, index, signal);
  }
}

function nearest(near: readonly string[], names: readonly string[]): string {
  if (near.length > 0) return ` Nearest: ${near.slice(0, 3).join(', ')}.`;
  return names.length === 0 ? '' : ` There are: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}.`;
}

function nearPath(term: TermOf<'in'>, index: ScopedIndex): string {
  const names = pathsLike(term, index);
  const elsewhere = pathsEndingAlike(term, index);
  return nearest(elsewhere.length > 0 ? elsewhere : nearestNames(term.path, names), names);
}

/** The same path from another folder on: `people/` for `docs/people` where `docs` is the folder that is indexed. */
function pathsEndingAlike({ path, isFolder }: TermOf<'in'>, { documents }: ScopedIndex): readonly string[] {
  const wanted = `/${path.toLowerCase()}`;
  const found = new Set<string>();
  for (const document of documents.values()) {
    const steps = document.path.split('/');
    for (const depth of steps.keys()) {
      const isFile = depth === steps.length - 1;
      const above = steps.slice(0, depth + 1).join('/');
      const name = `/${above.toLowerCase()}`;
      if ((name.endsWith(wanted) || wanted.endsWith(name)) && !(isFile && isFolder)) found.add(isFile ? above : `${above}/`);
    }
    if (found.size >= mostElsewhere) break;
  }
  return [...found].slice(0, mostElsewhere);
}

/** Folders and files of the depth that the term has. */
function pathsLike({ path, isFolder }: TermOf<'in'>, { documents }: ScopedIndex): readonly string[] {
  const depth = path.split('/').length;
  const names = new Set<string>();
  for (const document of documents.values()) {
    const steps = document.path.split('/');
    if (steps.length > depth) names.add(`${steps.slice(0, depth).join('/')}/`);
    else if (steps.length === depth && !isFolder) names.add(document.path);
    if (names.size >= mostNames) break;
  }
  return [...names].sort((a, b) => Number(b.endsWith('/')) - Number(a.endsWith('/')) || (a < b ? -1 : 1));
}

function typesOf({ documents }: ScopedIndex): readonly string[] {
  const types = Map.groupBy([...documents.values()].filter(isIndexed), ({ path }) => extensionOf(path).slice(1));
  types.delete('');
  return [...types]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 8)
    .map(([type]) => type);
}

function changesOf({ documents }: ScopedIndex): string {
  let [first, last] = [Infinity, -Infinity];
  for (const { mtimeMs } of documents.values()) [first, last] = [Math.min(first, mtimeMs), Math.max(last, mtimeMs)];
  if (first > last) return '';
  const day = (ms: number): string => {
    const date = new Date(ms);
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  };
  return ` The documents were changed between ${day(first)} and ${day(last)}.`;
}

/** Names of terms that are no fields. */
const ownNames = ['in', 'type', 'modified'] as const;
/** Of those that are listed. */
const mostFields = 8;

async function fieldSentence(term: TermOf<'field'>, at: string, index: ScopedIndex, signal: AbortSignal): Promise<string> {
  const own = new Set(namesOfField(term.field).map(fieldKey));
  const names = new Set<string>();
  const values = new Set<string>();
  for await (const { fields } of index.places(withFields)) {
    signal.throwIfAborted();
    for (const stored of fields) {
      const { document = [], parts = [] } = fieldsOfRow(stored);
      for (const [name, value] of [document, ...parts].flat()) {
        const key = fieldKey(name);
        if (names.size < mostNames) names.add(key);
        if (own.has(key) && values.size < mostNames) for (const item of itemsOfField(term.field, value)) values.add(item);
      }
    }
  }
  if (values.size === 0) {
    const known = [...Object.keys(fieldNames).filter((name) => namesOfField(name).some((other) => names.has(other))), ...[...names].sort()];
    const fields = [...new Set(known)];
    const near = nearestNames(term.field, [...ownNames, ...fields]);
    const hint = near.length > 0 ? nearest(near, []) : ` There are: ${[...fields.slice(0, mostFields), ...ownNames].join(', ')}.`;
    return `No document has a field for ${at}.${hint}`;
  }
  const given = term.value ?? '';
  const all = [...values];
  const whole = nearestNames(given, all);
  const near = whole.length > 0 ? whole : all.filter((value) => nearestNames(given, value.split(/[\s,]+/)).length > 0);
  return `No document matches ${at}.${nearest(near, all)}`;
}
