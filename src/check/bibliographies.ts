/** The bibliographies of a folder, each parsed once while its file stays as it is, and the documents that their entries mean. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { type BibliographyEntry, cslEntries, readBibliography } from '../corpus/bibliography.ts';
import { decode } from '../corpus/decode.ts';
import { discover } from '../corpus/discover.ts';
import { parse } from 'yaml';
import { defaultDiscovery } from '../protocol/indexRequests.ts';
import { type FolderDocument, isBibliography, Pairing } from './pairing.ts';

/** The documents of a folder. A new `version` says that they are others. */
export interface DocumentList {
  readonly version: string;
  readonly documents: readonly FolderDocument[];
}

export interface BibliographiesOptions {
  readonly folder: string | undefined;
  /** Those that are indexed; undefined without an index. Default: files by their names. */
  readonly listed?: (signal: AbortSignal) => Promise<DocumentList | undefined>;
}

interface ParsedFile {
  readonly stamp: string;
  readonly entries: readonly BibliographyEntry[];
  readonly byKey: ReadonlyMap<string, BibliographyEntry>;
  /** Why it could not be read. */
  readonly problem?: string;
}

interface KnownBibliography extends ParsedFile {
  /** Relative to the folder as far as it is in it. */
  readonly path: string;
}

/** Where entries are looked up, for one check. */
export interface OpenedBibliographies {
  readonly files: readonly KnownBibliography[];
  readonly pairing: Pairing;
  /** Names that the document declares and that are no files. */
  readonly absent: readonly string[];
  /** Path of the document, relative to the folder as far as it is in it. */
  readonly document: string;
}

/** Without an index, a folder is listed again after so many milliseconds. */
const listedFor = 10_000;

export class Bibliographies {
  readonly #options: BibliographiesOptions;
  readonly #base: string;
  readonly #parsed = new Map<string, Promise<ParsedFile>>();
  #listed: { readonly at: number; readonly list: DocumentList } | undefined;
  #paired: { readonly version: string; readonly pairing: Pairing; readonly names: readonly string[] } | undefined;

  constructor(options: BibliographiesOptions) {
    this.#options = options;
    this.#base = resolve(options.folder ?? '.');
  }

  /**
   * Those that a document declares; where it declares none, or none that is a file, all of the folder.
   * @param document path of the file
   * @param references of the document itself, as Pandoc takes them: YAML
   */
  async of(
    document: string,
    declared: readonly string[],
    references: string | undefined,
    signal: AbortSignal,
  ): Promise<OpenedBibliographies> {
    const { pairing, names } = await this.#pairing(signal);
    const absent: string[] = [];
    const found: KnownBibliography[] = [];
    for (const name of declared) {
      const places = [join(dirname(resolve(document)), name), join(this.#base, name)];
      const files = (await Promise.all(places.map((place) => this.#parse(place, signal)))).map((parsed, i) => ({
        ...parsed,
        path: this.named(places[i] ?? ''),
      }));
      const file = files.find(({ stamp }) => stamp !== '');
      if (file) found.push(file);
      else absent.push(name);
    }
    if (references !== undefined) found.push(inDocument(references));
    if (found.length === 0) {
      for (const name of names) found.push({ ...(await this.#parse(join(this.#base, name), signal)), path: name });
    }
    return { files: found, pairing, absent, document: this.named(document) };
  }

  async #pairing(signal: AbortSignal): Promise<{ readonly pairing: Pairing; readonly names: readonly string[] }> {
    const list = (await this.#options.listed?.(signal)) ?? (await this.#files(signal));
    if (this.#paired?.version !== list.version)
      this.#paired = {
        version: list.version,
        pairing: new Pairing(list.documents),
        names: list.documents.map(({ path }) => path).filter(isBibliography),
      };
    return this.#paired;
  }

  async #files(signal: AbortSignal): Promise<DocumentList> {
    if (this.#listed && performance.now() - this.#listed.at < listedFor) return this.#listed.list;
    const { files } = await discover(this.#base, defaultDiscovery, { signal });
    const list = { version: JSON.stringify(files.map(({ path }) => path)), documents: files };
    this.#listed = { at: performance.now(), list };
    return list;
  }

  /** Path of a file, relative to the folder as far as it is in it. */
  named(file: string): string {
    const path = relative(this.#base, resolve(file));
    return path.startsWith('..') || isAbsolute(path) ? resolve(file) : path.split(sep).join('/');
  }

  async #parse(file: string, signal: AbortSignal): Promise<ParsedFile> {
    const stamp = await stampOf(file);
    if (stamp === '') return { stamp, entries: [], byKey: new Map() };
    const known = this.#parsed.get(file);
    if (known && (await known).stamp === stamp) return known;
    const parsed = this.#read(file, stamp, signal);
    this.#parsed.set(file, parsed);
    try {
      return await parsed;
    } catch (error) {
      this.#parsed.delete(file);
      throw error;
    }
  }

  async #read(file: string, stamp: string, signal: AbortSignal): Promise<ParsedFile> {
    try {
      return { stamp, ...byKeyOf(await readBibliography(decode(await readFile(file)).text, file, signal)) };
    } catch (error) {
      if (isAbort(error)) throw error;
      return { stamp, entries: [], byKey: new Map(), problem: `cannot be read: ${messageOf(error)}` };
    }
  }
}

/** Of the first entry with a key, as BibTeX takes it. */
function byKeyOf(entries: readonly BibliographyEntry[]): Pick<ParsedFile, 'entries' | 'byKey'> {
  return { entries, byKey: new Map(entries.toReversed().map((entry) => [entry.key, entry])) };
}

function inDocument(references: string): KnownBibliography {
  try {
    return { stamp: 'document', path: '', ...byKeyOf(cslEntries(parse(references, { maxAliasCount: 100 }))) };
  } catch (error) {
    return { stamp: 'document', path: '', entries: [], byKey: new Map(), problem: `cannot be read: ${messageOf(error)}` };
  }
}

/** Changes with the file; empty for none. */
export async function stampOf(file: string): Promise<string> {
  try {
    const found = await stat(file);
    return found.isFile() ? `${found.mtimeMs} ${found.size}` : '';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return '';
    throw error;
  }
}

/** `Doe, Roe et al.: The title (2020)`. */
export function referenceOf({ key, title, authors, year }: BibliographyEntry): string {
  const families = authors.map((name) => (name.includes(',') ? name.replace(/,.*$/s, '') : (name.split(/\s+/).at(-1) ?? '')));
  const by = families.length > 3 ? `${families[0] ?? ''} et al.` : families.join(', ');
  return [[by, title === '' ? key : title].filter((part) => part !== '').join(': '), ...(year === undefined ? [] : [`(${year})`])].join(
    ' ',
  );
}
