/** Which documents of a folder the entries of a bibliography mean, by their files, keys, identifiers and titles. Pure. */
import { posix } from 'node:path';
import type { BibliographyEntry } from '../corpus/bibliography.ts';
import { findIdentifiers, identifierKey, isDoi } from '../language/identifiers.ts';
import { nameKey } from '../language/nameWords.ts';
import type { DocumentIdentity } from '../protocol/identity.ts';
import type { PairedBy } from '../protocol/documentCheck.ts';

/** A document that may be cited. */
export interface FolderDocument {
  /** Relative to the folder, `/`-separated. */
  readonly path: string;
  readonly title?: string;
  readonly identity?: DocumentIdentity;
}

/** Likeliest first; at least one. */
export interface Paired {
  readonly by: PairedBy;
  readonly paths: readonly string[];
}

type Named = Pick<BibliographyEntry, 'key' | 'title' | 'files' | 'authors' | 'doi' | 'arxiv' | 'year'>;

/** Words of a title by which it is looked up, and the fewest of a title that alone tells a document. */
const wordsOfStart = 3;
/** A title with fewer words than that is found only where an entry has the same and no more. */
const wordsOfShortest = 2;
/** In characters. The name of a file may be any shorter key by chance. */
const shortestKey = 3;
const shortestIdentifier = 6;

export class Pairing {
  readonly #paths = new Set<string>();
  readonly #byName = new Map<string, string[]>();
  readonly #byStem = new Map<string, string[]>();
  /** By DOI and arXiv id that a document has as its own. */
  readonly #byIdentifier = new Map<string, string[]>();
  /** Keys of its DOIs. */
  readonly #dois = new Map<string, readonly string[]>();
  /** Whole titles by their first words. */
  readonly #byStart = new Map<string, { readonly title: string; readonly path: string }[]>();
  /** What is known of a document beside its title. */
  readonly #known = new Map<string, string>();
  readonly #pairs = new WeakMap<Named, Paired | undefined>();

  constructor(documents: readonly FolderDocument[]) {
    for (const { path, title, identity } of documents) {
      if (isBibliography(path)) continue;
      const name = path.slice(path.lastIndexOf('/') + 1);
      const stem = name.replace(/(?<=.)\.[^.]*$/, '');
      this.#paths.add(path);
      const ids = identifiersOf(identity);
      for (const id of ids) put(this.#byIdentifier, identifierKey(id), path);
      this.#dois.set(path, ids.filter(isDoi).map(identifierKey));
      put(this.#byName, name.normalize('NFC').toLowerCase(), path);
      put(this.#byStem, stemKey(stem), path);
      this.#known.set(path, ` ${nameKey([stem, ...(identity?.parts.map(({ value }) => value) ?? [])].join(' '))} `);
      const names = identity?.parts.filter(({ kind }) => kind === 'name').map(({ value }) => value) ?? [];
      // Zotero writes `Author - Year - Title.pdf`.
      const own = [title ?? '', identity?.title ?? ''].map(nameKey);
      const others = [...names, stem, ...stem.split(/\s-\s|__/), stem.replace(/^.*?\d{4}[\s_-]+/, '')].map(nameKey);
      for (const words of new Set([...own, ...others]))
        if (countOf(words) >= (own.includes(words) ? wordsOfShortest : wordsOfStart))
          put(this.#byStart, startOf(words), { title: words, path });
    }
  }

  /** @param bibliography path of its file, relative to the folder; always the same for an entry */
  pair(entry: Named, bibliography: string): Paired | undefined {
    if (this.#pairs.has(entry)) return this.#pairs.get(entry);
    const paired = this.#paired(entry, bibliography);
    this.#pairs.set(entry, paired);
    return paired;
  }

  #paired(entry: Named, bibliography: string): Paired | undefined {
    const files = entry.files.flatMap((file) => this.#fileOf(file, bibliography) ?? []);
    if (files.length > 0) return { by: 'file', paths: [...new Set(files)].slice(0, 1) };
    const ids = [entry.arxiv, entry.doi].flatMap((id) => (id === undefined ? [] : [plainIdentifier(id)]));
    const stated = ids.flatMap((id) => this.#byIdentifier.get(identifierKey(id)) ?? []);
    if (stated.length > 0) return { by: 'identifier', paths: [...new Set(stated)] };
    const dois = ids.filter(isDoi).map(identifierKey);
    // Two works may have one title, and a key that is the name of a file of the other.
    const isOther = (path: string): boolean => {
      const own = this.#dois.get(path) ?? [];
      return dois.length > 0 && own.length > 0 && !own.some((id) => dois.includes(id));
    };
    const same = (paths: readonly string[]): readonly string[] => paths.filter((path) => !isOther(path));
    const keyed = entry.key.length >= shortestKey ? same(this.#byStem.get(stemKey(entry.key)) ?? []) : [];
    if (keyed.length > 0) return { by: 'key', paths: keyed };
    const named = [...ids, entry.doi?.slice(entry.doi.indexOf('/') + 1) ?? ''].flatMap((id) => this.#namedBy(id));
    if (named.length > 0) return { by: 'identifier', paths: [...new Set(named)] };
    const titled = same(this.#titled(entry));
    return titled.length > 0 ? { by: 'title', paths: titled } : undefined;
  }

  /** The documents that state a DOI or arXiv id as their own, or have it as their name. */
  pairIdentifier(id: string): Paired | undefined {
    const paths = this.#byIdentifier.get(identifierKey(id)) ?? this.#namedBy(id);
    return paths.length > 0 ? { by: 'identifier', paths } : undefined;
  }

  #namedBy(id: string): readonly string[] {
    return id.length < shortestIdentifier ? [] : (this.#byStem.get(stemKey(id)) ?? []);
  }

  /** The documents whose titles a text has, such as a reference in a list: the longest title, or the file that it names. */
  pairText(text: string, document: string): Paired | undefined {
    const named = [...text.matchAll(/(?<=\]\(<?|href="|\{|^|\s)([^\s()<>{}"]{1,300}\.[A-Za-z]\w{1,5})(?=[)>"}#\s.,;]|$)/g)].flatMap(
      ([, file = '']) => this.#fileOf(decoded(file), document) ?? [],
    );
    if (named.length > 0) return { by: 'file', paths: [...new Set(named)] };
    const identified = findIdentifiers(text).flatMap(({ id }) => this.pairIdentifier(id)?.paths ?? []);
    if (identified.length > 0) return { by: 'identifier', paths: [...new Set(identified)] };
    const words = nameKey(text).split(' ');
    let longest: readonly { readonly title: string; readonly path: string }[] = [];
    for (let i = 0; i + wordsOfStart <= words.length; i++) {
      for (const one of this.#byStart.get(words.slice(i, i + wordsOfStart).join(' ')) ?? []) {
        const count = countOf(one.title);
        const least = countOf(longest[0]?.title ?? '');
        if (count < least || words.slice(i, i + count).join(' ') !== one.title) continue;
        longest = count > least ? [one] : [...longest, one];
      }
    }
    return longest.length === 0 ? undefined : { by: 'title', paths: [...new Set(longest.map(({ path }) => path))] };
  }

  /** The file, from the folder of what names it or from any other, since paths may be of another machine. */
  #fileOf(file: string, from: string): string | undefined {
    const near = posix.join(posix.dirname(from), file);
    if (this.#paths.has(near)) return near;
    if (this.#paths.has(file)) return file;
    const name = file
      .slice(file.lastIndexOf('/') + 1)
      .normalize('NFC')
      .toLowerCase();
    const folders = file.toLowerCase().split('/');
    const shared = (path: string): number => {
      const own = path.toLowerCase().split('/');
      let count = 0;
      while (count < own.length && own.at(-1 - count) === folders.at(-1 - count)) count++;
      return count;
    };
    return this.#byName.get(name)?.toSorted((a, b) => shared(b) - shared(a))[0];
  }

  #titled({ title, authors, year }: Named): readonly string[] {
    const words = nameKey(title);
    const main = nameKey(title.replace(/\s*[:—–?].*$/s, ''));
    const isSame = (other: string): boolean =>
      other === words ||
      other === main ||
      (countOf(other) > wordsOfStart && (words.startsWith(`${other} `) || other.startsWith(`${words} `)));
    const found = [...new Set((this.#byStart.get(startOf(words)) ?? []).filter((one) => isSame(one.title)).map(({ path }) => path))];
    if (found.length < 2) return found;
    const families = authors.map((name) => nameKey(name.includes(',') ? name.replace(/,.*$/s, '') : (name.split(/\s+/).at(-1) ?? '')));
    const isKnown = (path: string, name: string): boolean => name !== '' && this.#known.get(path)?.includes(` ${name} `) === true;
    const likely = found.filter((path) => isKnown(path, year ?? '') || families.some((name) => isKnown(path, name)));
    return likely.length > 0 ? likely : found;
  }
}

/** Whether a file may have entries of a bibliography. */
export function isBibliography(path: string): boolean {
  return /\.bib$|(?:^|\/)(?:references?|bibliography|library|citations?|zotero|[^/]*\.csl)\.(?:json|ya?ml)$/i.test(path);
}

/** Those that a document has itself, or where it has none, those that a bibliography gives it. */
function identifiersOf(identity: DocumentIdentity | undefined): readonly string[] {
  const stated = (identity?.parts ?? []).filter(({ kind }) => kind === 'identifier' || kind === 'number');
  const ids = (parts: typeof stated): readonly string[] => parts.flatMap(({ value }) => identifiersIn(value));
  const own = ids(stated.filter(({ from }) => from !== 'bibliography'));
  return [...new Set(own.length > 0 ? own : ids(stated))];
}

function identifiersIn(value: string): readonly string[] {
  return /^\d{4}\.\d{4,5}(?:v\d{1,2})?$/.test(value) ? [value] : findIdentifiers(value).map(({ id }) => id);
}

/** The DOI of a preprint is its arXiv id. */
function plainIdentifier(id: string): string {
  return findIdentifiers(id)[0]?.id ?? id;
}

/** Equal for `10.1000/xyz-1` and `10.1000_xyz_1`: the name of a file cannot have every sign. */
function stemKey(text: string): string {
  return text.toLowerCase().replace(/v\d$|[^\p{L}\p{N}]+/gu, '');
}

function startOf(words: string): string {
  return words.split(' ', wordsOfStart).join(' ');
}

function countOf(words: string): number {
  return words === '' ? 0 : words.split(' ').length;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
