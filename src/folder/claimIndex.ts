/** A shared index is of one folder; another would replace it. */
import { hostname } from 'node:os';
import { AriadneError } from '../base/errors.ts';
import type { IndexStore } from '../indexing/store.ts';

/** What the index names as the folder that it was built from. */
export function builderOf(folder: string): string {
  return `${folder} on ${hostname()}`;
}

/** @throws AriadneError `index-of-another-folder` */
export async function claimIndex(store: IndexStore, folder: string): Promise<void> {
  await requireOwn(store, folder);
  if ((await store.meta('builtFrom')) === undefined) await store.setMeta({ builtFrom: builderOf(folder) });
}

/** Says so before anybody waits for the process that writes. @throws AriadneError `index-of-another-folder` */
export async function requireOwn(store: IndexStore, folder: string): Promise<void> {
  const builder = await store.meta('builtFrom');
  if (builder === undefined || builder === builderOf(folder)) return;
  throw new AriadneError(
    'index-of-another-folder',
    `The index in ${store.database.location.uri} was built from ${builder}. It can be searched here, but not changed. Index it there, or choose another storage location.`,
  );
}
