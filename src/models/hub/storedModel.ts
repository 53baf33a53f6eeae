/** A downloaded model on disk: a folder with the model's files and a note that says what it is. */
import { readFileSync, statSync } from 'node:fs';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isSystemError } from '../../base/errors.ts';
import { idText, type HubModel } from '../modelId.ts';
import type { NeededFiles } from './hubFiles.ts';

const noteFormat = z.object({
  version: z.literal(1),
  name: z.string(),
  /** The commit of the files; `imported-…` for files that were copied from a folder. */
  revision: z.string(),
  /** The branches and commits that were asked for. The model answers for them until a newer one is downloaded. */
  asked: z.array(z.string()),
  dtype: z.string(),
  license: z.string().optional(),
  /** The host that the files are from. */
  from: z.string(),
  downloadedAtUtc: z.iso.datetime(),
  files: z.array(z.object({ path: z.string(), sizeBytes: z.number().int().nonnegative() })),
});
export type ModelNote = Readonly<z.infer<typeof noteFormat>>;

export interface StoredModel extends ModelNote {
  readonly folder: string;
  readonly sizeBytes: number;
  /** The last `ensure`. */
  readonly lastUsedUtc: string;
}

const noteName = 'ariadne-model.json';

export function noteFile(folder: string): string {
  return join(folder, noteName);
}

export function noteText(note: ModelNote): string {
  return `${JSON.stringify(note, null, 2)}\n`;
}

interface Origin {
  readonly revision: string;
  readonly asked: string;
  readonly license?: string;
  readonly from: string;
  readonly now: Date;
}

export function noteOf(name: string, { dtype, files }: NeededFiles, { asked, now, ...origin }: Origin): ModelNote {
  const sizes = files.map(({ path, sizeBytes }) => ({ path, sizeBytes }));
  return { version: 1, name, ...origin, asked: [asked], dtype, downloadedAtUtc: now.toISOString(), files: sizes };
}

/** The id with the revision and precision that are there. */
export function idOf({ name, revision, dtype }: ModelNote): string {
  return idText({ name, revision, dtype });
}

/** The name of the folder of a model. */
export function folderName({ name, revision, dtype }: Pick<ModelNote, 'name' | 'revision' | 'dtype'>): string {
  return `${name.replace('/', '--')}--${revision.slice(0, 24)}--${dtype}`;
}

/** Models in the store whose files all have their size, by name. */
export async function storedModels(root: string): Promise<readonly StoredModel[]> {
  const names = await entriesOf(root);
  return names.flatMap((name) => storedModel(join(root, name)) ?? []).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

/** @returns undefined unless the model is complete */
export function storedModel(folder: string): StoredModel | undefined {
  const note = readNote(folder);
  if (!note?.files.every(({ path, sizeBytes }) => sizeOrUndefined(join(folder, path)) === sizeBytes)) return undefined;
  const sizeBytes = note.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  return { ...note, folder, sizeBytes, lastUsedUtc: statSync(noteFile(folder)).mtime.toISOString() };
}

/** Whether this model is meant. Without a revision or precision any is. */
export function isMeant(stored: ModelNote, { name, revision, dtype }: HubModel): boolean {
  const isRevision = revision === undefined || stored.revision === revision || stored.asked.includes(revision);
  return stored.name.toLowerCase() === name.toLowerCase() && isRevision && (dtype === undefined || stored.dtype === dtype);
}

/** The time of the note is that of the last use: nothing is written that a second process could garble. */
export async function markUsed({ folder }: StoredModel, now: Date): Promise<void> {
  try {
    await utimes(noteFile(folder), now, now);
  } catch (error) {
    // Models may be on a disk that is shared and read-only.
    if (!isSystemError(error, 'EROFS', 'EACCES', 'EPERM', 'ENOENT')) throw error;
  }
}

/** @returns an empty list for a folder that does not exist */
export async function entriesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

function readNote(folder: string): ModelNote | undefined {
  try {
    return noteFormat.safeParse(JSON.parse(readFileSync(noteFile(folder), 'utf8'))).data;
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES')) return undefined;
    throw error;
  }
}

function sizeOrUndefined(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}
