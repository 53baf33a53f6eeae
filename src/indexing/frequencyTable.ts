/**
 * In how many passages each term is, stored so that a new process need not count. An edit adds a row of what it removes and one of what it
 * adds. Each row also has by how much the sum changes that names the documents with the rows of their passages (`KnownDocuments`): where
 * the rows do not add up to that of the documents, because a process was killed or did not know of this table, nothing is read from it.
 */
import { TermFrequencies } from './fullText/termFrequencies.ts';
import { countTerms, storedTerms } from './fullText/termHashes.ts';
import type { IndexDatabase } from './database.ts';
import { frequencySchema } from './schema.ts';
import { recordsOf } from './tables.ts';

const name = 'frequencies';
/** Reading more takes longer than reading one. */
const mostRows = 32;

interface StoredRow {
  readonly documents: string;
  readonly passages: number;
  readonly terms: number;
  readonly counts: Uint8Array;
}

export class FrequencyTable {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /** @returns what reads them, where they are those of so many passages of these documents */
  reader(documents: bigint): (passages: number) => Promise<TermFrequencies | undefined> {
    return async (passages) => {
      const rows = await this.#select<StoredRow>(['documents', 'passages', 'terms', 'counts']);
      return isOf(documents, passages, rows) ? sumOf(rows) : undefined;
    };
  }

  /** Makes them those of these documents, in few rows. */
  async complete(documents: bigint): Promise<void> {
    const table = this.#database.table('passages');
    if (!table) return;
    const passages = await table.countRows();
    const rows = await this.#select<Omit<StoredRow, 'counts'>>(['documents', 'passages', 'terms']);
    if (rows.length <= mostRows && isOf(documents, passages, rows)) return;
    const frequencies = (await this.reader(documents)(passages)) ?? (await countTerms(storedTerms(table)));
    await this.#put([rowOf(documents, frequencies, 1)], true);
  }

  /** @param documents by how much the sum that names them has changed */
  async change(documents: bigint, removed: TermFrequencies, added: TermFrequencies): Promise<void> {
    const rows = [rowOf(0n, removed, -1), rowOf(documents, added, 1)].filter((row) => row.passages !== 0 || row.documents !== '0');
    await this.#put(rows, false);
  }

  async #select<Row>(columns: (keyof Row & string)[]): Promise<readonly Row[]> {
    return recordsOf(await this.#database.select(name, columns)) as unknown as readonly Row[];
  }

  async #put(rows: readonly StoredRow[], isAll: boolean): Promise<void> {
    const columns = Object.fromEntries(
      frequencySchema.fields.map((field) => [field.name, rows.map((row) => row[field.name as keyof StoredRow])]),
    );
    if (isAll) await this.#database.replace(name, frequencySchema, rows.length, columns);
    else await this.#database.add(name, frequencySchema, rows.length, columns);
  }
}

function isOf(documents: bigint, passages: number, rows: readonly Omit<StoredRow, 'counts'>[]): boolean {
  const named = rows.reduce((sum, row) => sum + BigInt(`0x${row.documents}`), 0n);
  return rows.length > 0 && BigInt.asUintN(64, named) === documents && rows.reduce((sum, row) => sum + row.passages, 0) === passages;
}

function sumOf(rows: readonly StoredRow[]): TermFrequencies {
  const sum = new TermFrequencies();
  for (const { passages, terms, counts } of rows) {
    const by = passages < 0 ? -1 : 1;
    sum.add({ passages: by * passages, terms: by * terms, counts: new Int32Array(counts.slice().buffer) }, by);
  }
  return sum;
}

function rowOf(documents: bigint, frequencies: TermFrequencies, by: 1 | -1): StoredRow {
  const { passages, terms, counts } = frequencies.packed();
  const bytes = new Uint8Array(counts.buffer, counts.byteOffset, counts.byteLength);
  return { documents: BigInt.asUintN(64, documents).toString(16), passages: by * passages, terms: by * terms, counts: bytes };
}
