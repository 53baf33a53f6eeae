/** Reads ranges of a file, so that a large one is never in memory as a whole. */
import { open, type FileHandle } from 'node:fs/promises';
import { workspace, type Uri } from 'vscode';

export interface FileBytes {
  readonly sizeBytes: number;
  /** End-exclusive; at the end of the file, fewer bytes. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Of a file that is not on a disk, reads all at once. @throws errors of the file system */
export async function openBytes(uri: Uri): Promise<FileBytes> {
  if (uri.scheme !== 'file') {
    const bytes = await workspace.fs.readFile(uri);
    return {
      sizeBytes: bytes.length,
      read: (begin, end) => Promise.resolve(Uint8Array.from(bytes.subarray(begin, end))),
      close: () => Promise.resolve(),
    };
  }
  const handle = await open(uri.fsPath, 'r');
  return { sizeBytes: (await handle.stat()).size, read: (begin, end) => readRange(handle, begin, end), close: () => handle.close() };
}

async function readRange(handle: FileHandle, begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Math.max(0, end - begin));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, begin);
  return bytes.subarray(0, bytesRead);
}
