/**
 * Decides whether an index is damaged by reading it again, never from the words of an error, because the message advises people to delete
 * the index.
 */
import { MatchQuery, type Table } from '@lancedb/lancedb';
import { isAbort } from '../base/abort.ts';
import { AriadneError } from '../base/errors.ts';
import { IndexDatabase } from './database.ts';
import { fullTextState } from './fullText/fullTextIndex.ts';
import type { Location } from './location.ts';
import { isFailedRead, readFailed } from './rereading.ts';
import { documentSchema, frequencySchema, metaSchema, modelSchema, neighborSchema, passageSchema } from './schema.ts';
import { explainStorageFault } from './storageFault.ts';
import { recordsOf } from './tables.ts';

/**
 * The error to throw after a failure of an index. If the cause is known (`explainStorageFault`), that error. Otherwise reads the whole
 * index once more: `index-unreadable` if that fails too, `index-read-failed` if it succeeds. Other errors are returned unchanged.
 */
export async function explainIndexFailure(error: unknown, location: Location): Promise<unknown> {
  if (isAbort(error)) return error;
  const known = explainStorageFault(error, location);
  if (known) return known;
  const failure = await failureOfReading(location);
  if (failure !== undefined) return explainStorageFault(failure, location) ?? damaged(failure, location);
  return isFailedRead(error) ? readFailed(location, error) : error;
}

/**
 * @returns undefined when everything can be read. Reads twice, because another process may drop or compact tables during the first reading.
 */
async function failureOfReading(location: Location): Promise<unknown> {
  return (await firstFailure(location)) === undefined ? undefined : firstFailure(location);
}

async function firstFailure(location: Location): Promise<unknown> {
  let database: IndexDatabase | undefined;
  try {
    database = await IndexDatabase.open(location);
    for (const name of database.names()) {
      const table = database.table(name);
      if (table) for await (const batch of table.query().select(columnsOf(name))) void batch;
    }
    const passages = database.table('passages');
    if (passages) await searchSome(passages);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    database?.close();
  }
}

function columnsOf(table: string): string[] {
  if (table.startsWith('vectors-')) return ['contentHash', 'vector'];
  const schema = table.startsWith('neighbors-') ? neighborSchema : schemas[table];
  return schema?.fields.map(({ name }) => name) ?? [];
}

const schemas: Readonly<Record<string, typeof metaSchema>> = {
  meta: metaSchema,
  documents: documentSchema,
  passages: passageSchema,
  models: modelSchema,
  frequencies: frequencySchema,
};
const searchedPassages = 16;

/** Searches the indices for passages from all over the table. */
async function searchSome(table: Table): Promise<void> {
  if ((await fullTextState(table))?.uuid === undefined) return;
  const count = await table.countRows();
  for (let i = 0; i < Math.min(searchedPassages, count); i++) {
    const at = Math.floor((i * count) / searchedPassages);
    const [passage] = recordsOf(await table.query().select(['row', 'terms']).limit(1).offset(at).toArrow());
    if (!passage) return;
    const words = new MatchQuery(String(passage['terms']), 'terms');
    await table.query().fullTextSearch(words).select(['row', '_score']).limit(1).toArrow();
    await table
      .query()
      .where(`row = ${Number(passage['row'])}`)
      .select(['row'])
      .toArrow();
  }
}

function damaged(cause: unknown, { uri }: Location): AriadneError {
  return new AriadneError(
    'index-unreadable',
    `The index in ${uri} is damaged: reading it failed twice. Delete the index ("Ariadne: Delete Index") and index again.`,
    { cause },
  );
}
