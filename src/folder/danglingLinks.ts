/** The links of a document that lead to nothing in its folder. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../base/errors.ts';
import { locate } from '../citations/locate.ts';
import type { PassageLink } from '../indexing/passageLinks.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { DanglingLink } from '../protocol/fileExplanation.ts';

/** More are not listed: a page that lost its folder may have thousands. */
const maxLinks = 1000;

/** By place, at most 1,000. A link to a file that exists but is no document, such as an image, leads somewhere. */
export async function danglingLinks(snapshot: IndexSnapshot | undefined, folder: string, path: string): Promise<readonly DanglingLink[]> {
  const dangling: DanglingLink[] = [];
  for (const { link, passage } of (await snapshot?.lostLinks(path)) ?? []) {
    if (dangling.length === maxLinks) break;
    const { kind, target, fragment, start, end } = link;
    const written = fragment === undefined ? target : `${target}#${fragment}`;
    if (isForeign(link, written, path) || (kind === 'path' && (await exists(folder, target.replace(/\/$/, ''))))) continue;
    dangling.push({ target: written, startLine: locate(passage, start, Math.max(end, start + 1)).startLine });
  }
  return dangling;
}

/**
 * Whether the index cannot know what a link leads to: a role such as `:class:` often names what another project documents, and an
 * attachment that a wiki link names may be in any folder.
 */
function isForeign({ kind }: PassageLink, written: string, path: string): boolean {
  if (kind === 'label') return path.endsWith('.rst') && /^[\w.]+$/.test(written);
  return kind !== 'path' && attachment.test(written);
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
