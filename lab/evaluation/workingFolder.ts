/** Turns a corpus into a folder of documents that the engine indexes like any other. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../src/base/hash.ts';
import type { CorpusPassage, Dataset } from './dataset.ts';

export interface DocumentFolder {
  readonly folder: string;
  /** Maps a path relative to the folder, `/`-separated, to the id of the dataset's document. */
  readonly idOf: (path: string) => string;
  /** The other way round. */
  readonly pathOf: (id: string) => string;
}

/** The folder to index: the dataset's `docs/`, or one below `cache` with a document for every passage of the corpus, written once. */
export function documentFolder({ documents, fingerprint }: Dataset, cache: string): DocumentFolder {
  if (documents.kind === 'docs') {
    return { folder: documents.folder, idOf: (path) => `docs/${path}`, pathOf: (id) => id.replace(/^docs\//, '') };
  }
  const ids = new Map(documents.passages.map(({ id }) => [fileNameOf(id), id]));
  const folder = join(cache, `corpus-${layoutVersion}-${fingerprint.slice(0, 16)}`);
  // Written atomically: a process killed while it writes leaves nothing with that name.
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const unfinished = join(cache, `unfinished-${randomUUID()}`);
    try {
      mkdirSync(unfinished);
      for (const passage of documents.passages) writeFileSync(join(unfinished, fileNameOf(passage.id)), markdownOf(passage));
      if (!existsSync(folder)) renameSync(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  return { folder, idOf: (path) => ids.get(path) ?? path, pathOf: fileNameOf };
}

/** Increased when the same corpus produces other files. */
const layoutVersion = 1;

/** A file name that is unique for every id, even on a file system that ignores case. */
export function fileNameOf(id: string): string {
  const name = id.replace(/[^a-z0-9_-]/gu, (character) => `=${Buffer.from(character).toString('hex')}`);
  return name.length <= 120 ? `${name}.md` : `${name.slice(0, 80)}=${hashOf([id], 16)}.md`;
}

function markdownOf({ title, text }: CorpusPassage): string {
  const heading = (title ?? '').replace(/\s+/g, ' ').trim();
  return `${heading === '' ? '' : `# ${heading}\n\n`}${text}\n`;
}
