/** Downloads one file: continues what is there, retries, and keeps only what has the right checksum. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { whenFree } from '../../base/whenFree.ts';
import { withRetries, type Attempt, type FailedTry } from '../chat/retry.ts';
import { brokenDownload, damaged, notAFile, refusalOf } from './hubErrors.ts';
import type { HubFile } from './hubFiles.ts';
import { failedTry, hubRetries, isWebPage, type HubRequest } from './hubListing.ts';
import { fileBytes } from './partials.ts';

/** Downloads in the network ledger. */
const downloadPurpose = 'model download';

export interface FileDownload extends HubRequest {
  readonly file: HubFile;
  /** Where it goes. Until it is checked it is beside it, with `.part` after its name. */
  readonly target: string;
  readonly model: { readonly name: string; readonly revision: string };
  readonly url: string;
  /** How long a connection may send nothing. */
  readonly stallMs: number;
  readonly onBytes: (doneBytes: number) => void;
}

/** A connection that is cut after some bytes is no failed try. But one that is cut this often leads nowhere. */
const mostCuts = 500;
const pauseAfterCutMs = 200;

/**
 * @throws AriadneError `model-damaged`, `model-refused`, `model-unknown`, `model-unreachable`, `model-unreadable`, `door-…`; errors of the
 * file system; AbortError. What has arrived is kept, except after `model-damaged`.
 */
export async function downloadFile(download: FileDownload): Promise<void> {
  const { file, target, url, clock, signal } = download;
  if ((await fileBytes(target)) === file.sizeBytes) return download.onBytes(file.sizeBytes);
  await mkdir(dirname(target), { recursive: true });
  const part = `${target}.part`;
  for (let differed = 0; ;) {
    await receive(download, part);
    if (await isRight(file, part, signal)) break;
    await rm(part, { force: true });
    if (++differed === 2) throw damaged(url, file.path);
    await clock.delay(pauseAfterCutMs, signal);
  }
  await whenFree(() => rename(part, target));
}

/** Asks until as many bytes are there as the file has. */
async function receive(download: FileDownload, part: string): Promise<void> {
  const { file, url, clock, signal } = download;
  for (let cuts = 0; cuts < mostCuts; cuts++) {
    const hasBytes = await fileBytes(part);
    if (hasBytes !== undefined && hasBytes >= file.sizeBytes) return;
    if (cuts > 0) await clock.delay(pauseAfterCutMs, signal);
    await withRetries(hubRetries, clock, () => receiveOnce(download, part), signal);
  }
  throw brokenDownload(url, file.path);
}

/** One request. It is done when something new has arrived, even if that is not all. */
async function receiveOnce(download: FileDownload, part: string): Promise<Attempt<void>> {
  const { file, url, fetch, signal } = download;
  const startBytes = (await fileBytes(part)) ?? 0;
  const stalled = new AbortController();
  const stall = setTimeout(() => stalled.abort(), download.stallMs);
  let failure: FailedTry = { error: brokenDownload(url, file.path), isTransient: true };
  try {
    const headers: Record<string, string> = startBytes > 0 ? { range: `bytes=${startBytes}-` } : {};
    const either = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
    const response = await fetch(url, { headers, signal: either }, downloadPurpose);
    const problem = problemOf(response, download, startBytes);
    if (problem === undefined) await append(response, { download, part, onPiece: () => stall.refresh() });
    else {
      await response.body?.cancel();
      if (response.status === 416 || response.status === 206) await rm(part, { force: true });
      failure = problem;
    }
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (!stalled.signal.aborted) ({ failure } = failedTry(error));
  } finally {
    clearTimeout(stall);
  }
  const hasBytes = await fileBytes(part);
  const isDone = hasBytes !== undefined && (hasBytes > startBytes || hasBytes === file.sizeBytes);
  return isDone && failure.isTransient ? { kind: 'done', value: undefined } : { kind: 'failed', failure };
}

function problemOf(response: Response, { url, hubUrl, file, model }: FileDownload, startBytes: number): FailedTry | undefined {
  const again: FailedTry = { error: brokenDownload(url, file.path), isTransient: true };
  if (response.status === 416) return again;
  if (!response.ok) return refusalOf(response, { url, hubUrl, ...model });
  if (isWebPage(response)) return { error: notAFile(url, file.path), isTransient: false };
  return response.status === 206 && rangeStartOf(response) !== startBytes ? again : undefined;
}

interface Receiving {
  readonly download: FileDownload;
  readonly part: string;
  readonly onPiece: () => void;
}

/** Writes the body after what is there; from the beginning if the server sent the whole file. Stops at more bytes than are listed. */
async function append(response: Response, { download, part, onPiece }: Receiving): Promise<void> {
  const { file, onBytes } = download;
  const handle = await open(part, response.status === 206 ? 'a' : 'w');
  try {
    let { size } = await handle.stat();
    onBytes(size);
    for await (const piece of response.body ?? []) {
      onPiece();
      await handle.writeFile(piece);
      size += piece.byteLength;
      onBytes(Math.min(size, file.sizeBytes));
      if (size > file.sizeBytes) return;
    }
    // A machine that loses power must not keep a file whose name says that it is complete, and whose end is zeros.
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function rangeStartOf({ headers }: Response): number | undefined {
  const start = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  return start === undefined ? undefined : Number(start);
}

/** Whether the file has the listed size and checksum. */
async function isRight({ sizeBytes, checksum }: HubFile, part: string, signal: AbortSignal | undefined): Promise<boolean> {
  if ((await fileBytes(part)) !== sizeBytes) return false;
  if (checksum === undefined) return true;
  const hash = createHash(checksum.kind === 'git' ? 'sha1' : 'sha256');
  if (checksum.kind === 'git') hash.update(`blob ${sizeBytes}\0`);
  return (await hashFile(hash, part, signal)).digest('hex') === checksum.hex;
}

/** @returns the hash, which has the file's bytes @throws AbortError */
export async function hashFile(hash: Hash, file: string, signal: AbortSignal | undefined): Promise<Hash> {
  for await (const piece of createReadStream(file, { signal })) hash.update(piece as Buffer);
  return hash;
}
