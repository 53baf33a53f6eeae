/** The embedding stage of a pass: gives every content a vector of the current model. */
import { isAriadneError } from '../base/errors.ts';
import type { Embedder } from '../models/models.ts';
import type { IndexStore } from './store.ts';
import type { VectorCache } from './vectorCache.ts';
import { fromHalf, toHalf } from './vectorTable.ts';

const textsPerEmbedding = 256;
const vectorsPerAppend = 8192;

export interface EmbedPassOptions {
  readonly signal: AbortSignal;
  /** Called with the number of passages processed so far. */
  readonly onPassages: (done: number) => void;
  /** Asked after each batch: whether to stop with what is embedded stored. */
  readonly isEnough?: () => boolean;
  /** Called with the milliseconds that are left of a wait for a server's rate limit, and with 0 at its end. */
  readonly onWait?: (ms: number) => void;
}

/**
 * Embeds all passages without a vector. Equal contents are embedded once.
 * @returns how many were embedded
 */
export async function embedMissing(store: IndexStore, cache: VectorCache, embedder: Embedder, options: EmbedPassOptions): Promise<number> {
  const known = await cache.contents();
  const writer = new VectorWriter(cache, embedder, options);
  let seen = 0;
  for await (const batch of store.embeddedTexts()) {
    const fresh = batch.filter(({ contentHash }) => !known.has(contentHash) && known.add(contentHash));
    for (let i = 0; i < fresh.length; i += textsPerEmbedding) {
      const onEmbedded = (count: number): void => options.onPassages(seen + Math.round((batch.length * (i + count)) / fresh.length));
      const part = fresh.slice(i, i + textsPerEmbedding);
      await writer.embedOrKeep(part, onEmbedded);
      onEmbedded(part.length);
      if (options.isEnough?.() === true) {
        await writer.flush();
        return writer.embedded;
      }
    }
    options.onPassages((seen += batch.length));
  }
  await writer.flush();
  return writer.embedded;
}

/** The number of different contents without a vector. */
export async function countMissing(store: IndexStore, cache: VectorCache): Promise<number> {
  const known = await cache.contents();
  let missing = 0;
  for await (const hashes of store.contentHashes()) for (const hash of hashes) if (!known.has(hash) && known.add(hash)) missing++;
  return missing;
}

/**
 * Embeds a few texts. Their vectors are as they are stored, in half precision.
 * @returns how many were embedded
 */
export async function embedTexts(
  texts: readonly { readonly contentHash: string; readonly text: string }[],
  cache: VectorCache,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<{ readonly embedded: number; readonly vectors: ReadonlyMap<string, Float32Array> }> {
  const distinct = [...new Map(texts.map((text) => [text.contentHash, text])).values()];
  const known = await cache.get(distinct.map(({ contentHash }) => contentHash));
  const writer = new VectorWriter(cache, embedder, { signal });
  const fresh = distinct.filter(({ contentHash }) => !known.has(contentHash));
  const vectors = new Map(known);
  for (let i = 0; i < fresh.length; i += textsPerEmbedding) {
    const some = fresh.slice(i, i + textsPerEmbedding);
    const made = fromHalf(toHalf(await writer.embed(some)));
    for (const [at, { contentHash }] of some.entries())
      vectors.set(contentHash, made.subarray(at * cache.dimension, (at + 1) * cache.dimension));
  }
  await writer.flush();
  return { embedded: fresh.length, vectors };
}

/** Collects vectors into large appends. */
class VectorWriter {
  embedded = 0;
  readonly #cache: VectorCache;
  readonly #embedder: Embedder;
  readonly #options: Pick<EmbedPassOptions, 'signal' | 'onWait'>;
  readonly #hashes: string[] = [];
  /** Those of the hashes, then room for more. Used again, since what lives so long is collected late: some 20 MB. */
  #vectors = new Float32Array(0);

  constructor(cache: VectorCache, embedder: Embedder, options: Pick<EmbedPassOptions, 'signal' | 'onWait'>) {
    this.#cache = cache;
    this.#embedder = embedder;
    this.#options = options;
  }

  async embed(
    texts: readonly { readonly contentHash: string; readonly text: string }[],
    onEmbedded?: (count: number) => void,
  ): Promise<Float32Array> {
    const { signal, onWait } = this.#options;
    signal.throwIfAborted();
    const vectors = await this.#embedder.embed(
      texts.map(({ text }) => text),
      { signal, onEmbedded, onWait },
    );
    this.#keep(vectors);
    this.#hashes.push(...texts.map(({ contentHash }) => contentHash));
    this.embedded += texts.length;
    if (this.#hashes.length >= vectorsPerAppend) await this.flush();
    return vectors;
  }

  /** As `embed`; before it fails or is stopped, what was embedded until then is stored, unless another process writes by now. */
  async embedOrKeep(...batch: Parameters<VectorWriter['embed']>): Promise<void> {
    try {
      await this.embed(...batch);
    } catch (error) {
      if (!isAriadneError(this.#options.signal.reason, 'index-lock-lost')) await this.flush();
      throw error;
    }
  }

  async flush(): Promise<void> {
    const hashes = this.#hashes.splice(0);
    if (hashes.length > 0) await this.#cache.add(hashes, this.#vectors.subarray(0, hashes.length * this.#cache.dimension));
  }

  #keep(vectors: Float32Array): void {
    const kept = this.#hashes.length * this.#cache.dimension;
    if (kept + vectors.length > this.#vectors.length) {
      const larger = new Float32Array(Math.max(2 * this.#vectors.length, kept + vectors.length));
      larger.set(this.#vectors.subarray(0, kept));
      this.#vectors = larger;
    }
    this.#vectors.set(vectors, kept);
  }
}
