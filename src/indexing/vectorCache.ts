/** Vectors of one model by content: what is embedded once is not embedded again as long as the model stays. */
import { Index } from '@lancedb/lancedb';
import type { Dataset } from './dataset.ts';
import { fromHalf, toHalf } from './halfFloat.ts';
import { vectorSchema } from './schema.ts';
import { listValues, slices, sql } from './tables.ts';

const hashesPerFilter = 500;

export class VectorCache {
  readonly dimension: number;
  readonly tableName: string;
  readonly #dataset: Dataset;

  constructor(dataset: Dataset, model: string, dimension: number) {
    this.#dataset = dataset;
    this.tableName = vectorTableOf(model);
    this.dimension = dimension;
  }

  /** True as long as nothing was embedded with this model. */
  get isEmpty(): boolean {
    return this.#dataset.table(this.tableName) === undefined;
  }

  /** Contents that have a vector. */
  async contents(): Promise<Set<string>> {
    const hashes = new Set<string>();
    const rows = await this.#dataset.select(this.tableName, ['contentHash']);
    for (const hash of (rows?.getChild('contentHash') ?? []) as Iterable<string>) hashes.add(hash);
    return hashes;
  }

  /** @param vectors `contentHashes.length × dimension`, row-major */
  async add(contentHashes: readonly string[], vectors: Float32Array): Promise<void> {
    const columns = { contentHash: contentHashes, vector: toHalf(vectors) };
    await this.#dataset.add(this.tableName, vectorSchema(this.dimension), contentHashes.length, columns);
  }

  /** Visits every stored vector, a batch at a time: `contentHashes.length × dimension`. */
  async each(visit: (contentHashes: readonly string[], vectors: Float32Array) => Promise<void> | void): Promise<void> {
    await this.#each(undefined, visit);
  }

  /** Vectors of these contents, as far as there are. */
  async get(contentHashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const found = new Map<string, Float32Array>();
    for (const some of slices(contentHashes, hashesPerFilter)) {
      await this.#each(`\`contentHash\` IN (${some.map(sql).join(', ')})`, (hashes, vectors) => {
        hashes.forEach((hash, i) => found.set(hash, vectors.subarray(i * this.dimension, (i + 1) * this.dimension)));
      });
    }
    return found;
  }

  /** Makes LanceDB's index over them, which answers where there are too many to hold in memory. Later vectors are found too; `optimize` takes them in. */
  async createIndex(): Promise<void> {
    const table = this.#dataset.table(this.tableName);
    if (!table || (await table.listIndices()).some(({ columns }) => columns.includes('vector'))) return;
    await table.createIndex('vector', { config: Index.ivfFlat({ distanceType: 'cosine' }) });
  }

  /** Drops vectors of contents that no passage has, when they are more than those that one has: a branch that was left may come back. */
  async prune(live: ReadonlySet<string>): Promise<void> {
    const stored = await this.contents();
    const dead = [...stored].filter((hash) => !live.has(hash));
    if (dead.length <= Math.max(live.size, 10_000)) return;
    const table = this.#dataset.table(this.tableName);
    for (const some of slices(dead, hashesPerFilter)) await table?.delete(`\`contentHash\` IN (${some.map(sql).join(', ')})`);
  }

  async #each(
    where: string | undefined,
    visit: (contentHashes: readonly string[], vectors: Float32Array) => Promise<void> | void,
  ): Promise<void> {
    const table = this.#dataset.table(this.tableName);
    if (!table) return;
    const query = table.query().select(['contentHash', 'vector']);
    for await (const batch of where === undefined ? query : query.where(where)) {
      if (batch.numRows === 0) continue;
      const hashes = [...((batch.getChild('contentHash') ?? []) as Iterable<string>)];
      await visit(hashes, fromHalf(listValues(batch, 'vector') as Uint16Array));
    }
  }
}

/** Names the model: vectors of two models are never in one table. */
export function vectorTableOf(model: string): string {
  return `vectors-${tableKey(model)}`;
}

export function neighborTableOf(model: string): string {
  return `neighbors-${tableKey(model)}`;
}

function tableKey(model: string): string {
  return model.replace(/[^\w.-]/g, '_');
}
