/** Citations by keys, written as a document writes its own: a new one, another key in place of one, and one key less. Pure. */
import { type CitedKey, declaredBibliographies, definitionsIn, type KeyGroup, keyGroups } from './citedKeys.ts';
import type { TextRange } from './readText.ts';
import type { Replacement } from './rewrite.ts';

/** A key of a bibliography, and the pages of what is cited. */
export interface KeyToCite {
  readonly key: string;
  readonly page?: number | undefined;
  readonly lastPage?: number | undefined;
}

/** Where a citation is, or is added; of a number in `3–5`, which of them. */
export interface CitedPlace extends TextRange {
  readonly key?: string | undefined;
}

/** How a language lists the keys of one citation. */
interface ListShape {
  /** What it begins with. */
  readonly open: RegExp;
  readonly close: string;
  readonly separator: ';' | ',';
  /** A key with the words of its pages, which are empty without any. */
  readonly item: (key: string, pages: string) => string;
  /** Whether pages are those of the last key. */
  readonly isOfLast?: true;
}

const shapes: Readonly<Record<string, readonly [ListShape, ...(readonly ListShape[])]>> = {
  markdown: [
    { open: /^\[/, close: ']', separator: ';', item: (key, pages) => [`@${key}`, pages].filter(Boolean).join(', ') },
    { open: /^(?=@)/, close: '', separator: ';', item: (key, pages) => (pages === '' ? `@${key}` : `@${key} [${pages}]`) },
  ],
  org: [
    { open: /^\[cite(?:\/[^:\][\s]*)?:/, close: ']', separator: ';', item: (key, pages) => [`@${key}`, pages].filter(Boolean).join(' ') },
    { open: /^\w+:&?/, close: '', separator: ',', item: (key) => key },
  ],
  asciidoc: [
    {
      open: /^cite(?:np)?:\[/,
      close: ']',
      separator: ',',
      item: (key, pages) => (pages === '' ? key : `${key}(${pages.slice(3).trim()})`),
    },
  ],
  restructuredtext: [
    { open: /^:cite[a-z:]*:`/, close: '`', separator: ',', item: (key, pages) => key + (pages && `{${pages}}`), isOfLast: true },
  ],
};

/** What a citation begins with where the document has none. */
const openings: Readonly<Record<string, string>> = {
  markdown: '[',
  latex: '\\cite',
  org: '[cite:',
  asciidoc: 'cite:[',
  restructuredtext: ':cite:p:`',
};

/** Commands of LaTeX that can have another key, and pages: not those that print an author or a title. */
const citing = /^\\(?:[Cc]ite(?:p|alp)?|(?:[Pp]aren|[Aa]uto|foot|[Ss]mart|super)cites?)$/;

/** Keys with other characters are not the same in every language. */
const plainKey = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_:.+/-]*[\p{L}\p{N}_])?$/u;

/** What a text cites by keys, and how. */
interface Keyed {
  readonly text: string;
  readonly syntax: string;
  /** Of its running text. */
  readonly groups: readonly KeyGroup[];
  /** Of its footnotes. */
  readonly defined: readonly KeyGroup[];
}

function keyedIn(text: string, syntax: string): Keyed {
  const definitions = definitionsIn(text, syntax);
  const notes = [...definitions.byKey.values()];
  const isDefined = ({ range }: KeyGroup): boolean => notes.some(({ start, end }) => start <= range.start && range.start < end);
  const all = keyGroups(text, syntax, definitions);
  const groups = all.filter(({ keys, isIdentifier }) => keys[0]?.form === 'key' && !isIdentifier);
  return { text, syntax, groups: groups.filter((one) => !isDefined(one)), defined: groups.filter(isDefined) };
}

/** Whether a document cites by keys of a bibliography. */
export function citesByKeys(text: string, syntax: string): boolean {
  if (openings[syntax] === undefined) return false;
  const { groups, defined } = keyedIn(text, syntax);
  return groups.some(({ isSure }) => isSure) || defined.length > 0 || declaredBibliographies(text, syntax).length > 0;
}

/**
 * Cites a key, with its pages where the language can say them.
 * @param place of the citation that it replaces; empty where it is added: behind a sentence
 * @param words what precedes it, such as a quote
 * @returns in text order; undefined for a key that the language cannot write
 */
export function withKey(
  text: string,
  syntax: string,
  place: CitedPlace,
  cited: KeyToCite,
  words: string,
): readonly Replacement[] | undefined {
  if (!plainKey.test(cited.key) || openings[syntax] === undefined) return undefined;
  const keyed = keyedIn(text, syntax);
  const isAdded = place.start === place.end;
  const known = isAdded ? undefined : keyAt(text, syntax, place);
  const inPlace = known && replacedKey(text, syntax, known, cited);
  if (inPlace)
    return [...(words === '' ? [] : [{ start: known.group.range.start, end: known.group.range.start, text: `${words} ` }]), inPlace];
  const mark = newMark(keyed, cited);
  const isInNotes = !keyed.groups.some(({ isSure }) => isSure) && keyed.defined.length > 0;
  const note = isInNotes ? newNote(keyed, mark) : undefined;
  const written = [...(words === '' ? [] : [words]), note?.mark ?? mark].join(' ');
  const below = note ? [{ start: text.length, end: text.length, text: note.below }] : [];
  const after = known && known.group.keys.length > 1 ? besideGroup(text, syntax, known, written) : undefined;
  if (after) return [...after, ...below];
  if (!isAdded) return [{ start: place.start, end: place.end, text: written }, ...below];
  const end =
    place.start -
    (words === '' && !note ? (/[.!?…。！？]+$/u.exec(text.slice(Math.max(0, place.start - mostStops), place.start))?.[0].length ?? 0) : 0);
  const beside = words === '' && !note ? keyed.groups.find(({ range }) => range.end === end) : undefined;
  const joined = beside && joinedTo(text, syntax, beside, cited);
  if (joined) return [joined];
  const space = note && words === '' ? '' : end === 0 || /\s/.test(text.charAt(end - 1)) ? '' : ' ';
  return [{ start: end, end, text: `${space}${written}` }, ...below];
}

/**
 * Puts a link where a key was: in place of the citation, or where that has more keys, behind it.
 * @param mark of the link, with the space before it
 */
export function withLink(text: string, syntax: string, place: CitedPlace, mark: string): readonly Replacement[] {
  const known = place.start === place.end ? undefined : keyAt(text, syntax, place);
  const beside = known && known.group.keys.length > 1 ? besideGroup(text, syntax, known, mark.trimStart()) : undefined;
  if (beside) return beside;
  // Pandoc takes brackets behind `@key` for its pages.
  const isAfterKey =
    syntax === 'markdown' && keyedIn(text, syntax).groups.some(({ range, isTextual }) => isTextual && range.end === place.start);
  const isAfterSpace = place.start === 0 || /\s/.test(text.charAt(place.start - 1));
  const { start, end } = place;
  return [{ start, end, text: isAfterKey ? `,${mark}` : isAfterSpace ? mark.trimStart() : mark }];
}

/** Removes one of several keys of a citation; undefined where a range is not one of these. */
export function withoutKey(text: string, syntax: string, range: CitedPlace): Replacement | undefined {
  const known = keyAt(text, syntax, range);
  return known && known.group.keys.length > 1 ? keyRemoved(text, syntax, known) : undefined;
}

/** The whole citations that keys or numbers at some ranges are in; other ranges stay as they are. */
export function wholeCitations(text: string, syntax: string, ranges: readonly TextRange[]): readonly TextRange[] {
  const groups = keyGroups(text, syntax, definitionsIn(text, syntax)).flatMap(({ keys, range }) =>
    keys.map((key) => [key.range, range] as const),
  );
  const known = new Map(groups.map(([own, whole]) => [`${own.start} ${own.end}`, whole]));
  return ranges.map((range) => known.get(`${range.start} ${range.end}`) ?? range);
}

interface KeyPlace {
  readonly group: KeyGroup;
  readonly key: CitedKey;
}

function keyAt(text: string, syntax: string, { start, end, key: named }: CitedPlace): KeyPlace | undefined {
  // A look at the whole of a long text takes longer than an editor may wait.
  const from = Math.max(0, start - mostAround);
  const moved = <T extends TextRange>(range: T): T => ({ ...range, start: range.start + from, end: range.end + from });
  for (const group of keyGroups(text.slice(from, end + mostAround), syntax, { byKey: new Map(), hasList: true })) {
    const keys = group.keys.map((key) => ({ ...key, range: moved(key.range), name: moved(key.name) }));
    const key = keys.find((one) => one.range.start === start && one.range.end === end && (named === undefined || one.key === named));
    if (key) return { group: { ...group, range: moved(group.range), keys }, key };
  }
  return undefined;
}

/** Signs that end a sentence. */
const mostStops = 8;
/** In characters: longer than a citation. */
const mostAround = 3_000;

function besideGroup(text: string, syntax: string, known: KeyPlace, mark: string): readonly Replacement[] {
  const { end } = known.group.range;
  return [keyRemoved(text, syntax, known), { start: end, end, text: ` ${mark}` }];
}

function replacedKey(text: string, syntax: string, known: KeyPlace, cited: KeyToCite): Replacement | undefined {
  const { group, key } = known;
  if (key.form !== 'key' || group.isIdentifier) return undefined;
  if (syntax === 'latex') return latexReplaced(text, known, cited);
  const list = listOf(text, syntax, group);
  if (!list) return undefined;
  const { start } = key.name;
  const end = list.itemEnd(key.name.end);
  const isLast = end === list.end;
  return { start, end, text: list.shape.item(cited.key, list.shape.isOfLast && !isLast ? '' : pagesOf(cited)) };
}

function keyRemoved(text: string, syntax: string, known: KeyPlace): Replacement {
  const { group, key } = known;
  if (key.form === 'number') {
    // `3–5` is one range for three numbers.
    const left = group.keys.filter((one) => one.name.start === key.name.start && one.key !== key.key).map((one) => one.key);
    if (left.length > 0) return { ...key.name, text: left.join(', ') };
    return withSeparator(text, group.range, key.name, /[,;]\s*/);
  }
  if (syntax === 'latex') return latexRemoved(text, known);
  const list = listOf(text, syntax, group);
  const start = list?.itemStart(key.name.start) ?? key.name.start;
  const end = list?.itemEnd(key.name.end) ?? key.name.end;
  // A textual citation is not in a list.
  return list ? withSeparator(text, group.range, { start, end }, /[;,]\s*/) : { start, end, text: '' };
}

/** A part of a list, with what separates it from the one before it, or where it is the first, from the next one. */
function withSeparator(text: string, within: TextRange, { start, end }: TextRange, separator: RegExp): Replacement {
  const before = new RegExp(`${separator.source}$`).exec(text.slice(within.start, start));
  if (before) return { start: start - before[0].length, end, text: '' };
  const after = new RegExp(`^\\s*${separator.source}`).exec(text.slice(end, within.end));
  return { start, end: end + (after?.[0].length ?? 0), text: '' };
}

interface List {
  readonly shape: ListShape;
  readonly opening: string;
  /** Of what is between the marks. */
  readonly end: number;
  readonly itemStart: (of: number) => number;
  readonly itemEnd: (of: number) => number;
}

function listOf(text: string, syntax: string, { range }: Pick<KeyGroup, 'range'>): List | undefined {
  const written = text.slice(range.start, range.end);
  for (const shape of shapes[syntax] ?? []) {
    const opening = shape.open.exec(written)?.[0];
    if (opening === undefined || !written.endsWith(shape.close)) continue;
    const start = range.start + opening.length;
    const end = range.end - shape.close.length;
    return {
      ...{ shape, opening, end },
      itemStart: (of) => {
        const at = text.lastIndexOf(shape.separator, of - 1) + 1;
        return at > start ? of - text.slice(at, of).trimStart().length : start;
      },
      itemEnd: (of) => {
        const at = text.indexOf(shape.separator, of);
        return at >= of && at < end ? at : end;
      },
    };
  }
  return undefined;
}

function joinedTo(text: string, syntax: string, group: KeyGroup, cited: KeyToCite): Replacement | undefined {
  const list = syntax === 'latex' || group.isTextual ? undefined : listOf(text, syntax, group);
  if (!list || list.shape.close === '' || (list.shape.isOfLast && /\{/.test(text.slice(group.range.start, list.end)))) return undefined;
  const pages = list.shape.isOfLast ? '' : pagesOf(cited);
  return { start: list.end, end: list.end, text: `${list.shape.separator} ${list.shape.item(cited.key, pages)}` };
}

/** In the way of the citation before it. */
function newMark({ text, syntax, groups, defined }: Keyed, cited: KeyToCite): string {
  const models = [...defined, ...groups].filter(({ isTextual }) => !isTextual);
  if (syntax === 'latex') {
    const commands = models.map(({ range }) => /^\\[A-Za-z]+/.exec(text.slice(range.start, range.end))?.[0] ?? '');
    const command = commands.findLast((one) => citing.test(one))?.replace(/s$/, '') ?? openings['latex'] ?? '';
    return `${command}${latexNote('', cited)}{${cited.key}}`;
  }
  const [first] = shapes[syntax] ?? [];
  const list = models.map((group) => listOf(text, syntax, group)).findLast((one) => one !== undefined);
  const shape = list?.shape ?? first;
  return `${list?.opening ?? openings[syntax] ?? ''}${shape?.item(cited.key, pagesOf(cited)) ?? cited.key}${shape?.close ?? ''}`;
}

/** A footnote that cites, for a document whose footnotes do; undefined where they have no numbers. */
function newNote({ text, syntax }: Keyed, mark: string): { readonly mark: string; readonly below: string } | undefined {
  const [open, label] = syntax === 'markdown' ? ['[^', /^\[\^(\d{1,6})\]/] : syntax === 'org' ? ['[fn:', /^\[fn:(\d{1,6})\]/] : [];
  if (open === undefined || label === undefined) return undefined;
  const used = [...text.matchAll(new RegExp(label.source.slice(1), 'g'))].map(([, n]) => Number(n));
  const n = Math.max(0, ...used) + 1;
  const gap = text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  return { mark: `${open}${n}]`, below: `${gap}${open}${n}]${syntax === 'markdown' ? ':' : ''} ${mark}.\n` };
}

/** `p. 16`, `pp. 16–17`, or nothing. */
function pagesOf({ page, lastPage }: KeyToCite): string {
  if (page === undefined) return '';
  return lastPage === undefined || lastPage === page ? `p. ${page}` : `pp. ${page}–${lastPage}`;
}

/** @param before a note in brackets that precedes the citation */
function latexNote(before: string, cited: KeyToCite): string {
  const pages = pagesOf(cited).replace(' ', '~').replace('–', '--');
  return pages === '' ? before && `${before}[]` : `${before}[${pages}]`;
}

/** The keys of one pair of braces, with the notes before them. */
function bracesAt(text: string, { group, key }: KeyPlace) {
  const open = text.lastIndexOf('{', key.name.start);
  const close = text.indexOf('}', key.name.end);
  const [written = ''] = /(?:\s?\[[^\][]{0,300}\]){0,2}\s?$/.exec(text.slice(group.range.start, open)) ?? [];
  const notes = written.match(/\[[^\][]*\]/g) ?? [];
  const keys = text.slice(open + 1, close).split(',');
  return { open, close, keys, start: open - written.length, before: notes.length > 1 ? (notes[0] ?? '') : '', hasNote: notes.length > 0 };
}

/** Pages are those of the last key. */
function latexReplaced(text: string, known: KeyPlace, cited: KeyToCite): Replacement {
  const { start, close, keys, before, open } = bracesAt(text, known);
  const { name } = known.key;
  const isLast = text.slice(name.end, close).trim() === '';
  if (!isLast) return { ...name, text: cited.key };
  const others = keys.length > 1 ? text.slice(open + 1, name.start) : '';
  return { start, end: close + 1, text: `${latexNote(before, cited)}{${others}${cited.key}}` };
}

function latexRemoved(text: string, known: KeyPlace): Replacement {
  const { start, open, close, keys, before, hasNote } = bracesAt(text, known);
  const { name } = known.key;
  if (keys.length === 1) return { start, end: close + 1, text: '' };
  const isLast = text.slice(name.end, close).trim() === '';
  if (!isLast || !hasNote) return withSeparator(text, { start: open + 1, end: close }, name, /,\s*/);
  const others = text.slice(open + 1, name.start).replace(/,\s*$/, '');
  return { start, end: close + 1, text: `${latexNote(before, { key: '' })}{${others}}` };
}
