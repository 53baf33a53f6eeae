/** The names that a document gives itself and its sections, by which other documents may mention them. */
import { nameKey } from '../../language/nameWords.ts';
import type { MentionKind, Row } from '../interfaces.ts';

/** What is known of a document without reading it. */
export interface NamedDocument {
  readonly path: string;
  readonly title: string;
  /** Other names of the whole document. */
  readonly aliases: readonly string[];
  /** Ascending rows of its passages. */
  readonly rows: readonly Row[];
  /** Headings above each passage, in the order of `rows`. */
  readonly headings: readonly (readonly string[])[];
}

/** A name of a document or section. */
export interface NameOwner {
  readonly path: string;
  readonly kind: MentionKind;
  /** As the document has it. */
  readonly name: string;
  /** Of a section, outermost first. */
  readonly headings?: readonly string[];
}

/**
 * The owners of each name (`nameKey`) in one document. Names that are too short to be recognized are left out. Where a document gives one
 * name to several of its parts, the earliest kind counts: the document before its sections.
 */
export function namesOf(document: NamedDocument): ReadonlyMap<string, readonly NameOwner[]> {
  const { path } = document;
  const names = new Map<string, NameOwner[]>();
  const add = (kind: MentionKind, name: string, headings?: readonly string[]): void => {
    const key = nameKey(name);
    if (!isTelling(key, headings ? leastOfHeadings : leastOfDocuments)) return;
    const owners = names.get(key) ?? [];
    if (owners.some((owner) => owner.headings === undefined)) return;
    owners.push({ path, kind: isIdentifier.test(key) ? 'identifier' : kind, name: name.trim(), ...(headings ? { headings } : {}) });
    names.set(key, owners);
  };
  const title = isOfPath(document) ? 'file' : 'title';
  for (const form of formsOf(document.title)) add(title, form);
  for (const alias of document.aliases) for (const form of formsOf(alias)) add('alias', form);
  for (const name of fileNames(path)) add('file', name);
  for (const headings of sectionsOf(document)) add('heading', unnumbered(headings.at(-1) ?? ''), headings);
  return names;
}

/** Headings of each section, outer sections included, in the order of the document. */
function sectionsOf({ headings }: Pick<NamedDocument, 'headings'>): readonly (readonly string[])[] {
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
  const bare = title.replace(/\s*(?:\([^()]*\)|（[^（）]*）|\[[^[\]]*\])\s*$/u, '');
  const whole = bare === '' ? title : bare;
  const [, identifier, rest] = /^\s*(\p{L}{1,12}[\s_-]?\d[\d.]*)\s*(?:[:：–—|]|-(?=\s))\s*(\S.*)$/su.exec(whole) ?? [];
  return [whole, identifier, rest].filter((form) => form !== undefined);
}

/** `pep-0484`, and `pep-0484.rst`. */
function fileNames(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [name.replace(/(?<=.)\.[^.]*$/, ''), name];
}

/** Whether the document has no title, so that one was made from its file name. */
function isOfPath({ title, path }: NamedDocument): boolean {
  return fileNames(path).some((name) => title === name || title === name.replace(/[-_\s]+/g, ' ').trim());
}

/** A heading without its number: `4.2 Grammar`. */
function unnumbered(heading: string): string {
  return heading.replace(/^\s*(?:§\s*)?\d+(?:\.\d+)*[.)]?\s+(?=\S)/u, '');
}

/** How much a name must have to be recognized: letters and digits, words, letters of a script without spaces. */
interface Least {
  readonly characters: number;
  readonly words: number;
  readonly spaceless: number;
}

const leastOfDocuments: Least = { characters: 4, words: 1, spaceless: 2 };
/** A single word above a section (`Usage`, `Returns`) names a part that most documents have. */
const leastOfHeadings: Least = { characters: 6, words: 2, spaceless: 4 };
/** Fewer digits alone are a year or a count, not a DOI or an ISBN. */
const leastDigits = 8;
const maxNameWords = 32;
const isIdentifier = /^(?:\p{L}+(?: \d+)+|\d[\d ]*)$/u;
const spacelessLetter = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/gu;

function isTelling(key: string, least: Least): boolean {
  const words = key === '' ? 0 : key.split(' ').length;
  if (words === 0 || words > maxNameWords) return false;
  const characters = key.length - (words - 1);
  if (/^[\d ]+$/.test(key)) return characters >= leastDigits;
  if ((key.match(spacelessLetter)?.length ?? 0) >= least.spaceless) return true;
  return characters >= least.characters && words >= least.words;
}
