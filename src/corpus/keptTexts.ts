/**
 * The texts of documents that take long to parse, such as PDFs, as files in a folder beside the index: a question about them need not parse
 * them again. A file is named after what its text was made of, so that it is never out of date. It is compressed with a checksum, so that
 * damage is noticed. A text that is not here, or cannot be kept, is parsed again.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { isSystemError } from '../base/errors.ts';
import { whenFree } from '../base/whenFree.ts';
import type { KnownContent } from './document.ts';

/** About the texts of 10,000 annual reports. */
const usualLimitBytes = 1e9;
/** What a killed process has left of a text is older than this. */
const leftAfterMs = 60_000;
const extension = '.gz';

/** @param storage the folder of the index, or where its index is elsewhere, that of its runs */
export function keptTextsIn(storage: string): KeptTexts {
  return new KeptTexts(join(storage, 'texts'));
}

export class KeptTexts {
  readonly folder: string;
  readonly #limitBytes: number;

  constructor(folder: string, limitBytes = usualLimitBytes) {
    this.folder = folder;
    this.#limitBytes = limitBytes;
  }

  /** @returns undefined when it is not here, or damaged */
  async find(content: KnownContent): Promise<string | undefined> {
    try {
      const bytes = await promisify(gunzip)(await readFile(this.#fileOf(content)));
      return bytes.toString('utf16le');
    } catch {
      // Whatever is wrong with it, parsing makes it again.
      return undefined;
    }
  }

  /** Never leaves part of a text. @throws errors of the file system */
  async keep(content: KnownContent, text: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const draft = join(this.folder, randomUUID());
    try {
      // Unlike UTF-8, this keeps halves of surrogate pairs, which PDFs contain. The fastest level saves two thirds.
      await writeFile(draft, await promisify(gzip)(Buffer.from(text, 'utf16le'), { level: 1 }));
      await whenFree(() => rename(draft, this.#fileOf(content)));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Removes the texts of other contents than these, and of these the oldest above the limit. @throws errors of the file system */
  async keepOnly(contents: Iterable<KnownContent>): Promise<void> {
    const files = await this.#files();
    // Most folders have none, and 100,000 documents take as long to name as an edit may.
    if (files.length === 0) return;
    const wanted = new Set([...contents].map(nameOf));
    let bytes = 0;
    for (const { name, sizeBytes, mtimeMs } of files) {
      const isDraft = !name.endsWith(extension);
      if (isDraft && Date.now() - mtimeMs < leftAfterMs) continue;
      bytes += sizeBytes;
      if (wanted.has(name) && bytes <= this.#limitBytes) continue;
      bytes -= sizeBytes;
      await rm(join(this.folder, name), { force: true });
    }
  }

  /** Bytes on disk. */
  async sizeBytes(): Promise<number> {
    return (await this.#files()).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** Newest first. */
  async #files(): Promise<readonly { readonly name: string; readonly sizeBytes: number; readonly mtimeMs: number }[]> {
    const files = await Promise.all(
      (await namesIn(this.folder)).map(async (name) => {
        const stats = await unlessGone(stat(join(this.folder, name)));
        return stats ? [{ name, sizeBytes: stats.size, mtimeMs: stats.mtimeMs }] : [];
      }),
    );
    return files.flat().sort((a, b) => b.mtimeMs - a.mtimeMs);
  }

  #fileOf(content: KnownContent): string {
    return join(this.folder, nameOf(content));
  }
}

function nameOf({ hash, parser, parserVersion }: KnownContent): string {
  return `${hash}-${parser}-${parserVersion}${extension}`;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await unlessGone(readdir(folder))) ?? [];
}

/** Another process removes texts too, and there may be none yet. */
async function unlessGone<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}
