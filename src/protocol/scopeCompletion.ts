/** What can be typed next in a question: names of the index, and what limits it to some documents. Pure. */
import { t } from '@vscode/l10n';
import type { ScopeNames } from './scopeNames.ts';
import { fieldKey, fieldTerm, parseScope, pathTerm } from './scopeSyntax.ts';

/** Names of codicons. */
type SuggestionIcon = 'symbol-keyword' | 'folder' | 'file' | 'symbol-field' | 'symbol-enum-member' | 'calendar' | 'book' | 'symbol-snippet';

export interface Suggestion {
  readonly label: string;
  /** Where it is, or what it is for. */
  readonly detail?: string;
  readonly icon: SuggestionIcon;
  /** Replaces the word that is typed. */
  readonly text: string;
  /** How many characters before the end of `text` the caret is then. */
  readonly back: number;
  /** More can be completed in it, so that no blank follows. */
  readonly isOpen: boolean;
}

export interface Completion {
  readonly suggestions: readonly Suggestion[];
  /** Offsets of the word that is replaced, end-exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether the first is chosen by Enter. Otherwise the word may well be meant as it is, and Enter asks. */
  readonly isFirstChosen: boolean;
  /** Whether the first is taken by Tab. Otherwise the word may be the end of a sentence, and Tab goes on. */
  readonly isByTab: boolean;
}

/** Until they are known. */
export const noScopeNames: ScopeNames = { folders: [], files: [], types: [], months: [], fields: [], names: [] };

const mostSuggestions = 60;
/** Of a word that may be the beginning of a name. Shorter ones are common in sentences. */
const shortestName = 3;

const ownNames: readonly (readonly [name: string, detail: string])[] = [
  ['in', t('folder, file or glob')],
  ['type', t('type of document')],
  ['modified', t('date of the file')],
];

/**
 * Undefined where nothing fits.
 * @param caret offset in the text
 * @param isWanted the user asks for suggestions, so that names are offered for an empty or short word too
 */
export function completionAt(text: string, caret: number, names: ScopeNames, isWanted = false): Completion | undefined {
  return valuesAt(text, caret, names) ?? namesAt(text, caret, names, isWanted) ?? namedAt(text, caret, names);
}

/** The text and caret after a suggestion is taken. */
export function complete(
  text: string,
  { start, end }: Completion,
  suggestion: Suggestion,
): { readonly text: string; readonly caret: number } {
  const isSeparated = suggestion.isOpen || /^\s/.test(text.slice(end));
  const inserted = suggestion.text + (isSeparated ? '' : ' ');
  const past = !suggestion.isOpen && isSeparated ? 1 : 0;
  return {
    text: text.slice(0, start) + inserted + text.slice(end),
    caret: start + inserted.length - suggestion.back + past,
  };
}

const valueBefore = /(?<=^|\s)(-?)(\p{L}[\p{L}\p{N}_-]*)[:：](>=|<=|>|<)?("(?:[^"\\]|\\.)*|[^\s"]*)$/u;
const nameBefore = /(?<=^|\s)(-?)(\p{L}[\p{L}\p{N}_-]*)?$/u;

function valuesAt(text: string, caret: number, names: ScopeNames): Completion | undefined {
  const found = valueBefore.exec(text.slice(0, caret));
  if (!found) return undefined;
  const [word, minus = '', name = '', operator = '', raw = ''] = found;
  const isQuoted = raw.startsWith('"');
  const typed = raw.replace(/^"/, '').replace(/\\(?=[\\"*?[\]{}()!])/g, '');
  const rest = (isQuoted ? /^[^"\s]*"?/ : /^[^\s"]*/).exec(text.slice(caret))?.[0] ?? '';
  const all = suggestionsFor(name.toLowerCase(), typed, operator, names);
  if (all.length === 0) return undefined;
  const isWhole =
    rest === '' && all.some(({ text: whole }) => whole === word.slice(minus.length) || whole === `${word.slice(minus.length)}"`);
  // What is complete needs no list.
  if (isWhole && all.length === 1) return undefined;
  return {
    suggestions: all.slice(0, mostSuggestions).map((one) => ({ ...one, text: minus + one.text })),
    start: caret - word.length,
    end: caret + rest.length,
    isFirstChosen: typed !== '' && !typed.endsWith('/') && !isWhole,
    isByTab: !isWhole,
  };
}

function suggestionsFor(name: string, typed: string, operator: string, names: ScopeNames): readonly Suggestion[] {
  if (name === 'in') return operator === '' ? pathsFor(typed, names) : [];
  if (name === 'type') return operator === '' ? valuesFor(typed, names.types, 'file', (value) => `type:${value}`) : [];
  if (name === 'modified') return valuesFor(typed, datesOf(names), 'calendar', (value) => `modified:${operator}${value}`);
  const field = names.fields.find((one) => one.name === fieldKey(name));
  if (!field) return [];
  if (operator === '') return valuesFor(typed, field.values, 'symbol-enum-member', (value) => fieldTerm(name, value));
  const comparison = (value: string): string => `${name}:${operator}${value}`;
  const comparable = field.values.filter((value) => isTerm(comparison(value)));
  return valuesFor(typed, comparable, 'symbol-enum-member', comparison);
}

function isTerm(text: string): boolean {
  const { terms, problems } = parseScope(text);
  return terms.length === 1 && problems.length === 0;
}

function datesOf({ months }: ScopeNames): readonly string[] {
  return [...new Set([...months.map((month) => month.slice(0, 4)), ...months])];
}

function valuesFor(
  typed: string,
  values: readonly string[],
  icon: SuggestionIcon,
  textOf: (value: string) => string,
): readonly Suggestion[] {
  return ranked(typed, values, (value) => value.split(/[\s,;/]+/)).map((value) => ({
    label: value,
    icon,
    text: textOf(value),
    back: 0,
    isOpen: false,
  }));
}

function pathsFor(typed: string, { folders, files }: ScopeNames): readonly Suggestion[] {
  const isFolder = new Set(folders);
  const prefix = typed.replace(/^\.?\//, '');
  const paths = ranked(prefix, [...folders, ...files], (path) => [path.slice(path.lastIndexOf('/') + 1)]);
  // What is directly in the folder that was typed, then what is deeper in it.
  const depth = (path: string): number => (prefix.endsWith('/') || prefix === '' ? path.split('/').length : 0);
  return paths
    .filter((path) => `${path}/` !== prefix)
    .sort((a, b) => depth(a) - depth(b))
    .map((path) => {
      const text = pathTerm(path, isFolder.has(path));
      const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
      return {
        label: path.slice(above === '' ? 0 : above.length + 1) + (isFolder.has(path) ? '/' : ''),
        ...(above === '' ? {} : { detail: above }),
        icon: isFolder.has(path) ? 'folder' : 'file',
        text,
        back: isFolder.has(path) && text.endsWith('"') ? 1 : 0,
        isOpen: isFolder.has(path),
      };
    });
}

/** Those that begin with what is typed, then those of which a word does, then those that contain it; each in the given order. */
function ranked(typed: string, all: readonly string[], wordsOf: (one: string) => readonly string[]): string[] {
  const wanted = folded(typed);
  const rankOf = (one: string): number => {
    const own = folded(one);
    if (own.startsWith(wanted)) return 0;
    if (wordsOf(own).some((word) => word.startsWith(wanted))) return 1;
    return own.includes(wanted) ? 2 : 3;
  };
  return all
    .map((one) => ({ one, rank: rankOf(one) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** Case and accents do not count. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

function namesAt(text: string, caret: number, names: ScopeNames, isWanted: boolean): Completion | undefined {
  const found = nameBefore.exec(text.slice(0, caret));
  if (!found || /^[\p{L}\p{N}_:：-]/u.test(text.slice(caret))) return undefined;
  const [word, minus = '', typed = ''] = found;
  if (!isWanted && typed.length < (minus === '' ? shortestName : 1)) return undefined;
  // A field with one of the usual names cannot be meant.
  const own = new Map(ownNames);
  for (const { name } of names.fields) if (!own.has(name)) own.set(name, 'field');
  const suggestions = [...own]
    .filter(([name]) => name.startsWith(typed.toLowerCase()))
    .map(([name, detail]): Suggestion => {
      const icon = detail === 'field' ? 'symbol-field' : 'symbol-keyword';
      return { label: `${name}:`, detail, icon, text: `${minus}${name}:`, back: 0, isOpen: true };
    });
  if (suggestions.length === 0) return undefined;
  return {
    suggestions,
    start: caret - word.length,
    end: caret,
    isFirstChosen: false,
    isByTab: typed !== '' && !own.has(typed.toLowerCase()),
  };
}

/** Words of a name that are typed before it is offered, at most, and the letters of one alone. */
const mostWords = 4;
const shortestWord = 4;
const mostNamed = 8;

/** A name that begins with the last words that were typed. The first word of a question is no name yet. */
function namedAt(text: string, caret: number, { names }: ScopeNames): Completion | undefined {
  if (/^[\p{L}\p{N}]/u.test(text.slice(caret))) return undefined;
  const words = text.slice(0, caret).split(' ');
  for (let n = Math.min(mostWords, words.length - 1); n > 0; n--) {
    const phrase = words.slice(-n).join(' ');
    if (phrase.length < shortestWord || phrase.startsWith(' ') || phrase.endsWith(' ')) continue;
    const wanted = folded(phrase);
    const found = names.filter((name) => name.length > phrase.length && folded(name).startsWith(wanted)).slice(0, mostNamed);
    if (found.length === 0) continue;
    const suggestions = found.map((name): Suggestion => ({ label: name, icon: 'book', text: name, back: 0, isOpen: false }));
    return { suggestions, start: caret - phrase.length, end: caret, isFirstChosen: false, isByTab: true };
  }
  return undefined;
}
