/** Vectors of one model by content. A content is embedded once for as long as the model is used. */
import { hashOf } from '../base/hash.ts';
import { isObject } from '../base/isObject.ts';
import type { IndexDatabase } from './database.ts';
import { readFailed } from './rereading.ts';
import { PackedTexts, type TextsOfRows } from './packedTexts.ts';
import { fromHalf, toHalf } from './vectorTable.ts';
import { vectorSchema } from './schema.ts';
import { listValues, slices, sql, textBytes } from './tables.ts';

const hashesPerFilter = 500;

/** @param vectors `contents.count × dimension` numbers of half precision, row-major */
export type VectorVisit = (contents: TextsOfRows, vectors: Uint16Array) => void;

export class VectorCache {
  readonly dimension: number;
  readonly tableName: string;
  readonly #database: IndexDatabase;
  /** Whether there were vectors when this was made. */
  readonly #hadVectors: boolean;

  constructor(database: IndexDatabase, model: string, dimension: number) {
    this.#database = database;
    this.tableName = vectorTableOf(model);
    this.dimension = dimension;
    this.#hadVectors = !this.isEmpty;
  }

  /** True until something is embedded with this model. */
  get isEmpty(): boolean {
    return this.#database.table(this.tableName) === undefined;
  }

  /** Hashes of the contents that have a vector. */
  async contents(): Promise<Set<string>> {
    const hashes = new Set<string>();
    const rows = await this.#database.select(this.tableName, ['contentHash']);
    for (const hash of (rows?.getChild('contentHash') ?? []) as Iterable<string>) hashes.add(hash);
    return hashes;
  }

  /** @param vectors `contentHashes.length × dimension`, row-major */
  async add(contentHashes: readonly string[], vectors: Float32Array): Promise<void> {
    const columns = { contentHash: contentHashes, vector: toHalf(vectors) };
    await this.#database.add(this.tableName, vectorSchema(this.dimension), contentHashes.length, columns);
  }

  /** Visits every stored vector with the hash of its content, a batch at a time. */
  each(visit: VectorVisit): Promise<void> {
    return this.#each(undefined, visit);
  }

  /** Vectors of these contents, where they exist. */
  async get(contentHashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const found = new Map<string, Float32Array>();
    for (const some of slices(contentHashes, hashesPerFilter)) {
      await this.#each(`\`contentHash\` IN (${some.map(sql).join(', ')})`, (contents, vectors) => {
        [...PackedTexts.join([contents])].forEach((hash, i) =>
          found.set(hash, fromHalf(vectors.subarray(i * this.dimension, (i + 1) * this.dimension))),
        );
      });
    }
    return found;
  }

  /**
   * Drops vectors of contents without a passage once they outnumber those with one. They are kept until then because a user may return to
   * another branch.
   */
  async prune(live: ReadonlySet<string>): Promise<void> {
    const stored = await this.contents();
    const dead = [...stored].filter((hash) => !live.has(hash));
    if (dead.length <= Math.max(live.size, 10_000)) return;
    const table = this.#database.table(this.tableName);
    for (const some of slices(dead, hashesPerFilter)) await table?.delete(`\`contentHash\` IN (${some.map(sql).join(', ')})`);
  }

  async #each(where: string | undefined, visit: VectorVisit): Promise<void> {
    const table = this.#database.table(this.tableName);
    // Another model has replaced this one. A search must not look like one that finds nothing.
    if (!table && this.#hadVectors) throw readFailed(this.#database.location);
    if (!table) return;
    const query = table.query().select(['contentHash', 'vector']);
    for await (const batch of where === undefined ? query : query.where(where)) {
      if (batch.numRows === 0) continue;
      visit({ ...textBytes(batch, 'contentHash'), count: batch.numRows }, listValues(batch, 'vector') as Uint16Array);
    }
  }
}

/** The table's name contains the model, so vectors of two models are never in one table. */
/** The dimension of a model's stored vectors; undefined when there are none. */
export async function storedDimension(database: IndexDatabase, model: string): Promise<number | undefined> {
  const schema = await database.table(vectorTableOf(model))?.schema();
  const type: unknown = schema?.fields.find(({ name }) => name === 'vector')?.type;
  return isObject(type) && typeof type['listSize'] === 'number' ? type['listSize'] : undefined;
}

const vectorTables = 'vectors-';

export function isVectorTable(name: string): boolean {
  return name.startsWith(vectorTables);
}

export function vectorTableOf(model: string): string {
  return `${vectorTables}${tableKey(model)}`;
}

export function neighborTableOf(model: string): string {
  return `neighbors-${tableKey(model)}`;
}

function tableKey(model: string): string {
  const plain = model.replace(/[^\w.-]/g, '_').slice(0, 80);
  return plain === model ? plain : `${plain}-${hashOf([model], 12)}`;
}
