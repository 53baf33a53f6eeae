/** Groups the index's files by folder, and those that need attention. Pure. */
import { t } from '@vscode/l10n';
import type { IndexedFile } from '../../protocol/indexedFile.ts';
import { bytesText, count, tenths } from '../../base/amounts.ts';
import { ageText } from '../times.ts';

export interface FolderItem {
  readonly kind: 'folder';
  readonly id: string;
  readonly folder: Folder;
  /** The folder's name. A chain of folders with a single subfolder each is one item with all names: `docs/people`. */
  readonly label: string;
}

/** Part of a folder's files, when there are too many to show at once. */
export interface StretchItem {
  readonly kind: 'stretch';
  readonly id: string;
  /** The first and last file name in it. */
  readonly label: string;
  readonly children: readonly FileItem[];
}

export interface FileItem {
  readonly kind: 'file';
  readonly id: string;
  readonly file: IndexedFile;
  /** The file name, or the whole path in a list of files from several folders. */
  readonly label: string;
}
export type DocumentItem = FolderItem | StretchItem | FileItem;

export interface Folder {
  /** Relative to the indexed folder, `/`-separated; empty for the indexed folder. */
  readonly path: string;
  readonly folders: ReadonlyMap<string, Folder>;
  readonly files: readonly IndexedFile[];
  /** The number of indexed documents below, at any depth. */
  readonly documents: number;
  /** The number of files below, at any depth, that are not indexed. */
  readonly problems: number;
}

/** A longer list is slow to draw and useless to read. */
export const MAX_FILES_SHOWN = 500;

/**
 * The indexed folder with everything below it.
 * @param files in any order
 */
export function folderOf(files: readonly IndexedFile[]): Folder {
  const root = new GrowingFolder('');
  for (const file of files) root.add(file);
  return root;
}

/** The content of a folder: folders before files, both by name in natural order. */
export function folderChildren(folder: Folder): readonly DocumentItem[] {
  const folders = [...folder.folders.values()].map((inner) => folderItem(inner)).sort(byLabel);
  const files = folder.files
    .map((file): FileItem => ({ kind: 'file', id: `file:${file.path}`, file, label: nameOf(file.path) }))
    .sort(byLabel);
  return [...folders, ...inStretches(`stretch:${folder.path}`, files)];
}

/** Files that are not indexed, failed ones first, each group by path. */
export function needsAttention(files: readonly IndexedFile[]): readonly (StretchItem | FileItem)[] {
  const of = (state: IndexedFile['state']): FileItem[] =>
    files
      .filter((file) => file.state === state)
      .map((file): FileItem => ({ kind: 'file', id: `attention:${file.path}`, file, label: file.path }))
      .sort(byLabel);
  return inStretches('attention', [...of('failed'), ...of('skipped')]);
}

/** Splits the files into parts if there are too many to show at once. */
function inStretches(id: string, files: readonly FileItem[]): readonly (StretchItem | FileItem)[] {
  if (files.length <= MAX_FILES_SHOWN) return files;
  const stretches: StretchItem[] = [];
  for (let from = 0; from < files.length; from += MAX_FILES_SHOWN) {
    const children = files.slice(from, from + MAX_FILES_SHOWN);
    const label = `${children[0]?.label ?? ''} … ${children.at(-1)?.label ?? ''}`;
    stretches.push({ kind: 'stretch', id: `${id}:${from}`, label, children });
  }
  return stretches;
}

/** The path of the tree item that a command was called on; undefined for other arguments. */
export function pathOfItem(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('file' in argument)) return undefined;
  const { file } = argument;
  return typeof file === 'object' && file !== null && 'path' in file && typeof file.path === 'string' ? file.path : undefined;
}

/** `12 passages`, or why there are none. */
export function fileSummary(file: IndexedFile): string {
  return file.state === 'indexed' ? count(file.passages, 'passage') : reasonOf(file);
}

/** `12 documents, 2 not indexed` */
export function folderSummary({ documents, problems }: Folder): string {
  const left = t('{0} not indexed', problems.toLocaleString());
  if (problems === 0) return count(documents, 'document');
  return documents === 0 ? left : `${count(documents, 'document')}, ${left}`;
}

/** Everything known about a file, one fact per line. */
export function fileFacts(file: IndexedFile, now: Date): readonly string[] {
  const { path, state, passages, parser, sizeBytes, readMs, indexedAtUtc } = file;
  const read =
    parser === undefined
      ? []
      : [readMs === undefined ? t('Read as {0}', parser) : t('Read as {0} in {1}', parser, millisecondsText(readMs))];
  return [
    path,
    state === 'indexed' ? t('Indexed, {0}', count(passages, 'passage')) : `${stateWords[state]}: ${reasonOf(file)}`,
    // Warnings about a file that was indexed incompletely.
    ...(state === 'indexed' && file.reason !== undefined ? [file.reason] : []),
    ...read,
    ...(sizeBytes === undefined ? [] : [bytesText(sizeBytes)]),
    ...(indexedAtUtc === undefined ? [] : [t('Indexed {0}', ageText(new Date(indexedAtUtc), now))]),
  ];
}

const stateWords = { skipped: t('Left out'), failed: t('Could not be read') } as const;

/** The reason without the file name, which is shown beside it. */
function reasonOf({ path, reason = t('unknown reason') }: IndexedFile): string {
  return reason.startsWith(`${path} `) ? reason.slice(path.length + 1) : reason;
}

function millisecondsText(ms: number): string {
  return ms < 1000 ? t('{0} ms', Math.round(ms)) : t('{0} s', tenths(ms / 1000));
}

class GrowingFolder implements Folder {
  readonly path: string;
  readonly folders = new Map<string, GrowingFolder>();
  readonly files: IndexedFile[] = [];
  documents = 0;
  problems = 0;

  constructor(path: string) {
    this.path = path;
  }

  add(file: IndexedFile): void {
    if (file.state === 'indexed') this.documents += 1;
    else this.problems += 1;
    const from = this.path === '' ? 0 : this.path.length + 1;
    const slash = file.path.indexOf('/', from);
    if (slash < 0) this.files.push(file);
    else this.#below(file.path.slice(from, slash), file.path.slice(0, slash)).add(file);
  }

  #below(name: string, path: string): GrowingFolder {
    const known = this.folders.get(name);
    if (known) return known;
    const made = new GrowingFolder(path);
    this.folders.set(name, made);
    return made;
  }
}

function folderItem(folder: Folder, label = nameOf(folder.path)): FolderItem {
  const [only] = folder.folders.values();
  const isChain = only !== undefined && folder.folders.size === 1 && folder.files.length === 0;
  return isChain ? folderItem(only, `${label}/${nameOf(only.path)}`) : { kind: 'folder', id: `folder:${folder.path}`, folder, label };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function byLabel(a: { readonly label: string }, b: { readonly label: string }): number {
  return order.compare(a.label, b.label) || (a.label < b.label ? -1 : 1);
}
