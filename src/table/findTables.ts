import { glob } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { recordSuffix } from '../protocol/table.ts';

/** The paths of the records of tables in a folder, in order. */
export async function findTables(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of glob(`**/*${recordSuffix}`, { cwd: folder, exclude: isHidden })) found.push(join(folder, path));
  return found.sort();
}

/** Folders in which nobody keeps tables. */
function isHidden(path: string): boolean {
  const name = basename(path);
  return name === 'node_modules' || (name.startsWith('.') && name !== '.');
}
