import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { explainStorageFault } from '../storageFault.ts';
import type { VectorSource } from './neighborLists.ts';

/**
 * A temporary file of vectors with 4 bytes per number in this machine's byte order. Its name is removed as soon as it is open, so that the
 * system frees its space even if this process is killed.
 */
export class VectorFile implements VectorSource {
  readonly dimension: number;
  readonly #file: FileHandle;
  readonly #folder: string;
  #count = 0;
  #closed: Promise<void> | undefined;

  private constructor(file: FileHandle, folder: string, dimension: number) {
    this.#file = file;
    this.#folder = folder;
    this.dimension = dimension;
  }

  /**
   * @param folder created if it does not exist
   * @throws AriadneError `storage-full`, `storage-unwritable`
   */
  static async create(folder: string, dimension: number): Promise<VectorFile> {
    try {
      await mkdir(folder, { recursive: true });
      const path = join(folder, `vectors-${randomUUID()}.tmp`);
      const file = await open(path, 'wx+');
      const vectors = new VectorFile(file, folder, dimension);
      await unlink(path).catch(async (error: unknown) => {
        await vectors.dispose();
        throw error;
      });
      return vectors;
    } catch (error) {
      throw explained(error, folder);
    }
  }

  get count(): number {
    return this.#count;
  }

  /** @throws AriadneError `storage-full` */
  async append(vectors: Float32Array): Promise<void> {
    await this.write(this.#count, vectors);
  }

  /**
   * Vectors may be written in any order. A range that was not written reads as zeros.
   * @throws AriadneError `storage-full`
   */
  async write(from: number, vectors: Float32Array): Promise<void> {
    const bytes = new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength);
    const start = from * this.dimension * Float32Array.BYTES_PER_ELEMENT;
    try {
      for (let done = 0; done < bytes.length;) {
        done += (await this.#file.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
      }
    } catch (error) {
      throw explained(error, this.#folder);
    }
    this.#count = Math.max(this.#count, from + vectors.length / this.dimension);
  }

  async read(from: number, to: number): Promise<Float32Array> {
    const vectors = new Float32Array((to - from) * this.dimension);
    await this.readInto(from, vectors);
    return vectors;
  }

  /** Reads vectors from position `from` on until `vectors` is full. */
  async readInto(from: number, vectors: Float32Array): Promise<void> {
    const bytes = new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength);
    const start = from * this.dimension * Float32Array.BYTES_PER_ELEMENT;
    for (let done = 0; done < bytes.length;) {
      const { bytesRead } = await this.#file.read(bytes, done, bytes.length - done, start + done);
      if (bytesRead === 0) throw new RangeError(`vectors from ${from} on were asked for, of ${this.#count}`);
      done += bytesRead;
    }
  }

  /** Frees the file. Repeated calls do nothing. */
  dispose(): Promise<void> {
    this.#closed ??= this.#file.close();
    return this.#closed;
  }
}

function explained(error: unknown, folder: string): unknown {
  return explainStorageFault(error, { kind: 'local', uri: folder }) ?? error;
}
