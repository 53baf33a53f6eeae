/** The items of the tree of documents, and what they say. Pure. */
import { t } from '@vscode/l10n';
import type { EngineParams, EngineResult } from '../../protocol/engine.ts';
import { bareReason, type IndexedFile } from '../../protocol/indexedFile.ts';
import type { ShownFolder } from '../../protocol/indexRequests.ts';
import { bytesText, count, tenths } from '../../base/amounts.ts';
import { ageText } from '../times.ts';

export interface FolderItem {
  readonly kind: 'folder';
  readonly id: string;
  readonly folder: ShownFolder;
  /** The folder's name. A chain of folders with a single subfolder each is one item with all names: `docs/people`. */
  readonly label: string;
}

/** Part of a folder, when there is too much in it to show at once. */
export interface StretchItem {
  readonly kind: 'stretch';
  readonly id: string;
  /** The first and last name in it. */
  readonly label: string;
  readonly count: number;
  readonly part: AskedFiles;
}

export interface FileItem {
  readonly kind: 'file';
  readonly id: string;
  readonly file: IndexedFile;
  /** The file name, or the whole path in a list of files from several folders. */
  readonly label: string;
}
export type DocumentItem = FolderItem | StretchItem | FileItem;

export type AskedFiles = EngineParams<'shownFiles'>;

/** The items of what was asked for: folders before files. */
export function itemsOf(asked: AskedFiles, { folders, files, parts }: EngineResult<'shownFiles'>): readonly DocumentItem[] {
  const { folder } = asked;
  const nameOf = (path: string): string => (folder === undefined || folder === '' ? path : path.slice(folder.length + 1));
  const list = folder === undefined ? 'attention' : `stretch:${folder}`;
  const fileId = folder === undefined ? 'attention' : 'file';
  return [
    ...folders.map((inner): FolderItem => ({ kind: 'folder', id: `folder:${inner.path}`, folder: inner, label: nameOf(inner.path) })),
    ...parts.map(({ from, count, first, last }): StretchItem => {
      const label = `${nameOf(first)} … ${nameOf(last)}`;
      return { kind: 'stretch', id: `${list}:${from}`, label, count, part: { folder, from } };
    }),
    ...files.map((file): FileItem => ({ kind: 'file', id: `${fileId}:${file.path}`, file, label: nameOf(file.path) })),
  ];
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
export function folderSummary({ documents, problems }: ShownFolder): string {
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
  return bareReason({ path, reason });
}

function millisecondsText(ms: number): string {
  return ms < 1000 ? t('{0} ms', Math.round(ms)) : t('{0} s', tenths(ms / 1000));
}
