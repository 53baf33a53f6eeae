import { AriadneError } from '../base/errors.ts';
import { realFolder } from '../corpus/discover.ts';
import type { IndexStore } from '../indexing/store.ts';

/** Why there is no passage to ask: an AriadneError `index-missing`, `index-outdated` or `index-empty`. @throws as `realFolder` */
export async function nothingToAsk(store: IndexStore, folder: string): Promise<AriadneError> {
  await realFolder(folder);
  if (store.isOutdated) {
    return new AriadneError('index-outdated', `The index of ${folder} is of an earlier version of Ariadne, which this one does not read.`);
  }
  return (await store.meta('indexedAtUtc')) === undefined
    ? new AriadneError('index-missing', `${folder} has no index yet.`)
    : new AriadneError('index-empty', `${folder} has no documents that Ariadne can read. Add some, such as Markdown, PDF or Word files.`);
}
