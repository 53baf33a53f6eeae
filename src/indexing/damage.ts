/** Whether an index is damaged is found out by reading it again, never from the words of an error: the message advises people to delete it. */
import { MatchQuery, type Table } from '@lancedb/lancedb';
import { isAbort } from '../base/abort.ts';
import { AriadneError, messageOf } from '../base/errors.ts';
import { Dataset } from './dataset.ts';
import { fullTextState } from './fullText/fullTextIndex.ts';
import type { Location } from './location.ts';
import { documentSchema, metaSchema, modelSchema, neighborSchema, passageSchema } from './schema.ts';
import { explainStorageFault } from './storageFault.ts';
import { recordsOf } from './tables.ts';

/**
 * What to throw for what went wrong with an index: a cause that is known (`explainStorageFault`); else, after reading all of the index once more, `index-unreadable`
 * when that fails too and `index-read-failed` when it does not. Anything else comes back as it is.
 */
export async function explainIndexFailure(error: unknown, location: Location): Promise<unknown> {
  if (isAbort(error)) return error;
  const known = explainStorageFault(error, location);
  if (known) return known;
  const failure = await failureOfReading(location);
  if (failure !== undefined) return explainStorageFault(failure, location) ?? damaged(failure, location);
  return isOfReading.test(messageOf(error)) ? readOnceOnly(error, location) : error;
}

/** Also of files that another process has just removed. */
const isOfReading = /LanceError\(IO\)|\bNot found: |was not found|No such file|\bENOENT\b/;

/** Undefined when all can be read. Read twice: what another process drops or tidies up meanwhile is not there the second time. */
async function failureOfReading(location: Location): Promise<unknown> {
  return (await firstFailure(location)) === undefined ? undefined : firstFailure(location);
}

async function firstFailure(location: Location): Promise<unknown> {
  let dataset: Dataset | undefined;
  try {
    dataset = await Dataset.open(location);
    for (const name of dataset.names()) {
      const table = dataset.table(name);
      if (table) for await (const batch of table.query().select(columnsOf(name))) void batch;
    }
    const passages = dataset.table('passages');
    if (passages) await searchSome(passages);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    dataset?.close();
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
};
const searchedPassages = 16;

/** Asks the indices for passages from all over the table. */
async function searchSome(table: Table): Promise<void> {
  if ((await fullTextState(table))?.uuid === undefined) return;
  const count = await table.countRows();
  for (let i = 0; i < Math.min(searchedPassages, count); i++) {
    const at = Math.floor((i * count) / searchedPassages);
    const [passage] = recordsOf(await table.query().select(['row', 'indexed']).limit(1).offset(at).toArrow());
    if (!passage) return;
    const words = new MatchQuery(String(passage['indexed']), 'indexed');
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

function readOnceOnly(cause: unknown, { uri }: Location): AriadneError {
  return new AriadneError(
    'index-read-failed',
    `A file of the index in ${uri} could not be read, perhaps because another process was changing it. It can be read now. Try again.`,
    { cause },
  );
}
