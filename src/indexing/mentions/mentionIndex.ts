/**
 * Who mentions whom. Passages keep the names and addresses that they contain, never what those lead to: that is looked up among the
 * documents as they are now. So a renamed, new or removed document changes no list of another, and a link to a document that does not
 * exist yet leads there once it does.
 */
import type { Mention, MentionTarget, Row } from '../interfaces.ts';
import { eachNameWord } from '../../language/nameWords.ts';
import { fragmentOfLabel, isAddress, isPathEnd, labelKey, pathOfKey } from './addresses.ts';
import { MentionLists, type MentionRange } from './mentionLists.ts';
import type { MentionRecord } from './mentionTable.ts';
import { pathOrder, byRankAndPath, changedDocument, documentPacking, ownersPacking } from './namedDocument.ts';
import { PackedMap, PackedValues } from './packedMap.ts';
import { PackedStrings } from './packedStrings.ts';
import { ownersOfPathEnd, pathEndsThatMean } from './pathEnds.ts';
import { SearchedTexts } from './searchedTexts.ts';
import { fragmentsOf, maxMentionWords, namesOf, rowsOfPart, type DocumentPart, type KnownFile, type NameOwner } from './names.ts';

/** A name of more documents than this, such as a title that all share, singles none of them out: it mentions nothing. */
const maxTargets = 8;
/** A name in more passages than this leaves is a common word. In a thousand passages: in more than 250. */
const leastSpecificity = 0.2;

/** A link that leads to no document. */
export interface DanglingPlace {
  readonly row: Row;
  /** Offsets in the passage's text. */
  readonly start: number;
  readonly end: number;
  /** The target, with its fragment. */
  readonly written: string;
  /** Whether it names a label. */
  readonly isLabel: boolean;
  /** The linked path, relative to the folder; undefined for links of other kinds. */
  readonly path?: string;
}

/** What an index is made of. See the fields of `MentionIndex`. */
interface MentionParts {
  readonly strings: PackedStrings;
  readonly documents: PackedMap<KnownFile>;
  readonly owners: PackedMap<readonly NameOwner[]>;
  readonly lists: MentionLists;
  readonly pathOfRow: Int32Array;
  readonly count: number;
  readonly searched: SearchedTexts;
}

/** The path of a row without a record. */
export const noPath = -1;

export class MentionIndex {
  readonly #strings: PackedStrings;
  readonly #documents: PackedMap<KnownFile>;
  readonly #owners: PackedMap<readonly NameOwner[]>;
  readonly #lists: MentionLists;
  /** By row the number of its document's path; -1 for passages without a record. */
  readonly #pathOfRow: Int32Array;
  readonly #count: number;
  /** Shared with the indexes that are made from this one. */
  readonly searched: SearchedTexts;

  /** For `MentionIndexBuilder`. */
  constructor(parts: MentionParts) {
    this.#strings = parts.strings;
    this.#documents = parts.documents;
    this.#owners = parts.owners;
    this.#lists = parts.lists;
    this.#pathOfRow = parts.pathOfRow;
    this.#count = parts.count;
    this.searched = parts.searched;
  }

  /** A new index without passages. */
  static empty(): MentionIndex {
    const strings = new PackedStrings();
    const owners = new PackedMap(new PackedValues(strings, ownersPacking));
    return new MentionIndex({
      strings,
      documents: new PackedMap(new PackedValues(strings, documentPacking)),
      owners,
      lists: new MentionLists(new PackedStrings(), new Int32Array(0), new Int32Array(1)),
      pathOfRow: new Int32Array(0),
      count: 0,
      searched: new SearchedTexts(owners),
    });
  }

  /** Whether the passage has a record. */
  has(row: Row): boolean {
    return (this.#pathOfRow[row] ?? noPath) !== noPath;
  }

  /** The path of the passage's document; undefined for a passage without a record. */
  pathOf(row: Row): string | undefined {
    return this.has(row) ? this.#strings.at(this.#pathOfRow[row]!) : undefined;
  }

  /** The number of passages with a record. */
  get count(): number {
    return this.#count;
  }

  /** The index without the records of removed rows, and with new ones, which replace those of the same rows. */
  with(removed: ReadonlySet<Row>, records: readonly MentionRecord[]): MentionIndex {
    const gone = [...removed].filter((row) => this.has(row));
    if (gone.length === 0 && records.length === 0) return this;
    const size = records.reduce((most, { row }) => Math.max(most, row + 1), this.#pathOfRow.length);
    const pathOfRow = new Int32Array(size).fill(noPath);
    pathOfRow.set(this.#pathOfRow);
    for (const row of gone) pathOfRow[row] = noPath;
    const added = records.filter(({ row }) => pathOfRow[row] === noPath).length;
    for (const { row, path } of records) pathOfRow[row] = this.#strings.of(path);
    const documents = this.#changedDocuments(gone, records);
    return new MentionIndex({
      strings: this.#strings,
      documents: this.#documents.with(documents),
      owners: this.#owners.with(this.#changedOwners(documents)),
      lists: this.#lists.with(size, removed, new Map(records.map(({ row, places }) => [row, places]))),
      pathOfRow,
      count: this.#count - gone.length + added,
      searched: this.searched,
    });
  }

  /** See `PassageIndex`. */
  mentionsIn(row: Row): readonly Mention[] {
    const own = this.pathOf(row);
    if (own === undefined) return [];
    const linked: Mention[] = [];
    const named: Mention[] = [];
    let end = 0;
    for (const place of this.#lists.at(row)) {
      const owners = this.#ownersOf(place, own);
      if (owners.length === 0) continue;
      if (place.fragment !== undefined) linked.push(...this.#linkOf(place, place.fragment, owners, own));
      // The longest name takes its place, even where it mentions nothing: "New York" is not mentioned in "New York Times".
      if (place.fragment !== undefined || place.start < end) continue;
      end = place.end;
      named.push(...this.#nameOf(place, owners, own));
    }
    const isFree = (name: Mention): boolean => !linked.some((link) => link.start < name.end && name.start < link.end);
    return [...linked, ...named.filter(isFree)].sort((a, b) => a.start - b.start || a.end - b.end);
  }

  /** See `PassageIndex`. */
  mentionsInText(text: string): readonly Mention[] {
    const words: { readonly start: number; readonly end: number; readonly keyStart: number; readonly keyEnd: number }[] = [];
    let keys = '';
    eachNameWord(text, (word, start, end) => {
      words.push({ start, end, keyStart: keys.length, keyEnd: keys.length + word.length });
      keys += `${word} `;
    });
    const named: Mention[] = [];
    for (let first = 0; first < words.length;) {
      let last = Math.min(words.length, first + maxMentionWords);
      const keyTo = (end: number): string => keys.slice(words[first]!.keyStart, words[end - 1]!.keyEnd);
      while (last > first && !this.#owners.get(keyTo(last))) last--;
      if (last === first) {
        first++;
        continue;
      }
      const place = { key: keyTo(last), start: words[first]!.start, end: words[last - 1]!.end };
      named.push(...this.#nameOf(place, this.#owners.get(place.key) ?? [], ''));
      first = last;
    }
    return named;
  }

  /** See `PassageIndex`. */
  mentionedBy(row: Row): readonly Row[] {
    const document = this.#documents.get(this.pathOf(row) ?? '');
    if (!document) return [];
    const by = new Set<Row>();
    const keys = [...namesOf(document).keys(), ...pathEndsThatMean(document), ...document.anchors.map(({ name }) => labelKey(name))];
    for (const key of keys) if (this.#mayMention(key)) for (const other of this.#lists.rowsWith(key)) by.add(other);
    return [...by]
      .filter((other) => this.mentionsIn(other).some(({ targets }) => targets.some(({ rows }) => rows.includes(row))))
      .sort((a, b) => a - b);
  }

  /** Ascending rows of a document's passages; empty for a path without a document. */
  rowsOf(path: string): readonly Row[] {
    return this.#documents.get(path)?.rows ?? [];
  }

  /**
   * Links of a document that lead to no document: by place.
   * @param records as stored, of the document's passages, in order
   */
  dangling(records: readonly MentionRecord[]): readonly DanglingPlace[] {
    return records.flatMap(({ row, path, places }) =>
      places.flatMap((place) => {
        const { key, start, end, written } = place;
        if (written === undefined || this.#ownersOf(place, path).length > 0) return [];
        const linked = pathOfKey(key);
        const isLabel = fragmentOfLabel(key) !== undefined;
        return [{ row, start, end, written, isLabel, path: linked }];
      }),
    );
  }

  /** A label leads to any anchor of the same document first. */
  #ownersOf({ key, fragment }: MentionRange, own: string): readonly NameOwner[] {
    const label = fragment === undefined ? undefined : fragmentOfLabel(key);
    const part = label === undefined ? undefined : this.#fragmentsOf(own).get(label);
    if (part) return [{ path: own, kind: 'link', name: part.headings.at(-1) ?? '', part }];
    return (isPathEnd(key) ? ownersOfPathEnd(key, (name) => this.#owners.get(name)) : this.#owners.get(key)) ?? [];
  }

  /** False for names of too many documents or in too many passages. Labels may lead to their own document. */
  #mayMention(key: string): boolean {
    if (fragmentOfLabel(key) !== undefined) return true;
    if ((this.#owners.get(key)?.length ?? 0) > maxTargets) return false;
    return isAddress(key) || this.#specificityOf(key) >= leastSpecificity;
  }

  #nameOf({ key, start, end }: MentionRange, owners: readonly NameOwner[], own: string): readonly Mention[] {
    const [first] = owners;
    // A name that is also the passage's own most likely means that.
    if (!first || !this.#mayMention(key) || owners.some(({ path }) => path === own)) return [];
    const specificity = this.#specificityOf(key);
    const targets = owners.map((owner) => this.#targetOf(owner.path, owner.part)).sort(pathOrder);
    return [{ name: first.name, start, end, kind: first.kind, targets, specificity }];
  }

  /** A link within the document leads to a part of it, one to others to the part it names or else to the whole. */
  #linkOf({ start, end }: MentionRange, fragment: string, owners: readonly NameOwner[], own: string): readonly Mention[] {
    const within = owners.filter(({ path }) => path === own);
    // Of equal labels, the document's own come first.
    const meant = within.length > 0 ? within : owners;
    if (meant.length > maxTargets) return [];
    const targets = meant.flatMap(({ path, part }) => {
      const found = fragment === '' ? part : (this.#fragmentsOf(path).get(fragment) ?? part);
      return path === own && !found ? [] : [this.#targetOf(path, found)];
    });
    const [first] = targets;
    if (!first) return [];
    const name = first.headings?.at(-1) ?? meant[0]?.name ?? '';
    const kind = fragment.startsWith('§') ? 'identifier' : 'link';
    return [{ name, start, end, kind, targets: targets.sort(pathOrder), specificity: 1 }];
  }

  #specificityOf(key: string): number {
    const containing = Math.max(1, this.#lists.rowsWith(key).length);
    return this.#count < 2 ? 1 : Math.max(0, Math.log(this.#count / containing) / Math.log(this.#count));
  }

  #targetOf(path: string, part: DocumentPart | undefined): MentionTarget {
    const document = this.#documents.get(path);
    if (!document || !part) return { path, rows: document?.rows ?? [] };
    return { path, headings: part.headings, rows: rowsOfPart(document, part) };
  }

  /** Kept while the document lives: a table of contents has thousands of links into it. */
  #fragmentsOf(path: string): ReadonlyMap<string, DocumentPart | undefined> {
    const document = this.#documents.get(path);
    if (!document) return new Map();
    const known = fragments.get(document) ?? fragmentsOf(document);
    fragments.set(document, known);
    return known;
  }

  #changedDocuments(gone: readonly Row[], records: readonly MentionRecord[]): ReadonlyMap<string, KnownFile | undefined> {
    const removed = new Set([...gone, ...records.map(({ row }) => row)]);
    const byPath = new Map<string, MentionRecord[]>();
    for (const row of gone) byPath.set(this.pathOf(row) ?? '', []);
    for (const record of records) {
      const same = byPath.get(record.path);
      if (same) same.push(record);
      else byPath.set(record.path, [record]);
    }
    return new Map([...byPath].map(([path, added]) => [path, changedDocument(path, this.#documents.get(path), removed, added)]));
  }

  #changedOwners(documents: ReadonlyMap<string, KnownFile | undefined>): ReadonlyMap<string, readonly NameOwner[] | undefined> {
    const added = new Map<string, NameOwner[]>();
    for (const [path, document] of documents) {
      const before = this.#documents.get(path);
      if (before) for (const key of namesOf(before).keys()) if (!added.has(key)) added.set(key, []);
      if (!document) continue;
      for (const [key, owners] of namesOf(document)) {
        const others = added.get(key);
        if (others) others.push(...owners);
        else added.set(key, [...owners]);
      }
    }
    const merged = [...added].map(([key, owners]): [string, readonly NameOwner[] | undefined] => {
      const all = [...(this.#owners.get(key) ?? []).filter(({ path }) => !documents.has(path)), ...owners];
      return [key, all.length === 0 ? undefined : all.sort(byRankAndPath)];
    });
    return new Map(merged);
  }
}

const fragments = new WeakMap<KnownFile, ReadonlyMap<string, DocumentPart | undefined>>();
