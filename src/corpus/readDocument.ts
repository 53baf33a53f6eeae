import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { abortError, breathe, isAbort } from '../base/abort.ts';
import { AriadneError, isSystemError, messageOf } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import { cutPassages } from './cut.ts';
import { decode } from './decode.ts';
import type { CutDocument, FoundFile, ParsedDocument, Reader } from './document.ts';
import { readerOf } from './readers/allReaders.ts';

/** A document with the time it took, in milliseconds: from disk to bytes, and from bytes to passages. */
export interface ReadDocument extends CutDocument {
  readonly readMs: number;
  readonly cutMs: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly maxFileBytes: number;
}

/**
 * Reads one file and cuts it into passages; at least one. Holds the file and what was parsed of it, a few times its size, until it returns.
 * @throws AriadneError `file-missing`, `file-unreadable`, `file-too-large`, `unsupported-format`, `binary-file`, `not-utf8`, `not-a-notebook`,
 * `unreadable-document` or `empty-document`; AbortError between reading, parsing and cutting.
 */
export async function readDocument(
  folder: string,
  { path }: Pick<FoundFile, 'path'>,
  { signal, maxFileBytes }: ReadOptions,
): Promise<ReadDocument> {
  const reader = readerOf(path);
  if (reader === undefined)
    throw new AriadneError('unsupported-format', `${path} has no extension that Ariadne reads; rename or convert it.`);
  const started = performance.now();
  const bytes = await readBytes(join(folder, path), path, maxFileBytes, signal);
  const readMs = performance.now() - started;
  const hash = hashOf([bytes]);
  const parsed = parse(reader, decode(bytes), path);
  await breathe();
  if (signal?.aborted === true) throw abortError();
  const passages = cutPassages({ path, hash, parsed });
  if (passages.length === 0) throw new AriadneError('empty-document', `${path} has no text; there is nothing in it to index.`);
  return { path, title: parsed.title, hash, parser: reader.name, passages, readMs, cutMs: performance.now() - started - readMs };
}

function parse(reader: Reader, text: string, path: string): ParsedDocument {
  try {
    return reader.parse(text, path);
  } catch (error) {
    if (error instanceof AriadneError) throw error;
    const reason = isStackOverflow(error) ? 'it is nested too deeply' : messageOf(error);
    throw new AriadneError('unreadable-document', `${path} could not be read as ${reader.name}: ${reason}. Simplify or exclude the file.`, {
      cause: error,
    });
  }
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

async function readBytes(file: string, path: string, maxFileBytes: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    return await readAll(handle, path, maxFileBytes, signal);
  } catch (error) {
    if (error instanceof AriadneError || isAbort(error)) throw error;
    if (isSystemError(error, 'ENOENT', 'ENOTDIR'))
      throw new AriadneError('file-missing', `${path} is no longer there; index the folder again.`, { cause: error });
    throw new AriadneError('file-unreadable', `${path} could not be read (${messageOf(error)}); check its permissions.`, { cause: error });
  } finally {
    await handle?.close();
  }
}

/** Reads until the file ends, however long it said it was, and never keeps more than the limit and one byte. */
async function readAll(handle: FileHandle, path: string, maxFileBytes: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const stats = await handle.stat();
  if (!stats.isFile()) throw new AriadneError('file-unreadable', `${path} is not an ordinary file; exclude it.`);
  if (stats.size > maxFileBytes) throw tooLarge(path, stats.size, maxFileBytes);
  let buffer = Buffer.allocUnsafeSlow(stats.size + 1);
  let length = 0;
  for (;;) {
    if (signal?.aborted === true) throw abortError();
    const { bytesRead } = await handle.read(buffer, length, Math.min(READ_BYTES, buffer.length - length), length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length > maxFileBytes) throw tooLarge(path, length, maxFileBytes);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(buffer.length * 2, maxFileBytes + 1));
  }
}

const READ_BYTES = 4 * 1024 * 1024;

function tooLarge(path: string, sizeBytes: number, maxFileBytes: number): AriadneError {
  return new AriadneError(
    'file-too-large',
    `${path} has ${sizeBytes} bytes, more than the limit of ${maxFileBytes}; split it or raise the limit.`,
  );
}
