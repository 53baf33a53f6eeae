/** Which files a wiki link such as `folder/Note` means: those whose path ends so, of which those in the fewest folders. */
import { nameOfPathEnd, nameOfWholePathEnd, pathEndKey, pathEndsOf } from './addresses.ts';
import type { KnownFile, NameOwner } from './names.ts';

/**
 * @param key of the end of a path. If no path ends so, it may be a name with slashes in it, such as `TCP/IP`.
 * @param ownersOf owners of a name; the same list as long as they are the same
 */
export function ownersOfPathEnd(key: string, ownersOf: (key: string) => readonly NameOwner[] | undefined): readonly NameOwner[] {
  const named = ownersOf(nameOfPathEnd(key)) ?? [];
  const found = endsIn(named).get(key) ?? [];
  if (found.length === 0) return ownersOf(nameOfWholePathEnd(key)) ?? [];
  const fewest = found.reduce((least, { path }) => Math.min(least, foldersOf(path)), Infinity);
  return found.filter(({ path }) => foldersOf(path) === fewest);
}

/** The keys of ends of paths that mean a document. */
export function pathEndsThatMean({ path, title, aliases }: Pick<KnownFile, 'path' | 'title' | 'aliases'>): readonly string[] {
  return [...pathEndsOf(path), ...[title, ...aliases].filter((name) => name.includes('/')).map(pathEndKey)];
}

/** Kept while the owners are the same: thousands of files may be named `index`. */
function endsIn(owners: readonly NameOwner[]): ReadonlyMap<string, readonly NameOwner[]> {
  const known = ends.get(owners);
  if (known) return known;
  const found = new Map<string, NameOwner[]>();
  for (const owner of owners.filter(({ part }) => part === undefined)) {
    for (const end of new Set(pathEndsOf(owner.path))) {
      const same = found.get(end);
      if (same) same.push(owner);
      else found.set(end, [owner]);
    }
  }
  ends.set(owners, found);
  return found;
}

const ends = new WeakMap<readonly NameOwner[], ReadonlyMap<string, readonly NameOwner[]>>();

function foldersOf(path: string): number {
  return path.split('/').length - 1;
}
