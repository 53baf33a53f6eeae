/** Models whose files somebody has copied by hand, for machines without a network. */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { AriadneError, isSystemError } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
import { hashFile } from './downloadFile.ts';
import { neededFiles, type HubFile } from './hubFiles.ts';
import type { HubModel } from '../modelId.ts';
import { fileBytes, removeFolder, type Partials } from './partials.ts';
import { noteOf, type ModelNote } from './storedModel.ts';

/** Copies the needed files into a folder that only gets its name when all are there. @throws AbortError, and then keeps nothing */
export async function importModel(
  from: string,
  { name, revision = 'main', dtype }: HubModel,
  { partials, now, signal }: { readonly partials: Partials; readonly now: Date; readonly signal?: AbortSignal },
): Promise<{ readonly partial: string; readonly note: ModelNote }> {
  const needed = neededFiles(name, await filesOf(from), dtype);
  const sums: string[] = [];
  for (const { path } of needed.files) sums.push(path, (await hashFile(createHash('sha256'), join(from, path), signal)).digest('hex'));
  const note = noteOf(name, needed, { revision: `imported-${hashOf(sums, 15)}`, asked: revision, from: 'a folder', now });
  const partial = partials.folderOf(note);
  await removeFolder(partial);
  try {
    for (const { path } of needed.files) {
      const target = join(partial, path);
      await mkdir(dirname(target), { recursive: true });
      await copyFile(join(from, path), target, constants.COPYFILE_FICLONE);
      signal?.throwIfAborted();
    }
  } catch (error) {
    await removeFolder(partial);
    throw error;
  }
  return { partial, note };
}

/** @throws AriadneError `folder-missing` */
async function filesOf(folder: string): Promise<readonly HubFile[]> {
  const files: HubFile[] = [];
  for (const below of ['', 'onnx', '1_Pooling']) {
    for (const name of await namesOf(join(folder, below), below === '')) {
      const path = below === '' ? name : `${below}/${name}`;
      const sizeBytes = await fileBytes(join(folder, path));
      if (sizeBytes !== undefined) files.push({ path, sizeBytes });
    }
  }
  return files;
}

async function namesOf(folder: string, isNeeded: boolean): Promise<readonly string[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT', 'ENOTDIR')) throw error;
    if (isNeeded) throw new AriadneError('folder-missing', `There is no folder ${folder}. Check the path of the model.`);
    return [];
  }
}
