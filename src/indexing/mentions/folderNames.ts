/**
 * What documents call themselves and their parts, and what links lead to. No text is searched ahead: the names in a passage are looked up
 * when somebody asks what it mentions, among the documents as they are then. So a renamed, new or removed document changes nothing of
 * another, and a link to a document that does not exist yet leads there once it does.
 */
import { yieldToEventLoop } from '../../base/abort.ts';
import { RecentValues } from '../../base/recentValues.ts';
import { assumedLanguage } from '../../language/assumed.ts';
import { eachNameWord } from '../../language/nameWords.ts';
import { findPartNames } from '../../language/partNames.ts';
import { firstHash, termHash, hashWith, mixedHash } from '../fullText/termHash.ts';
import type { Mention, MentionTarget } from '../interfaces.ts';
import type { PassageLink } from '../passageLinks.ts';
import {
  addressOf,
  fragmentOfLabel,
  isPathEnd,
  nameOfPathEnd,
  nameOfWholePathEnd,
  partFragment,
  pathEndsOf,
  type Address,
} from './addresses.ts';
import { byRankAndPath, firstWordHash, firstWordIn, fragmentsOf, namesOf, pathOrder, rowsOfPart } from './names.ts';
import type { DocumentPart, KnownFile, NameOwner } from './names.ts';
import { knownFile, nameHashesOf, type OutlinedDocument } from './outline.ts';
import { PathsByHash } from './pathsByHash.ts';

/** A name of more documents than this, such as a title that all share, singles none of them out: it mentions nothing. */
const maxTargets = 8;
/** Names of this many documents are collected in a few milliseconds. */
const documentsPerTurn = 50;
/** Passages of documents that were looked at last. */
const maxRecentPassages = 50_000;

/** A name that is found in a text, and how it is written there. */
export interface FoundName extends Omit<Mention, 'specificity'> {
  readonly written: string;
}

/** What a text mentions. */
export interface FoundMentions {
  readonly links: readonly Mention[];
  /** From left to right. They do not overlap. */
  readonly names: readonly FoundName[];
}

interface Read {
  readonly file: KnownFile;
  readonly names: ReadonlyMap<string, readonly NameOwner[]>;
  /** Made when a link asks for it: a table of contents has thousands of links into its document. */
  fragments?: ReadonlyMap<string, DocumentPart | undefined>;
}

/** Adding or removing a document costs the same in a folder of any size. */
export class FolderNames {
  /** Added, but not looked at: an index is opened, and passes are made, without that anybody asks. */
  readonly #unread = new Map<string, OutlinedDocument>();
  readonly #documents = new Map<string, OutlinedDocument>();
  /** Paths of the documents that have a name or an address, by its hash: whether they do is looked up in the document. */
  readonly #paths = new PathsByHash();
  /** The most words of a name, by the hash of its first. Most words of a text begin none. May be too high once documents are removed. */
  readonly #mostWords = new Map<number, number>();
  /** Of names, the documents by the ends of their paths, until a document changes: thousands of files may be named `index`. */
  readonly #ends = new Map<string, ReadonlyMap<string, readonly string[]>>();
  readonly #recent = new RecentValues<string, Read>(maxRecentPassages);

  /** Of a path that is not among them. */
  add(document: OutlinedDocument): void {
    this.#unread.set(document.path, document);
  }

  remove(path: string): void {
    if (this.#unread.delete(path)) return;
    const document = this.#documents.get(path);
    if (!document) return;
    const hashes = nameHashesOf(document);
    for (let i = 0; i < hashes.length; i += 2) this.#paths.delete(hashes[i]!, path);
    this.#documents.delete(path);
    this.#recent.delete(path);
    this.#ends.clear();
  }

  /** Must be awaited before something is looked up. */
  async ready(): Promise<void> {
    let done = 0;
    if (this.#unread.size > 0) this.#ends.clear();
    for (const document of this.#unread.values()) {
      const { path } = document;
      this.#unread.delete(path);
      this.#documents.set(path, document);
      const hashes = nameHashesOf(document);
      for (let i = 0; i < hashes.length; i += 2) {
        this.#paths.add(hashes[i]!, path);
        const { first, words } = firstWordIn(hashes[i + 1]!);
        if (words > (this.#mostWords.get(first) ?? 0)) this.#mostWords.set(first, words);
      }
      if (++done % documentsPerTurn === 0) await yieldToEventLoop();
    }
  }

  /** What a text from elsewhere names, such as a question; offsets are of that text. */
  inText(text: string): FoundMentions {
    return { links: [], names: this.#namesIn(text, '') };
  }

  /** What a passage mentions. A document mentions itself only by links, and by the numbers of its parts. */
  inPassage(path: string, text: string, links: readonly PassageLink[]): FoundMentions {
    const linked = [...links.flatMap((link) => this.#linked(link, path)), ...this.#numbersIn(text, path)];
    return { links: linked, names: this.#namesIn(text, path) };
  }

  /** Whether a link that should lead to a document of the folder leads to none. */
  isLost(link: PassageLink, own: string): boolean {
    // These may well name what is not in the folder.
    if (link.kind === 'url' || link.kind === 'name') return false;
    const address = addressOf(link);
    return address !== undefined && this.#ownersOf(address, own).length === 0;
  }

  #namesIn(text: string, own: string): readonly FoundName[] {
    const words: { readonly word: string; readonly start: number; readonly end: number }[] = [];
    eachNameWord(text, (word, start, end) => words.push({ word, start, end }));
    const found: FoundName[] = [];
    for (let first = 0; first < words.length;) {
      const count = this.#longestAt(words, first);
      if (count > 0) {
        const [{ start }, { end }] = [words[first]!, words[first + count - 1]!];
        const name = this.#named(keyOf(words, first, count), start, end, own);
        // The longest name takes its place, even where it mentions nothing: "New York" is not mentioned in "New York Times".
        if (name) found.push({ ...name, written: text.slice(start, end) });
      }
      first += Math.max(1, count);
    }
    return found;
  }

  /** How many words the longest name has that begins at a place; 0 for none. */
  #longestAt(words: readonly { readonly word: string }[], first: number): number {
    const maybe: number[] = [];
    let hash = firstHash;
    const most = Math.min(this.#mostWords.get(firstWordHash(words[first]!.word)) ?? 0, words.length - first);
    for (let count = 1; count <= most; count++) {
      if (count > 1) hash = hashWith(hash, blank);
      const { word } = words[first + count - 1]!;
      for (let i = 0; i < word.length; i++) hash = hashWith(hash, word.charCodeAt(i));
      if (this.#paths.has(mixedHash(hash))) maybe.push(count);
    }
    return maybe.findLast((count) => this.#isName(keyOf(words, first, count))) ?? 0;
  }

  #isName(key: string): boolean {
    for (const path of this.#pathsOf(key)) if (this.#read(path)?.names.has(key)) return true;
    return false;
  }

  #named(key: string, start: number, end: number, own: string): Omit<Mention, 'specificity'> | undefined {
    if (this.#pathsOf(key).size > maxTargets) return undefined;
    const owners = this.#ownersNamed(key);
    const [first] = owners;
    // A name that is also the passage's own most likely means that.
    if (!first || owners.length > maxTargets || owners.some(({ path }) => path === own)) return undefined;
    const targets = owners.map((owner) => this.#targetOf(owner.path, owner.part)).sort(pathOrder);
    return { name: first.name, start, end, kind: first.kind, targets };
  }

  /** A link within the document leads to a part of it, one to others to the part it names or else to the whole. */
  #linked(link: PassageLink, own: string): readonly Mention[] {
    const address = addressOf(link);
    const owners = address ? this.#ownersOf(address, own) : [];
    const within = owners.filter(({ path }) => path === own);
    // Of equal labels, the document's own come first.
    const meant = within.length > 0 ? within : owners;
    if (!address || meant.length > maxTargets) return [];
    const targets = meant.flatMap(({ path, part }) => {
      const found = address.fragment === '' ? part : (this.#partOf(path, address.fragment) ?? part);
      return path === own && !found ? [] : [this.#targetOf(path, found)];
    });
    const [first] = targets;
    if (!first) return [];
    const name = first.headings?.at(-1) ?? meant[0]?.name ?? '';
    return [{ name, start: link.start, end: link.end, kind: 'link', targets: targets.sort(pathOrder), specificity: 1 }];
  }

  /** Sections, notes, tables … that the text names by number, which are those of the document itself. */
  #numbersIn(text: string, own: string): readonly Mention[] {
    return findPartNames(text, assumedLanguage).flatMap(({ start, end, key }) => {
      const part = this.#partOf(own, partFragment(key));
      if (!part) return [];
      const name = part.headings.at(-1) ?? '';
      return [{ name, start, end, kind: 'identifier' as const, targets: [this.#targetOf(own, part)], specificity: 1 }];
    });
  }

  /** A label leads to any anchor of the same document first. */
  #ownersOf({ key }: Address, own: string): readonly NameOwner[] {
    const label = fragmentOfLabel(key);
    const part = label === undefined ? undefined : this.#partOf(own, label);
    if (part) return [{ path: own, kind: 'link', name: part.headings.at(-1) ?? '', part }];
    return isPathEnd(key) ? this.#ownersOfPathEnd(key) : this.#ownersNamed(key);
  }

  /**
   * The files that a wiki link such as `folder/Note` means: those whose path ends so, of which those in the fewest folders. If no path ends
   * so, it may be a name with slashes in it, such as `TCP/IP`.
   */
  #ownersOfPathEnd(key: string): readonly NameOwner[] {
    const name = nameOfPathEnd(key);
    const ends = this.#ends.get(name) ?? byPathEnd(this.#pathsOf(name));
    this.#ends.set(name, ends);
    const found = ends.get(key) ?? [];
    if (found.length === 0) return this.#ownersNamed(nameOfWholePathEnd(key));
    const fewest = found.reduce((least, path) => Math.min(least, foldersOf(path)), Infinity);
    return found
      .filter((path) => foldersOf(path) === fewest)
      .map((path): NameOwner => ({ path, kind: 'link', name: this.#documents.get(path)?.title ?? '' }))
      .sort(byRankAndPath);
  }

  #ownersNamed(key: string): readonly NameOwner[] {
    return [...this.#pathsOf(key)].flatMap((path) => this.#read(path)?.names.get(key) ?? []).sort(byRankAndPath);
  }

  #pathsOf(key: string): ReadonlySet<string> {
    return this.#paths.of(termHash(key));
  }

  #targetOf(path: string, part: DocumentPart | undefined): MentionTarget {
    const { file } = this.#read(path)!;
    return part ? { path, headings: part.headings, rows: rowsOfPart(file, part) } : { path, rows: file.rows };
  }

  #partOf(path: string, fragment: string): DocumentPart | undefined {
    const read = this.#read(path);
    return read && (read.fragments ??= fragmentsOf(read.file)).get(fragment);
  }

  #read(path: string): Read | undefined {
    const known = this.#recent.get(path);
    const document = this.#documents.get(path);
    if (known || !document) return known;
    const file = knownFile(document);
    const read = { file, names: namesOf(file) };
    this.#recent.set(path, read, file.rows.length);
    return read;
  }
}

const blank = 0x20;

function keyOf(words: readonly { readonly word: string }[], first: number, count: number): string {
  return words
    .slice(first, first + count)
    .map(({ word }) => word)
    .join(' ');
}

function byPathEnd(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const byEnd = new Map<string, string[]>();
  for (const path of paths) {
    for (const end of new Set(pathEndsOf(path))) {
      const same = byEnd.get(end);
      if (same) same.push(path);
      else byEnd.set(end, [path]);
    }
  }
  return byEnd;
}

function foldersOf(path: string): number {
  return path.split('/').length - 1;
}
