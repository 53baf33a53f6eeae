/** The names that a document gives itself and its sections, by which other documents may mention them. */
import { insertionIndex } from '../../base/binarySearch.ts';
import type { Anchor } from '../../corpus/references.ts';
import { anchorKey } from '../../language/words.ts';
import { assumedLanguage } from '../../language/assumed.ts';
import { nameKey } from '../../language/nameWords.ts';
import { partNamed } from '../../language/partNames.ts';
import { termHash } from '../fullText/termHash.ts';
import type { MentionKind, Row } from '../interfaces.ts';
import { citationKey, keysOfPath, labelKey, partFragment, writtenNameKey } from './addresses.ts';

/** What is known of a document without reading it. */
export interface KnownFile {
  readonly path: string;
  readonly title: string;
  /** Other names of the whole document. */
  readonly aliases: readonly string[];
  /** Ascending rows of its passages. */
  readonly rows: readonly Row[];
  /** Headings above each passage, in the order of `rows`. */
  readonly headings: readonly (readonly string[])[];
  readonly anchors: readonly PlacedAnchor[];
}

/** A place in a passage, or the section that it names, to which links may lead. */
export type PassageAnchor = Pick<Anchor, 'kind' | 'name' | 'headings'>;

/** An anchor and the passage that it is in. */
interface PlacedAnchor extends PassageAnchor {
  readonly row: Row;
}

/** A name of a document or section. */
export interface NameOwner {
  readonly path: string;
  readonly kind: MentionKind;
  /** As the document has it. */
  readonly name: string;
  /** Of a part of the document. */
  readonly part?: DocumentPart;
}

/** In the order in which owners of one name are listed. */
const kinds: readonly MentionKind[] = ['link', 'title', 'alias', 'identifier', 'file', 'heading'];

/** Of two owners of one name, the one that is meant first. */
export function byRankAndPath(a: NameOwner, b: NameOwner): number {
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || pathOrder(a, b);
}

export function pathOrder(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** A section, or the passage with an anchor that names no section. */
export interface DocumentPart {
  /** Outermost first. */
  readonly headings: readonly string[];
  /** Undefined for a section. */
  readonly row?: Row;
}

/**
 * The owners in one document of each name (`nameKey`) and address (`addressOf`). Names that are too short to be recognized are left out.
 * Where a document gives one name to several of its parts, the earliest kind counts: the document before its sections.
 */
export function namesOf(document: KnownFile): ReadonlyMap<string, readonly NameOwner[]> {
  const { path, title, aliases } = document;
  const names = new Map<string, NameOwner[]>();
  const put = (key: string, kind: MentionKind, name: string, part?: DocumentPart): void => {
    const owners = names.get(key) ?? [];
    if (owners.some((owner) => owner.part === undefined)) return;
    owners.push({ path, kind, name: name.trim(), part });
    names.set(key, owners);
  };
  for (const { key, kind, name, part } of spokenNamesOf(document)) put(key, kind, name, part);
  for (const key of keysOfPath(path)) put(key, 'link', title);
  for (const name of [...formsOf(title), ...aliases.flatMap(formsOf), ...fileNames(path)]) put(writtenNameKey(name), 'link', title);
  for (const anchor of document.anchors) {
    const part = partOf(anchor, document);
    if (anchor.kind === 'citation') put(citationKey(anchor.name), 'link', anchor.name, part);
    else if (anchor.kind !== 'heading') put(labelKey(anchor.name), 'link', part?.headings.at(-1) ?? anchor.name, part);
  }
  return names;
}

/** Of each name two numbers: its hash; and that of its first word, the last bits of which are one less than its number of words. */
export function nameHashes(keys: Iterable<string>): Int32Array {
  const hashes: number[] = [];
  for (const key of keys) {
    const words = key.split(' ');
    hashes.push(termHash(key), firstWordHash(words[0]!) + Math.min(words.length, maxMentionWords) - 1);
  }
  return Int32Array.from(hashes);
}

/** A number whose last bits are free for fewer than `maxMentionWords`. */
export function firstWordHash(word: string): number {
  return termHash(word) & -maxMentionWords;
}

/** @param hash the second one of a name */
export function firstWordIn(hash: number): { readonly first: number; readonly words: number } {
  return { first: hash & -maxMentionWords, words: (hash & (maxMentionWords - 1)) + 1 };
}

interface SpokenName {
  readonly key: string;
  readonly kind: MentionKind;
  readonly name: string;
  readonly part?: DocumentPart;
}

/** The names by which texts may mention a document and its parts, the document's first. One may be there several times. */
function* spokenNamesOf(document: KnownFile): Generator<SpokenName> {
  for (const { kind, name, part } of allNamesOf(document)) {
    const key = nameKey(name);
    if (!isTelling(key, part ? leastOfParts : leastOfDocuments)) continue;
    yield { key, kind: isIdentifier.test(key) ? 'identifier' : kind, name, part };
  }
}

function* allNamesOf(document: KnownFile): Generator<Omit<SpokenName, 'key'>> {
  const { path, title, aliases, anchors } = document;
  const kind = isOfPath(document) ? 'file' : 'title';
  for (const name of formsOf(title)) yield { kind, name };
  for (const name of aliases.flatMap(formsOf)) yield { kind: 'alias', name };
  for (const name of fileNames(path)) yield { kind: 'file', name };
  for (const headings of sectionsOf(document)) yield { kind: 'heading', name: unnumbered(headings.at(-1) ?? ''), part: { headings } };
  for (const anchor of anchors) {
    if (anchor.kind !== 'object' && anchor.kind !== 'term') continue;
    const part = partOf(anchor, document);
    yield { kind: 'heading', name: anchor.name, part };
  }
}

/**
 * Parts by the fragment that links name them with: anchors, headings, numbers of sections. Undefined as a value: the whole document. Of two
 * with the same fragment the first counts.
 */
export function fragmentsOf(document: KnownFile): ReadonlyMap<string, DocumentPart | undefined> {
  const parts = new Map<string, DocumentPart | undefined>();
  const put = (fragment: string, part: DocumentPart | undefined): void => {
    if (fragment !== '' && !parts.has(fragment)) parts.set(fragment, part);
  };
  for (const anchor of document.anchors) put(anchorKey(anchor.name), partOf(anchor, document));
  put(anchorKey(document.title), undefined);
  const sections = sectionsOf(document).map((headings) => ({ headings, heading: headings.at(-1) ?? '' }));
  const putNumbered = (name: string, part: DocumentPart | undefined): void => {
    const named = partNamed(name, assumedLanguage);
    if (named) put(partFragment(named.key), part);
  };
  for (const { headings, heading } of sections) {
    put(anchorKey(heading), { headings });
    putNumbered(heading, { headings });
  }
  for (const anchor of document.anchors) if (anchor.kind === 'label') putNumbered(anchor.name, partOf(anchor, document));
  const numbered = sections.flatMap(({ headings, heading }) => {
    const number = sectionNumber.exec(heading)?.[1];
    return number === undefined ? [] : [{ headings, number }];
  });
  for (const { headings, number } of numbered) put(partFragment(number), { headings });
  // Many number their notes only.
  for (const { headings, number } of numbered) put(partFragment(`not${number}`), { headings });
  return parts;
}

/** Ascending rows of a part's passages. */
export function rowsOfPart({ rows, headings }: KnownFile, part: DocumentPart): readonly Row[] {
  if (part.row !== undefined) return [part.row];
  return rows.filter((_, i) => part.headings.every((heading, depth) => headings[i]?.[depth] === heading));
}

/** @returns undefined for the whole document */
function partOf({ headings, row }: PlacedAnchor, document: KnownFile): DocumentPart | undefined {
  if (headings) return headings.length === 0 ? undefined : { headings };
  return { headings: document.headings[insertionIndex(row, document.rows)] ?? [], row };
}

/** Headings of each section, outer sections included, in the order of the document. */
function sectionsOf({ headings }: Pick<KnownFile, 'headings'>): readonly (readonly string[])[] {
  const sections = new Map<string, readonly string[]>();
  let last: readonly string[] | undefined;
  for (const of of headings) {
    if (of === last) continue;
    last = of;
    for (let depth = 1; depth <= of.length; depth++) {
      const section = of.slice(0, depth);
      const key = section.join('\0');
      if (!sections.has(key)) sections.set(key, section);
    }
  }
  return [...sections.values()];
}

/** A title as it may be mentioned: without a suffix in brackets; `PEP 484 – Type Hints` also as `PEP 484` and as `Type Hints`. */
function formsOf(title: string): readonly string[] {
  const bare = title.replace(/(?<!\s)\s*(?:\([^()]*\)|（[^（）]*）|\[[^[\]]*\])\s*$/u, '');
  const whole = bare === '' ? title : bare;
  const [, identifier, rest] = /^\s*(\p{L}{1,12}[\s_-]?\d[\d.]*)\s*(?:[:：–—|]|-(?=\s))\s*(\S.*)$/su.exec(whole) ?? [];
  const bareId = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|(?:doi|arxiv):\s*)(\S+)$/i.exec(whole)?.[1];
  return [bareId ?? whole, identifier, rest].filter((name) => name !== undefined);
}

/** `pep-0484`, and `pep-0484.rst`. */
function fileNames(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [name.replace(/(?<=.)\.[^.]*$/, ''), name];
}

/** Whether the document has no title, so that one was made from its file name. */
function isOfPath({ title, path }: KnownFile): boolean {
  return fileNames(path).some((name) => title === name || title === name.replace(/[-_\s]+/g, ' ').trim());
}

/** A heading without its number: `4.2 Grammar`. */
function unnumbered(heading: string): string {
  return heading.replace(sectionNumber, '');
}

const sectionNumber = /^\s*(?:§\s*|\()?(\d+(?:\.\d+)*)[.)]?\s+(?=\S)/u;

/** How much a name must have to be recognized: letters and digits, words, letters of a script without spaces. */
interface Least {
  readonly characters: number;
  readonly words: number;
  readonly spaceless: number;
}

const leastOfDocuments: Least = { characters: 4, words: 1, spaceless: 2 };
/** A single word above a section (`Usage`, `Returns`) names a part that most documents have. */
const leastOfParts: Least = { characters: 6, words: 2, spaceless: 4 };
/** Fewer digits alone are a year or a count, not a DOI or an ISBN. */
const leastDigits = 8;
/** A power of two. */
const maxMentionWords = 32;
const isIdentifier = /^(?:\p{L}+(?: \d+)+|\d[\d ]*)$/u;
const spacelessLetter = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/gu;

function isTelling(key: string, least: Least): boolean {
  const words = key === '' ? 0 : key.split(' ').length;
  if (words === 0 || words > maxMentionWords) return false;
  const characters = key.length - (words - 1);
  if (/^[\d ]+$/.test(key)) return characters >= leastDigits;
  if ((key.match(spacelessLetter)?.length ?? 0) >= least.spaceless) return true;
  return characters >= least.characters && words >= least.words;
}
