/** The text that a document's ranges refer to. Readers are loaded only for formats whose text is extracted. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbort } from '../base/abort.ts';
import { isUnreachable, systemCode } from '../base/driveErrors.ts';
import { AriadneError, isSystemError, messageOf } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import { decode } from './decode.ts';
import type { ExtractingReader, KnownContent } from './document.ts';
import type { KeptTexts } from './keptTexts.ts';
import { formatOf, type DocumentFormat } from './readers/formats.ts';

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
 * The text that the document's ranges refer to, from the file as it is now.
 * @throws like `readDocument`, except that an empty text is not an error
 */
export async function readSourceText(folder: string, path: string, options: ReadOptions): Promise<DocumentText> {
  const { format, bytes, hash } = await load(folder, path, options);
  if (format.kind === 'text') return { ...decode(bytes), isExtracted: false, documentHash: hash };
  const { readerOf } = await import('./readers/allReaders.ts');
  const reader = readerOf(path) as ExtractingReader;
  options.onParsing?.(bytes.length);
  const { text } = await explained(format, path, () => reader.extract(bytes, path, signalIn(options)));
  await options.onExtracted?.(contentOf(format, hash), text);
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
  const { format, hash } = await load(folder, path, options);
  const text = await kept.find(contentOf(format, hash));
  return text === undefined ? undefined : { text, isExtracted: true, documentHash: hash };
}

export interface LoadedFile {
  readonly path: string;
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly readMs: number;
}

export async function load(folder: string, path: string, { signal, maxFileBytes }: ReadOptions): Promise<LoadedFile> {
  const format = requireFormat(path);
  const started = performance.now();
  const bytes = await readFile(join(folder, path), path, { signal, maxFileBytes });
  const readMs = performance.now() - started;
  return { path, format, bytes, hash: hashOf([bytes]), readMs };
}

function requireFormat(path: string): DocumentFormat {
  const format = formatOf(path);
  if (format === undefined) throw new AriadneError('unsupported-format', `${path} has an unsupported extension. Rename or convert it.`);
  return format;
}

export function contentOf({ name, version }: DocumentFormat, hash: string): KnownContent {
  return { hash, parser: name, parserVersion: version };
}

export function signalIn({ signal }: ReadOptions): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

export async function explained<T>(format: DocumentFormat, path: string, parse: () => Promise<T>): Promise<T> {
  try {
    return await parse();
  } catch (error) {
    if (error instanceof AriadneError || isAbort(error)) throw error;
    const reason = isStackOverflow(error) ? 'it is nested too deeply' : messageOf(error);
    throw new AriadneError('unreadable-document', `${path} could not be read as ${format.name}: ${reason}. Simplify or exclude the file.`, {
      cause: error,
    });
  }
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

/** A pipe that took the place of a document would not open until someone writes to it. Windows has none, and no name for it. */
const READING = constants.O_RDONLY | constants.O_NONBLOCK;

async function readFile(file: string, path: string, limits: ReadLimits): Promise<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, READING);
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
