import { abortError } from '../base/abort.ts';
import { realFolder, skippedAs } from './discover.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import type { Discovery } from './discover.ts';
import { byPath } from './discoverEntry.ts';
import { IGNORE_FILES } from './ignoreRules.ts';
import { isPathInside, PathLookup } from './pathLookup.ts';
import type { Located } from './pathLookup.ts';

export interface PathDiscovery extends Discovery {
  /** Sorted paths that do not exist or are no longer documents. One may have been a folder, so nothing below it is a document either. */
  readonly gone: readonly string[];
  /** True when a folder with documents may have appeared, or rules have changed. Then only `discover` can find the other documents. */
  readonly needsFullPass: boolean;
}

/**
 * Decides about single paths exactly as `discover` does, without listing a folder: reads only the ignore files above them. Each path is in
 * one of the lists, except a folder that may hold documents. Paths in `files` and `skipped` are files: nothing below them is a document.
 * @param paths relative to the folder, `/`-separated, in any order; malformed paths are in `skipped` with the reason
 * @throws the errors of `discover`
 */
export async function discoverPaths(
  folder: string,
  paths: readonly string[],
  options: DiscoveryOptions,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<PathDiscovery> {
  const lookup = new PathLookup(await realFolder(folder), options);
  const found = { files: [] as Discovery['files'][number][], skipped: [] as Discovery['skipped'][number][], gone: [] as string[] };
  let needsFullPass = false;
  for (const path of new Set(paths)) {
    if (signal?.aborted === true) throw abortError();
    if (path !== '' && !isPathInside(path)) {
      found.skipped.push({ path, reason: 'is not a path inside the folder; rename the file if it has a backslash in its name' });
      continue;
    }
    const located = await lookup.verdictOn(path);
    const { verdict } = located;
    needsFullPass ||= verdict.kind === 'folder' || changesRules(path, located);
    const unreadableRules = lookup.unreadableRules.get(path);
    if (unreadableRules !== undefined) found.skipped.push(unreadableRules);
    else if (verdict.kind === 'document') found.files.push(verdict.file);
    else if (verdict.kind === 'skipped') found.skipped.push(skippedAs(path, verdict));
    else if (verdict.kind !== 'folder') found.gone.push(path);
  }
  return { files: found.files.sort(byPath), skipped: found.skipped.sort(byPath), gone: found.gone.sort(), needsFullPass };
}

/** An ignore file changes no rule if its folder is never entered. */
function changesRules(path: string, { at }: Located): boolean {
  return at === path && IGNORE_FILES.includes(path.slice(path.lastIndexOf('/') + 1));
}
