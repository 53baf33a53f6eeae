/** Reads the documents that others cite, each once while its file stays as it is. */
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { isAriadneError } from '../base/errors.ts';
import { RecentValues } from '../base/recentValues.ts';
import type { CitedDocument, CitedSource } from '../citations/checkCitations.ts';
import { encodePath } from '../citations/syntaxes/places.ts';
import type { DocumentReader } from '../corpus/document.ts';
import { createDocumentReader } from '../corpus/documentReader.ts';
import { keptTextsIn } from '../corpus/keptTexts.ts';
import type { Passage } from '../protocol/passage.ts';
import { stampOf } from './bibliographies.ts';

export interface CitedDocumentsOptions {
  /** Where links that do not lead to a document from the citing one's folder are looked for: the indexed folder. */
  readonly folder: string | undefined;
  /** Where the index of that folder would be: texts that are kept there need not be parsed. */
  readonly storage?: string;
  /** Entry of the reader thread; see `EngineFiles`. */
  readonly reader: string;
  /** The passages of a document of the folder as the index has them; none where it has no such document. Default: none. */
  readonly indexed?: (path: string, signal: AbortSignal) => Promise<readonly Passage[]>;
}

const maxFileBytes = 500 * 1024 * 1024;
const readsAtOnce = 4;
/** Characters of texts, in all. */
const mostKept = 40_000_000;

interface Kept {
  /** Of the file when it was read. */
  readonly stamp: string;
  readonly source: CitedSource;
  passages?: Promise<readonly Passage[]>;
}

export class CitedDocuments {
  readonly #options: CitedDocumentsOptions;
  readonly #base: string;
  readonly #limit = pLimit(readsAtOnce);
  readonly #kept = new RecentValues<string, Kept>(mostKept);
  /** By the folder that they read below. From there no path leads to another drive of Windows. */
  readonly #readers = new Map<string, DocumentReader>();

  constructor(options: CitedDocumentsOptions) {
    this.#options = options;
    this.#base = resolve(options.folder ?? '.');
  }

  /**
   * Links start from the folder of the citing document; those of a text that was written before it had one, from the indexed folder.
   * @param document path of the citing file
   * @param withPassages whether its words are needed without markup, too
   */
  async of(path: string, document: string, withPassages: boolean, signal: AbortSignal): Promise<CitedSource> {
    const near = await this.#at(fileAt(dirname(resolve(document)), path), withPassages, signal);
    if ('text' in near || this.#options.folder === undefined) return near;
    const inFolder = await this.#at(fileAt(this.#base, path), withPassages, signal);
    return 'text' in inFolder ? inFolder : near;
  }

  /** A document of the folder, with its passages. */
  inFolder(path: string, signal: AbortSignal): Promise<CitedSource> {
    return this.#at(join(this.#base, path), true, signal);
  }

  async close(): Promise<void> {
    for (const reader of this.#readers.values()) await reader.close();
  }

  async #at(file: string, withPassages: boolean, signal: AbortSignal): Promise<CitedSource> {
    const kept = await this.#limit(() => this.#read(file, signal));
    if (!withPassages || 'problem' in kept.source) return kept.source;
    const { source } = kept;
    kept.passages ??= this.#limit(() => this.#passagesOf(file, source, signal));
    try {
      const passages = await kept.passages;
      const [first] = passages;
      return { ...source, passages, ...(first && { title: first.title, identity: first.identity }) };
    } catch (error) {
      delete kept.passages;
      throw error;
    }
  }

  async #read(file: string, signal: AbortSignal): Promise<Kept> {
    signal.throwIfAborted();
    const stamp = await stampOf(file);
    const known = this.#kept.get(file);
    if (known?.stamp === stamp) return known;
    const kept: Kept = { stamp, source: await this.#textOf(file, signal) };
    this.#kept.set(file, kept, 'text' in kept.source ? kept.source.text.length : 1);
    return kept;
  }

  #placeOf(file: string): { readonly reader: DocumentReader; readonly path: string } {
    const { root } = parse(file);
    const base = root === parse(this.#base).root ? this.#base : root;
    const { reader: worker, storage = '' } = this.#options;
    const keptTexts = existsSync(storage) ? keptTextsIn(storage) : undefined;
    const reader = this.#readers.get(base) ?? createDocumentReader(base, { worker, keptTexts });
    this.#readers.set(base, reader);
    return { reader, path: relative(base, file) };
  }

  async #textOf(file: string, signal: AbortSignal): Promise<CitedSource> {
    const { reader, path } = this.#placeOf(file);
    try {
      const { text, documentHash } = await reader.sourceText(path, { signal, maxFileBytes });
      return { text, documentHash, path: this.#isInFolder(path) ? path.split(sep).join('/') : path };
    } catch (error) {
      if (!isAriadneError(error)) throw error;
      return { problem: error.code === 'file-missing' ? 'the document is gone' : `the document cannot be read: ${error.message}` };
    }
  }

  #isInFolder(path: string): boolean {
    return !path.startsWith('..') && !isAbsolute(path);
  }

  /**
   * As they are indexed, if that is the file as it is. None of what has no passages, such as a document of inserted answers only: its words
   * are in its text.
   */
  async #passagesOf(file: string, { documentHash, path: named = '' }: CitedDocument, signal: AbortSignal): Promise<readonly Passage[]> {
    signal.throwIfAborted();
    const { reader, path } = this.#placeOf(file);
    const indexed = this.#isInFolder(path) ? ((await this.#options.indexed?.(named, signal)) ?? []) : [];
    if (indexed.length > 0 && indexed[0]?.documentHash === documentHash) return indexed;
    try {
      const read = await reader.read({ path }, { signal, maxFileBytes });
      return read === 'unchanged' ? [] : read.passages;
    } catch (error) {
      if (!isAriadneError(error)) throw error;
      return [];
    }
  }
}

/** @param path relative to the folder, or an address as on another drive, decoded */
function fileAt(folder: string, path: string): string {
  return path.startsWith('file://') ? fileURLToPath(encodePath(path)) : join(folder, path);
}
