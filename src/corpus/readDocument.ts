import { assumedLanguage } from '../language/assumed.ts';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { abortError, yieldToEventLoop, isAbort } from '../base/abort.ts';
import { firstWhere } from '../base/binarySearch.ts';
import { isUnreachable, systemCode } from '../base/driveErrors.ts';
import { AriadneError, isSystemError, messageOf } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import type { Passage } from '../protocol/passage.ts';
import { cutPassages } from './cut.ts';
import { decode } from './decode.ts';
import type { CutDocument, ExtractedDocument, FoundFile, KnownContent, ParsedDocument, FormatReader } from './document.ts';
import { identityOfFile } from './identity/identityOfFile.ts';
import type { KeptTexts } from './keptTexts.ts';
import { readerOf } from './readers/allReaders.ts';
import { searchTermsOf } from './searchTerms.ts';
import { withoutInserted } from './withoutInserted.ts';

export interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly maxFileBytes: number;
  /** Called with the file's size when the file is in memory and parsing begins. */
  readonly onParsing?: (sizeBytes: number) => void;
  /** Keeps what an extracting reader has extracted. */
  readonly onExtracted?: (content: KnownContent, text: string) => Promise<void>;
}

/** The text that the document's ranges refer to. */
export interface DocumentText {
  readonly text: string;
  /** False when the text is the decoded file. */
  readonly isExtracted: boolean;
  /** The file's encoding, by its name in the Encoding Standard; of extracted text none. */
  readonly encoding?: string;
  readonly documentHash: string;
}

/**
 * Reads one file in this thread and cuts it into passages. A document that consists of inserted answers only has none. Until it returns, it
 * holds the file and its parsed tree, a few times the file's size.
 * @throws AriadneError `file-missing`, `file-unreachable`, `file-unreadable`, `file-too-large`, `unsupported-format`, `binary-file`,
 * `not-utf8`, `not-a-notebook`, `unreadable-document`, `scanned-document`, `encrypted-document`, `document-too-big`, `wrong-extension` or
 * `empty-document`; AbortError between reading, parsing and cutting
 */
export async function readDocument(folder: string, file: Pick<FoundFile, 'path'>, options: ReadOptions): Promise<CutDocument> {
  return await cutFile(await load(folder, file.path, options), options);
}

/**
 * Like `readDocument`, for a file that was read before.
 * @returns `unchanged`, without parsing, when the bytes have the known hash and the reader has the known version
 */
export async function readChangedDocument(
  folder: string,
  file: Pick<FoundFile, 'path'>,
  known: KnownContent,
  options: ReadOptions,
): Promise<CutDocument | 'unchanged'> {
  const loaded = await load(folder, file.path, options);
  const { hash, reader } = loaded;
  if (hash === known.hash && reader.name === known.parser && reader.version === known.parserVersion) return 'unchanged';
  return await cutFile(loaded, options);
}

/**
 * The text that the document's ranges refer to, from the file as it is now.
 * @throws like `readDocument`, except that an empty text is not an error
 */
export async function readSourceText(folder: string, path: string, options: ReadOptions): Promise<DocumentText> {
  const { reader, bytes, hash } = await load(folder, path, options);
  if (reader.kind === 'text') return { ...decode(bytes), isExtracted: false, documentHash: hash };
  options.onParsing?.(bytes.length);
  const { text } = await explained(reader, path, () => reader.extract(bytes, path, signalIn(options)));
  await options.onExtracted?.(contentOf(reader, hash), text);
  return { text, isExtracted: true, documentHash: hash };
}

/**
 * The same for a document whose text was extracted before, without parsing it.
 * @returns undefined when the text of what the file contains now is not kept
 * @throws like `readSourceText`
 */
export async function findSourceText(
  folder: string,
  path: string,
  kept: KeptTexts,
  options: ReadOptions,
): Promise<DocumentText | undefined> {
  const { reader, hash } = await load(folder, path, options);
  const text = await kept.find(contentOf(reader, hash));
  return text === undefined ? undefined : { text, isExtracted: true, documentHash: hash };
}

interface LoadedFile {
  readonly path: string;
  readonly reader: FormatReader;
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly readMs: number;
}

async function load(folder: string, path: string, { signal, maxFileBytes }: ReadOptions): Promise<LoadedFile> {
  const reader = requireReader(path);
  const started = performance.now();
  const bytes = await readFile(join(folder, path), path, { signal, maxFileBytes });
  const readMs = performance.now() - started;
  return { path, reader, bytes, hash: hashOf([bytes]), readMs };
}

function requireReader(path: string): FormatReader {
  const reader = readerOf(path);
  if (reader === undefined) throw new AriadneError('unsupported-format', `${path} has an unsupported extension. Rename or convert it.`);
  return reader;
}

function contentOf({ name, version }: FormatReader, hash: string): KnownContent {
  return { hash, parser: name, parserVersion: version };
}

async function cutFile({ path, reader, bytes, hash, readMs }: LoadedFile, options: ReadOptions): Promise<CutDocument> {
  const started = performance.now();
  options.onParsing?.(bytes.length);
  const { parsed, leftOut } = await explained(reader, path, async (): Promise<ReadFile> => {
    if (reader.kind === 'extracting') {
      const extracted = await reader.extract(bytes, path, signalIn(options));
      await options.onExtracted?.(contentOf(reader, hash), extracted.text);
      return { parsed: extracted, leftOut: 0 };
    }
    const { text: source } = decode(bytes);
    return withoutInserted(reader.parse(source, path), source, path, assumedLanguage);
  });
  await yieldToEventLoop();
  if (options.signal?.aborted === true) throw abortError();
  const passages = cutPassages({ path, hash, parsed, language: assumedLanguage });
  if (passages.length === 0 && leftOut === 0)
    throw new AriadneError('empty-document', `${path} contains no text, so there is nothing to index.`);
  const warnings = [...(parsed.warnings ?? []), ...(leftOut === 0 ? [] : [leftOutSentence(leftOut)])];
  return {
    path,
    title: parsed.title,
    titleOrigin: parsed.titleOrigin,
    identity: identityOfFile(path, parsed, passages, assumedLanguage),
    hash,
    parser: reader.name,
    parserVersion: reader.version,
    links: parsed.links,
    anchors: parsed.anchors,
    aliases: parsed.aliases,
    fields: parsed.fields,
    searchTerms: await searchTermsOf(passages),
    passages: 'pageStarts' in parsed ? withPages(passages, parsed.pageStarts) : passages,
    ...(warnings.length === 0 ? {} : { warnings }),
    readMs,
    cutMs: performance.now() - started,
  };
}

interface ReadFile {
  readonly parsed: ParsedDocument | ExtractedDocument;
  /** The number of inserted answers that were left out, because they are not evidence. */
  readonly leftOut: number;
}

function leftOutSentence(leftOut: number): string {
  const what =
    leftOut === 1
      ? 'One inserted answer is skipped: the passages it cites are'
      : `${leftOut} inserted answers are skipped: the passages they cite are`;
  return `${what} found instead.`;
}

function withPages(passages: readonly Passage[], pageStarts: readonly number[]): readonly Passage[] {
  if (pageStarts.length === 0) return passages;
  return passages.map((passage) => {
    const { startOffset, endOffset } = passage.range;
    // The last page that has begun has the text, since pages without text begin where the next one does.
    const begun = firstWhere(pageStarts.length, (i) => pageStarts[i]! > startOffset);
    const pageBreaks: number[] = [];
    for (let page = begun; (pageStarts[page] ?? endOffset) < endOffset; page++) pageBreaks.push(pageStarts[page] ?? 0);
    return { ...passage, pageNumber1: Math.max(1, begun), ...(pageBreaks.length === 0 ? {} : { pageBreaks }) };
  });
}

function signalIn({ signal }: ReadOptions): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

async function explained<T>(reader: FormatReader, path: string, parse: () => Promise<T>): Promise<T> {
  try {
    return await parse();
  } catch (error) {
    if (error instanceof AriadneError || isAbort(error)) throw error;
    const reason = isStackOverflow(error) ? 'it is nested too deeply' : messageOf(error);
    throw new AriadneError('unreadable-document', `${path} could not be read as ${reader.name}: ${reason}. Simplify or exclude the file.`, {
      cause: error,
    });
  }
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

async function readFile(file: string, path: string, limits: ReadLimits): Promise<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    return await readAll(handle, path, limits);
  } catch (error) {
    if (error instanceof AriadneError || isAbort(error)) throw error;
    if (isSystemError(error, 'ENOENT', 'ENOTDIR'))
      throw new AriadneError('file-missing', `${path} no longer exists. Index the folder again.`, { cause: error });
    if (isUnreachable(error)) {
      const sentence = `${path} does not answer (${systemCode(error)}). Check its drive or network, then index again.`;
      throw new AriadneError('file-unreachable', sentence, { cause: error });
    }
    throw new AriadneError('file-unreadable', `${path} could not be read (${messageOf(error)}). Check its permissions.`, { cause: error });
  } finally {
    await handle?.close();
  }
}

type ReadLimits = Pick<ReadOptions, 'maxFileBytes'> & { readonly signal: AbortSignal | undefined };

async function readAll(handle: FileHandle, path: string, { signal, maxFileBytes }: ReadLimits): Promise<Uint8Array> {
  const stats = await handle.stat();
  if (!stats.isFile()) throw new AriadneError('file-unreadable', `${path} is not a regular file. Exclude it.`);
  if (stats.size > maxFileBytes) throw tooLarge(path, stats.size, maxFileBytes);
  const bytes = await handle.readFile({ signal });
  // It may have grown since.
  if (bytes.length > maxFileBytes) throw tooLarge(path, bytes.length, maxFileBytes);
  return bytes;
}

function tooLarge(path: string, sizeBytes: number, maxFileBytes: number): AriadneError {
  return new AriadneError(
    'file-too-large',
    `${path} has ${sizeBytes} bytes, more than the limit of ${maxFileBytes}. Split it or raise the limit.`,
  );
}
