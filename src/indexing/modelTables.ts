/** What is stored by model: the built-in models themselves, vectors and graphs. */
import * as z from 'zod';
import type { IndexDatabase } from './database.ts';
import { modelSchema } from './schema.ts';
import { recordsOf, sql } from './tables.ts';
import { neighborTableOf, vectorTableOf } from './vectorCache.ts';

type Metas = ReadonlyMap<string, string>;

export async function saveModel(database: IndexDatabase, id: string, kind: string, data: Uint8Array): Promise<void> {
  await database.merge('models', modelSchema, 'id', 1, { id: [id], kind: [kind], data: [data] });
}

export async function loadModel(database: IndexDatabase, id: string): Promise<Uint8Array | undefined> {
  const [row] = recordsOf(await database.select('models', ['data'], `id = ${sql(id)}`));
  return row?.['data'] as Uint8Array | undefined;
}

/** The embedders of other providers whose vectors are kept, the latest first, and the ids that they were chosen by. */
const externalModels = z.array(z.object({ id: z.string(), asked: z.string() }));

export function externalModelsOf(metas: Metas): z.infer<typeof externalModels> {
  return externalModels.parse(JSON.parse(metas.get('externalModels') ?? '[]'));
}

/** Drops models that are not in use and not kept for a return, with their vectors, and the graphs of all but this. */
export async function dropOtherModels(database: IndexDatabase, id: string, metas: Metas): Promise<void> {
  const kept = keptModels(id, metas);
  await database.table('models')?.delete(`id NOT IN (${kept.map(sql).join(', ')})`);
  for (const name of tablesOfOthers(database, id, kept)) await database.drop(name);
}

export async function hasOtherModels(database: IndexDatabase, id: string, metas: Metas): Promise<boolean> {
  const kept = keptModels(id, metas);
  if (tablesOfOthers(database, id, kept).length > 0) return true;
  return recordsOf(await database.select('models', ['id'])).some((model) => !kept.includes(String(model['id'])));
}

/** Drops the vectors and the graph of a model that is not in use. */
export async function dropVectors(database: IndexDatabase, model: string): Promise<void> {
  for (const name of [vectorTableOf(model), neighborTableOf(model)]) if (database.table(name)) await database.drop(name);
}

/** The model in use, the built-in one that reranks beside another provider's embedder, and those that a user may return to. */
function keptModels(id: string, metas: Metas): readonly string[] {
  const builtin = metas.get('builtinModel');
  return [id, ...(builtin === undefined ? [] : [builtin]), ...externalModelsOf(metas).map((model) => model.id)];
}

/** Rows of passages are used again, so that a graph is only kept while every change reaches it. */
function tablesOfOthers(database: IndexDatabase, id: string, models: readonly string[]): readonly string[] {
  const kept = [...models.map(vectorTableOf), neighborTableOf(id)];
  return database.names().filter((name) => /^(vectors|neighbors)-/.test(name) && !kept.includes(name));
}
