/** The bibliographies of a folder, each parsed once while its file stays as it is, and the documents that their entries mean. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { isAbort, pausing, yieldToEventLoop } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { type BibliographyEntry, cslEntries, ofCsl, type ReadBibliography, readBibliography } from '../corpus/bibliography.ts';
import { identifierKey } from '../language/identifiers.ts';
import { decode } from '../corpus/decode.ts';
import { discover } from '../corpus/discover.ts';
import { parse } from 'yaml';
import type { EngineResult } from '../protocol/engine.ts';
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

interface ParsedFile extends Omit<ReadBibliography, 'problems'> {
  readonly stamp: string;
  readonly byKey: ReadonlyMap<string, BibliographyEntry>;
  /** By DOI and arXiv id. */
  readonly byIdentifier: ReadonlyMap<string, BibliographyEntry>;
  /** Why it, or with a 1-based line a part of it, could not be read. */
  readonly problems: readonly Omit<BibliographyProblem, 'path'>[];
}

/** What of a bibliography is not there or cannot be read. */
export type BibliographyProblem = EngineResult<'bibliography'>['problems'][number];

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
    if (references !== undefined) found.push(await inDocument(references, signal));
    if (found.length === 0) {
      for (const name of names) found.push({ ...(await this.#parse(join(this.#base, name), signal)), path: name });
    }
    return { files: found, pairing, absent, document: this.named(document) };
  }

  /** Those that may be cited. */
  async documents(signal: AbortSignal): Promise<readonly FolderDocument[]> {
    return (await this.#list(signal)).documents.filter(({ path }) => !isBibliography(path));
  }

  async #list(signal: AbortSignal): Promise<DocumentList> {
    return (await this.#options.listed?.(signal)) ?? (await this.#files(signal));
  }

  async #pairing(signal: AbortSignal): Promise<{ readonly pairing: Pairing; readonly names: readonly string[] }> {
    const list = await this.#list(signal);
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

  /** The first of some files that is there. @param paths relative to the folder */
  async present(paths: readonly string[]): Promise<string | undefined> {
    const inFolder = paths.map((path) => posix.normalize(path)).filter((path) => !isAbsolute(path) && !path.startsWith('..'));
    for (const path of inFolder) if ((await stampOf(join(this.#base, path))) !== '') return path;
    return undefined;
  }

  async #parse(file: string, signal: AbortSignal): Promise<ParsedFile> {
    const stamp = await stampOf(file);
    if (stamp === '') return { stamp, ...noEntries };
    const known = await this.#parsed.get(file);
    if (known?.stamp === stamp) return known;
    const parsed = this.#read(file, stamp, signal, known);
    this.#parsed.set(file, parsed);
    try {
      return await parsed;
    } catch (error) {
      this.#parsed.delete(file);
      throw error;
    }
  }

  /** @param before the file as it was */
  async #read(file: string, stamp: string, signal: AbortSignal, before: ParsedFile | undefined): Promise<ParsedFile> {
    try {
      const { text } = decode(await readFile(file));
      await yieldToEventLoop();
      return { stamp, ...(await withMaps(await readBibliography(text, file, signal, before), signal)) };
    } catch (error) {
      if (isAbort(error)) throw error;
      return unreadable(stamp, error);
    }
  }
}

/** @param absent names of bibliographies that are no files */
export function problemsOf({ absent, files }: Pick<OpenedBibliographies, 'absent' | 'files'>): BibliographyProblem[] {
  const unread = files.flatMap(({ path, problems }) => problems.map((problem) => ({ path, ...problem })));
  return [...absent.map((path) => ({ path, reason: 'is not there' })), ...unread.slice(0, mostProblems)];
}

/** A file that is no bibliography has one at each of its lines. */
const mostProblems = 100;

const noEntries = { ...ofCsl([]), byKey: new Map(), byIdentifier: new Map() };

/** A key means the first entry that has it, as BibTeX takes it. */
async function withMaps(read: ReadBibliography, signal: AbortSignal): Promise<Omit<ParsedFile, 'stamp'>> {
  const pause = pausing(signal);
  const byKey = new Map<string, BibliographyEntry>();
  const byIdentifier = new Map<string, BibliographyEntry>();
  for (const entry of read.entries.toReversed()) {
    await pause();
    byKey.set(entry.key, entry);
    for (const id of [entry.doi, entry.arxiv]) if (id !== undefined) byIdentifier.set(identifierKey(id), entry);
  }
  return { ...read, byKey, byIdentifier };
}

function unreadable(stamp: string, error: unknown): ParsedFile {
  return { stamp, ...noEntries, problems: [{ reason: `cannot be read: ${messageOf(error)}` }] };
}

async function inDocument(references: string, signal: AbortSignal): Promise<KnownBibliography> {
  try {
    const entries = cslEntries(parse(references, { maxAliasCount: 100 }));
    return { stamp: 'document', path: '', ...(await withMaps(ofCsl(entries), signal)) };
  } catch (error) {
    if (isAbort(error)) throw error;
    return { path: '', ...unreadable('document', error) };
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
