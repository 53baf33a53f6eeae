/** The links of a document that lead to nothing in its folder. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../base/errors.ts';
import { locate } from '../citations/locate.ts';
import type { DanglingPlace, MentionIndex } from '../indexing/mentions/mentionIndex.ts';
import { MentionTable } from '../indexing/mentions/mentionTable.ts';
import type { IndexStore } from '../indexing/store.ts';
import type { DanglingLink } from '../protocol/fileExplanation.ts';

/** More are not listed: a page that lost its folder may have thousands. */
const maxLinks = 1000;

/** By place, at most 1,000. A link to a file that exists but is no document, such as an image, leads somewhere. */
export async function danglingLinks(
  store: IndexStore,
  mentions: MentionIndex | undefined,
  folder: string,
  path: string,
): Promise<readonly DanglingLink[]> {
  const rows = mentions?.rowsOf(path) ?? [];
  const reader = rows.length === 0 ? undefined : await store.reader();
  if (!mentions || !reader) return [];
  try {
    const places = mentions.dangling(await new MentionTable(store.database).at(rows)).filter((place) => !isForeign(place, path));
    const lost: DanglingPlace[] = [];
    for (const place of places) {
      if (lost.length === maxLinks) break;
      if (place.path === undefined || !(await exists(folder, place.path))) lost.push(place);
    }
    const passages = await reader.passages(lost.map(({ row }) => row));
    return lost.flatMap(({ start, end, written }, i) => {
      const passage = passages[i];
      return passage ? [{ target: written, startLine: locate(passage, start, Math.max(end, start + 1)).startLine }] : [];
    });
  } finally {
    reader.close();
  }
}

/**
 * Whether the index cannot know what a link leads to: a role such as `:class:` often names what another project documents, and an
 * attachment that a wiki link names may be in any folder.
 */
function isForeign({ written, isLabel, path: linked }: DanglingPlace, path: string): boolean {
  if (isLabel) return path.endsWith('.rst') && /^[\w.]+$/.test(written);
  return linked === undefined && attachment.test(written);
}

const attachment = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp3|wav|m4a|ogg|flac|mp4|webm|mov|mkv|canvas|base)(?:#|$)/i;

async function exists(folder: string, path: string): Promise<boolean> {
  try {
    await stat(join(folder, path));
    return true;
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return false;
    throw error;
  }
}
