import { discover } from '../corpus/discover.ts';
import { discoverPaths } from '../corpus/discoverPaths.ts';
import type { DocumentReader } from '../corpus/document.ts';
import { formatOf } from '../corpus/readers/formats.ts';
import type { Corpus } from '../indexing/readPass.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import { askAboutLarge, refuseEverything, requireContents } from './folderGuard.ts';

/**
 * A folder on a disk as the indexer sees it.
 * @param confirmed also when it is unusually large
 * @throws AriadneError `folder-refused`, and from `discover` `folder-large`
 */
export async function folderCorpus(
  folder: string,
  discovery: DiscoveryOptions,
  reader: DocumentReader,
  confirmed: boolean,
): Promise<Corpus> {
  await refuseEverything(folder);
  return {
    discover: async ({ signal }) => {
      const found = await discover(folder, discovery, { signal });
      if (!confirmed) askAboutLarge(folder, found.files);
      return found;
    },
    discoverPaths: (paths, { signal }) => discoverPaths(folder, paths, discovery, { signal }),
    requirePresent: () => requireContents(folder),
    readerOf: formatOf,
    read: (file, options) => reader.read(file, { ...options, maxFileBytes: discovery.maxFileBytes }),
  };
}
