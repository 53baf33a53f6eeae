/** Reads documents and what they cite, and checks the citations. Needs no index. */
import { assumedLanguage } from '../language/assumed.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, parse, relative, resolve } from 'node:path';
import pLimit from 'p-limit';
import { AriadneError, isAriadneError, isSystemError, messageOf } from '../base/errors.ts';
import { checkCitations, type CitationFinding, citationsIn, type CitedSource, quotedPaths } from '../citations/checkCitations.ts';
import { decode } from '../corpus/decode.ts';
import type { DocumentReader } from '../corpus/document.ts';
import { createDocumentReader } from '../corpus/documentReader.ts';
import type { Passage } from '../protocol/passage.ts';
import { keptTextsIn } from '../corpus/keptTexts.ts';
import { requireFolder } from '../folder/folderGuard.ts';
import { writtenTexts } from './writtenTexts.ts';

export type { CitationFinding } from '../citations/checkCitations.ts';

export interface CheckDocumentsOptions {
  /** Where links that do not lead to a document from the citing one's folder are looked for: the indexed folder. */
  readonly folder: string | undefined;
  /** Where the index of that folder would be: texts that are kept there need not be parsed. */
  readonly storage?: string;
  /** Entry of the reader thread; see `EngineFiles`. */
  readonly reader: string;
  readonly signal: AbortSignal;
}

export interface CheckedDocument {
  /** As it was named. */
  readonly document: string;
  readonly findings: readonly CitationFinding[];
}

const maxFileBytes = 500 * 1024 * 1024;
const readsAtOnce = 4;

/**
 * What is cited and cannot be read is a finding.
 * @throws AriadneError `document-unreadable` for a citing document; `folder-missing`, `not-a-folder`
 */
export async function checkDocuments(documents: readonly string[], options: CheckDocumentsOptions): Promise<readonly CheckedDocument[]> {
  if (options.folder !== undefined) await requireFolder(options.folder);
  const sources = new Sources(options);
  const limit = pLimit(readsAtOnce);
  try {
    return await limit.map(documents, async (document) => {
      const source = await readCiting(document);
      const texts = writtenTexts(document, source);
      const paths = [...new Set(texts.flatMap(({ text, syntax }) => citationsIn(text, syntax).map(({ path }) => path)))];
      const quoted = new Set(texts.flatMap(({ text, syntax, quotes }) => quotedPaths(text, syntax, quotes)));
      const sourceFor = (path: string): Promise<CitedSource> => sources.of(path, document, quoted.has(path));
      const known = new Map(
        await Promise.all(paths.map(async (path) => [path, path === '' ? { text: source } : await sourceFor(path)] as const)),
      );
      const sourceOf = (path: string): CitedSource => known.get(path) ?? { problem: 'the document is gone' };
      const findings = texts.flatMap(({ text, syntax, placeOf, quotes }) =>
        checkCitations(text, sourceOf, assumedLanguage, syntax, quotes).map((finding) => ({ ...finding, ...placeOf(finding) })),
      );
      return { document, findings };
    });
  } finally {
    await sources.close();
  }
}

async function readCiting(document: string): Promise<string> {
  try {
    return decode(await readFile(document)).text;
  } catch (cause) {
    if (isAriadneError(cause))
      throw new AriadneError('document-unreadable', `${document} cannot be read as text. Choose text documents.`, { cause });
    const why = isSystemError(cause, 'ENOENT') ? 'it does not exist' : isSystemError(cause, 'EISDIR') ? 'it is a folder' : messageOf(cause);
    throw new AriadneError('document-unreadable', `${document} cannot be read: ${why}. Choose documents to check.`, { cause });
  }
}

/** A document as a reader knows it. */
interface Place {
  readonly reader: DocumentReader;
  readonly path: string;
}

/** Each cited document is read once. */
class Sources {
  readonly #options: CheckDocumentsOptions;
  readonly #base: string;
  readonly #limit = pLimit(readsAtOnce);
  readonly #texts = new Map<string, Promise<CitedSource>>();
  readonly #passages = new Map<string, Promise<readonly Passage[]>>();
  /** By the folder that they read below. From there no path leads to another drive of Windows. */
  readonly #readers = new Map<string, DocumentReader>();

  constructor(options: CheckDocumentsOptions) {
    this.#options = options;
    this.#base = resolve(options.folder ?? '.');
  }

  /**
   * Links start from the folder of the citing document; those of a text that was written before it had one, from the indexed folder.
   * @param isQuoted whether its words are needed without markup, too
   */
  async of(path: string, document: string, isQuoted: boolean): Promise<CitedSource> {
    const near = await this.#at(join(dirname(resolve(document)), path), isQuoted);
    if ('text' in near || this.#options.folder === undefined) return near;
    const inFolder = await this.#at(join(this.#base, path), isQuoted);
    return 'text' in inFolder ? inFolder : near;
  }

  async close(): Promise<void> {
    for (const reader of this.#readers.values()) await reader.close();
  }

  async #at(file: string, isQuoted: boolean): Promise<CitedSource> {
    const source = await this.#kept(this.#texts, file, (at) => this.#textOf(at));
    if (!isQuoted || 'problem' in source) return source;
    return { ...source, passages: await this.#kept(this.#passages, file, (at) => this.#passagesOf(at)) };
  }

  /** Once for each file. */
  #kept<T>(kept: Map<string, Promise<T>>, file: string, read: (at: Place) => Promise<T>): Promise<T> {
    const known = kept.get(file) ?? this.#limit(() => read(this.#placeOf(file)));
    kept.set(file, known);
    return known;
  }

  #placeOf(file: string): Place {
    const { root } = parse(file);
    const base = root === parse(this.#base).root ? this.#base : root;
    const { reader: worker, storage = '' } = this.#options;
    const keptTexts = existsSync(storage) ? keptTextsIn(storage) : undefined;
    const reader = this.#readers.get(base) ?? createDocumentReader(base, { worker, keptTexts });
    this.#readers.set(base, reader);
    return { reader, path: relative(base, file) };
  }

  async #textOf({ reader, path }: Place): Promise<CitedSource> {
    const { signal } = this.#options;
    signal.throwIfAborted();
    try {
      return await reader.sourceText(path, { signal, maxFileBytes });
    } catch (error) {
      if (!isAriadneError(error)) throw error;
      return { problem: error.code === 'file-missing' ? 'the document is gone' : `the document cannot be read: ${error.message}` };
    }
  }

  /** None of what has no passages, such as a document of inserted answers only: its words are in its text. */
  async #passagesOf({ reader, path }: Place): Promise<readonly Passage[]> {
    const { signal } = this.#options;
    signal.throwIfAborted();
    try {
      const read = await reader.read({ path }, { signal, maxFileBytes });
      return read === 'unchanged' ? [] : read.passages;
    } catch (error) {
      if (!isAriadneError(error)) throw error;
      return [];
    }
  }
}
