/** Who the documents of an index are: what tells each apart from the others. */
import { yieldToEventLoop } from '../../base/abort.ts';
import { plainLine } from '../../base/plainText.ts';
import type { FileIdentity, WeighedName } from '../../corpus/identity/fileIdentity.ts';
import { nameKey, lineKey, lineKeyOf } from '../../language/nameWords.ts';
import type { DocumentIdentity, IdentityPart } from '../../protocol/identity.ts';
import { TermFrequencies } from '../fullText/termFrequencies.ts';
import { termHash } from '../fullText/termHash.ts';
import { Counts } from './counts.ts';
import { DocumentNames } from './documentNames.ts';
import { FolderDefinitions } from './folderDefinitions.ts';
import { NamesByOthers } from './namesByOthers.ts';

interface Identified {
  readonly path: string;
  /** JSON of a `FileIdentity`. */
  readonly identity: string;
  /** How many it has. */
  readonly passages: number;
}

interface KnownFile extends FileIdentity {
  readonly passages: number;
}

/** Documents that are looked at ahead before other work of the process has its turn: a tenth of a millisecond each. */
const lookedAtOnce = 200;
const maxParts = 16;
const maxNames = 4;
/** So many documents of a folder must have numbers of a series to pass it on. */
const leastSeries = 3;
/** A line on the first pages of more of the other documents than this share is no title. */
const sharedLines = 0.05;
/** A name in more of the documents than this share says little about which one is meant. */
const sharedNames = 0.2;
/** So many documents may always share a word of their titles. */
const fewDocuments = 8;
/** The least weight of a name that many share, to be that of the document's organization even so. */
const leastShared = 0.6;

/**
 * Counts in how many documents titles, first lines, names and file names are. Adding or removing one costs the same in an index of any
 * size, and what tells a document apart is chosen when it is asked for.
 */
export class DocumentIdentities {
  /** Added, but not looked at: an index is opened, and passes are made, without that anything is asked of them. */
  readonly #unread = new Map<string, Identified>();
  readonly #documents = new Map<string, KnownFile>();
  readonly #definitions = new FolderDefinitions();
  readonly #names = new DocumentNames(this.#definitions);
  readonly #byOthers = new NamesByOthers();
  readonly #titles = new TermFrequencies();
  /** In how many documents' titles each word is, by `termHash`. */
  readonly #titleWords = new TermFrequencies();
  readonly #lines = new TermFrequencies();
  readonly #nameCounts = new Counts<string>();
  readonly #files = new Counts<string>();
  /** By folder, of the files whose names begin with a number, the series in which they have it; empty for those that do not say it. */
  readonly #series = new Map<string, Counts<string>>();
  /** What was asked for since the last change. */
  readonly #known = new Map<string, DocumentIdentity>();

  /** Of a path that is not among them. */
  add(document: Identified): void {
    this.#unread.set(document.path, document);
  }

  remove({ path }: Pick<Identified, 'path'>): void {
    const file = this.#documents.get(path);
    if (this.#unread.delete(path) || !file) return;
    this.#documents.delete(path);
    this.#byOthers.remove(path);
    this.#names.remove(path);
    this.#count(path, file, -1);
  }

  /** What questions may name the documents by. */
  get names(): DocumentNames {
    this.#read();
    for (const path of this.#byOthers.takeChanged()) {
      const file = this.#documents.get(path);
      if (file) this.#names.add(path, [...namingParts(file), ...this.#byOthers.of(path)], file.passages);
    }
    return this.#names;
  }

  /** Undefined for a path without a document. The same object until a document changes. */
  of(path: string): DocumentIdentity | undefined {
    this.#read();
    const known = this.#known.get(path);
    const file = this.#documents.get(path);
    if (known || !file) return known;
    const made = { ...this.#titleOf(path, file), parts: [...this.#partsOf(path, file)].slice(0, maxParts) };
    this.#known.set(path, made);
    return made;
  }

  /** Looks at the documents before one of them is asked for. */
  async lookAhead(): Promise<void> {
    for (; this.#unread.size > 0; await yieldToEventLoop()) this.#read(lookedAtOnce);
  }

  #read(most = Infinity): void {
    let left = most;
    for (const { path, identity, passages } of this.#unread.values()) {
      if (left-- <= 0) return;
      this.#unread.delete(path);
      const file = JSON.parse(identity) as FileIdentity;
      this.#documents.set(path, { ...file, passages });
      this.#byOthers.add(path, file.others);
      this.#count(path, file, 1);
    }
  }

  #count(path: string, { titles, lines, organizations, names, parts, definitions }: FileIdentity, by: 1 | -1): void {
    this.#known.clear();
    this.#definitions.count(definitions, by);
    const keys = titles.flatMap(({ text, from, key = nameKey(text) }) => (from === 'fileName' ? [] : [key]));
    this.#titles.count(new Int32Array(keys.map(lineKeyOf)), by);
    const words = keys.flatMap((key) => key.split(' '));
    this.#titleWords.count(new Int32Array(words.map(termHash)), by);
    this.#lines.count(new Int32Array(lines), by);
    this.#nameCounts.add(new Set([...organizations, ...names].map(({ key }) => key)), by);
    this.#files.add(new Set(fileNamesOf(path).map(fileKey)), by);
    const numbers = parts.filter(isFileNumber);
    if (numbers.length === 0) return;
    const folder = folderOf(path);
    const series = this.#series.get(folder) ?? new Counts();
    series.add(
      numbers.map(({ value }) => seriesOf(value)),
      by,
    );
    if (series.size > 0) this.#series.set(folder, series);
    else this.#series.delete(folder);
  }

  /**
   * What a bibliography calls it, or the first title that is no other document's; else the name of the file, with its extension where that
   * tells it apart, or its path.
   */
  #titleOf(path: string, { titles, lines }: FileIdentity): Pick<DocumentIdentity, 'title' | 'titleFrom'> {
    const stated = this.#byOthers.titleOf(path);
    if (stated !== undefined) return { title: stated, titleFrom: 'bibliography' };
    for (const { text, from } of titles) {
      if (from === 'fileName' ? this.#files.of(fileKey(text)) === 1 : this.#isOwn(text, lines)) return { title: text, titleFrom: from };
    }
    return { title: fileNamesOf(path).find((name) => this.#files.of(fileKey(name)) === 1) ?? plainLine(path), titleFrom: 'fileName' };
  }

  #isOwn(title: string, lines: readonly number[]): boolean {
    const key = lineKey(title);
    const elsewhere = this.#lines.of(key) - (lines.includes(key) ? 1 : 0);
    const most = Math.max(fewDocuments, sharedNames * this.#documents.size);
    const tells = nameKey(title)
      .split(' ')
      .some((word) => /\p{L}/u.test(word) && this.#titleWords.of(termHash(word)) <= most);
    return tells && this.#titles.of(key) === 1 && elsewhere <= sharedLines * this.#documents.size;
  }

  /** A number without a series in the file name is in that of most of its neighbors. */
  #inSeries(part: IdentityPart, path: string): IdentityPart {
    const [series = '', count] = this.#series.get(folderOf(path))?.most ?? ['', 0];
    const { value, written = value } = part;
    if (series === '' || count < leastSeries || !/^\d/.test(written)) return part;
    return { ...part, value: `${series} ${value.slice(value.lastIndexOf(' ') + 1)}`, written };
  }

  *#partsOf(path: string, { parts, organizations, names }: FileIdentity): Generator<IdentityPart> {
    const size = this.#documents.size;
    const telling = ({ key, weight }: WeighedName): number => (weight * (size + 1 - this.#nameCounts.of(key))) / size;
    const byTelling = (a: WeighedName, b: WeighedName): number => telling(b) - telling(a);
    const sharing = ({ key, value }: WeighedName): number => Math.max(this.#nameCounts.of(key), this.#lines.of(lineKey(value)));
    const isOwn = (name: WeighedName): boolean => sharing(name) <= Math.max(1, sharedNames * size) || name.weight >= leastShared;
    const [organization] = organizations.filter(isOwn).toSorted(byTelling);
    if (organization && !parts.some(({ kind }) => kind === 'organization'))
      yield { kind: 'organization', value: organization.value, from: organization.from };
    yield* this.#byOthers.of(path);
    for (const part of parts) yield isFileNumber(part) ? this.#inSeries(part, path) : part;
    const others = names.filter((name) => name.key !== organization?.key && isOwn(name)).toSorted(byTelling);
    for (const { value, from } of others.slice(0, maxNames)) yield { kind: 'name', value, from };
  }
}

/** What questions may name the document by, whatever the others are. */
function namingParts({ parts, organizations, names }: FileIdentity): readonly IdentityPart[] {
  const [organization] = organizations;
  // A document with a number also has those of others on its first page.
  const isNumbered = parts.some(({ kind, from }) => kind === 'number' && from !== 'firstPage');
  return [
    ...parts.filter(({ kind, from }) => !isNumbered || kind !== 'number' || from !== 'firstPage'),
    ...(organization ? [{ kind: 'organization', value: organization.value, from: organization.from } as const] : []),
    ...names.map(({ value, from }) => ({ kind: 'name', value, from }) as const),
  ];
}

function isFileNumber({ kind, from }: IdentityPart): boolean {
  return kind === 'number' && from === 'fileName';
}

/** `RFC` of `RFC 3085`; empty for a number alone. */
function seriesOf(number: string): string {
  return number.slice(0, Math.max(0, number.lastIndexOf(' ')));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function fileKey(name: string): string {
  return name.toLowerCase();
}

/** The best one first. */
function fileNamesOf(path: string): readonly string[] {
  const whole = plainLine(path.slice(path.lastIndexOf('/') + 1));
  return [whole.replace(/(?<=.)\.[^.]*$/, ''), whole];
}
