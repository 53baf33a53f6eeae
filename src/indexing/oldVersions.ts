/** Versions of tables that nobody reads any more. */
import type { IndexDatabase } from './database.ts';

/** Old versions younger than this may still be read by another window or an active run. */
export const keepVersionsMs = 10 * 60_000;
/** More of them than this, all too old to be kept, are worth a compaction. */
const tolerableVersions = 50;

/** From before this date they are removed. */
export function keptVersions(): Date {
  return new Date(Date.now() - keepVersionsMs);
}

/** Whether many small writes have left old versions. */
export async function hasOldVersions(database: IndexDatabase, olderThan = keptVersions()): Promise<boolean> {
  // Every write ends there.
  const versions = (await database.table('meta')?.listVersions()) ?? [];
  return versions.filter(({ timestamp }) => timestamp < olderThan).length > tolerableVersions;
}
