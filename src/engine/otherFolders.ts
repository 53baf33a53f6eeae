/** The indexes of other folders that questions are asked of, too. They are read here; the engine of each folder writes its own. */
import { existsSync } from 'node:fs';
import { AriadneError } from '../base/errors.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { requireFolder } from '../folder/folderGuard.ts';
import type { OtherFolder } from '../protocol/runSpec.ts';

export class OtherFolders {
  readonly #openIndex: (folder: OtherFolder) => Promise<FolderIndex>;
  readonly #opened = new Map<string, Promise<FolderIndex>>();

  constructor(openIndex: (folder: OtherFolder) => Promise<FolderIndex>) {
    this.#openIndex = openIndex;
  }

  /** @throws AriadneError `folder-missing`, `index-missing`, and those of `FolderIndex.open` */
  async open(folder: OtherFolder): Promise<FolderIndex> {
    await requireFolder(folder.folder);
    const { storage, indexUri } = folder;
    // Opening makes an index that is not there.
    if (indexUri === undefined && !existsSync(storage))
      throw new AriadneError('index-missing', 'It has no index yet. Index it, then ask again.');
    const key = JSON.stringify([folder.folder, storage, indexUri]);
    const opening = this.#opened.get(key) ?? this.#openIndex(folder);
    this.#opened.set(key, opening);
    opening.catch(() => this.#opened.delete(key));
    return opening;
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#opened.values());
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
  }
}
