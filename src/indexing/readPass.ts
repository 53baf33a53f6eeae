/** The reading stage of a pass: reads changed documents of the folder into the tables. */
import { abortError, yieldToEventLoop } from '../base/abort.ts';
import { isAriadneError, type ErrorCode } from '../base/errors.ts';
import type { Discovery } from '../corpus/discover.ts';
import type { PathDiscovery } from '../corpus/discoverPaths.ts';
import type { CutDocument, FoundFile, KnownContent, SkippedFile } from '../corpus/document.ts';
import type { NumberedPassage } from './passageRows.ts';
import type { IndexStore } from './store.ts';
import { isIndexed, type FailedFile, type StoredDocument } from './documentRows.ts';

/** The folder as the indexer sees it. */
export interface Corpus {
  discover(options: { readonly signal: AbortSignal }): Promise<Discovery>;
  /** Discovers single paths, of files or folders. */
  discoverPaths(paths: readonly string[], options: { readonly signal: AbortSignal }): Promise<PathDiscovery>;
  /** Name and version of the reader for a path. */
  readerOf(path: string): { readonly name: string; readonly version: number } | undefined;
  /**
   * Called before documents that were not found are removed from the index.
   * @throws AriadneError when the folder is gone, does not answer, or is empty as the place of a drive that is not connected
   */
  requirePresent(): Promise<void>;
  /** @throws AriadneError when the document cannot be read; the reason is then stored with the document */
  read(file: FoundFile, options: { readonly signal: AbortSignal; readonly known?: KnownContent }): Promise<CutDocument | 'unchanged'>;
}

/** The approximate number of passages per append: large enough for Lance, small enough for memory. */
const passagesPerAppend = 4000;
/** Appended first to an empty index, so that questions are soon answered; then three times as many as there are. */
const passagesAtFirst = 250;
/** Of files that could not be read, or were touched, per write. */
const filesPerWrite = 10_000;
/** Documents requested before the ones ahead of them are stored, so that reading and storing overlap. */
const readAhead = 8;

/** The size that is kept of a file that could not be opened, so that the next pass tries again. */
const unreadSize = -1;

export interface ReadResult {
  readonly added: number;
  /** Files that could not be read. */
  readonly failed: number;
  /** Files on a drive that does not answer. What is stored of them is kept, and the next pass tries again. */
  readonly unreached: readonly SkippedFile[];
  /** Stored passages, if requested. */
  readonly passages: readonly NumberedPassage[];
  readonly readSeconds: number;
  readonly cutSeconds: number;
}

export interface ReadPassOptions {
  readonly signal: AbortSignal;
  /**
   * Called after each document with the number of documents done, the number of passages so far, the share of bytes done and the document
   * being read.
   */
  readonly onDocument: (done: number, passages: number, shareOfBytes: number, current?: string) => void;
  /** Called whenever documents were stored and more are to be read. */
  readonly onStored?: () => Promise<void>;
  /** Whether to return the stored passages, which suits a few files, not a folder. */
  readonly keepPassages?: boolean;
}

/** True when a file seems to differ from its stored version, as far as that is visible without opening it. */
export function looksChanged(file: FoundFile, old: StoredDocument | undefined, corpus: Corpus): boolean {
  if (!old || old.sizeBytes !== file.sizeBytes || old.mtimeMs !== file.mtimeMs) return true;
  const reader = corpus.readerOf(file.path);
  return old.parser !== reader?.name || old.parserVersion !== reader.version;
}

/** Reads and stores files that look changed. After an error or an abort, stored documents are kept. */
export async function readChanged(
  store: IndexStore,
  corpus: Corpus,
  files: readonly FoundFile[],
  { signal, onDocument, onStored, keepPassages = false }: ReadPassOptions,
): Promise<ReadResult> {
  const stored = await store.documents();
  const changed = files.filter((file) => looksChanged(file, stored.get(file.path), corpus));
  const bytes = changed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const batch: { file: FoundFile; cut: CutDocument }[] = [];
  const touched: StoredDocument[] = [];
  const failures: FailedFile[] = [];
  const unreached: SkippedFile[] = [];
  const passages: NumberedPassage[] = [];
  const result = { added: 0, failed: 0, readSeconds: 0, cutSeconds: 0 };
  let batchPassages = 0;
  let bytesDone = 0;
  let done = files.length - changed.length;
  let enough = stored.size === 0 ? passagesAtFirst : passagesPerAppend;
  const flush = async (): Promise<void> => {
    const numbered = await store.putDocuments(batch.splice(0));
    if (keepPassages) passages.push(...numbered);
    batchPassages = 0;
  };
  const note = async (enough: number): Promise<void> => {
    if (failures.length >= enough) {
      result.failed += failures.length;
      await store.putFailures(failures.splice(0));
    }
    if (touched.length >= enough) await store.touchDocuments(touched.splice(0));
  };
  onDocument(done, 0, changed.length === 0 ? 1 : 0);
  for await (const { file, outcome } of outcomes(corpus, changed, stored, signal)) {
    signal.throwIfAborted();
    if (outcome.kind === 'failed') {
      const { code, reason } = outcome;
      const isUnread = code === 'file-missing' || code === 'file-unreadable' || code === 'file-unreachable';
      if (isUnread) await corpus.requirePresent();
      const reader = corpus.readerOf(file.path) ?? { name: '', version: 0 };
      if (code === 'file-unreachable') unreached.push({ path: file.path, reason, isUnreachable: true });
      else failures.push({ file: isUnread ? { ...file, sizeBytes: unreadSize } : file, reader, reason });
    } else if (outcome.kind === 'unchanged') touched.push({ ...outcome.old, sizeBytes: file.sizeBytes, mtimeMs: file.mtimeMs });
    else {
      batch.push({ file, cut: outcome.cut });
      batchPassages += outcome.cut.passages.length;
      result.added += outcome.cut.passages.length;
      result.readSeconds += outcome.cut.readMs / 1000;
      result.cutSeconds += outcome.cut.cutMs / 1000;
    }
    if (batchPassages >= enough) {
      await flush();
      enough = Math.min(passagesPerAppend, 3 * result.added);
      await onStored?.();
    }
    await note(filesPerWrite);
    bytesDone += file.sizeBytes;
    onDocument(++done, result.added, bytes === 0 ? 1 : bytesDone / bytes, file.path);
    await yieldToEventLoop();
  }
  await flush();
  await note(1);
  return { ...result, passages, unreached };
}

type Outcome =
  | { readonly kind: 'read'; readonly cut: CutDocument }
  | { readonly kind: 'unchanged'; readonly old: StoredDocument }
  | { readonly kind: 'failed'; readonly reason: string; readonly code?: ErrorCode };

/** Outcomes in the order of the files. */
async function* outcomes(
  corpus: Corpus,
  files: readonly FoundFile[],
  stored: ReadonlyMap<string, StoredDocument>,
  signal: AbortSignal,
): AsyncGenerator<{ readonly file: FoundFile; readonly outcome: Outcome }> {
  const ahead: { readonly file: FoundFile; readonly outcome: Promise<Outcome> }[] = [];
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  try {
    for (let next = 0; next < files.length || ahead.length > 0;) {
      while (ahead.length < readAhead && next < files.length) {
        const file = files[next++];
        if (!file) continue;
        const outcome = readOne(corpus, file, stored.get(file.path), either);
        // On an abort this rejects before its turn, while documents ahead of it are being stored. That must not end the process.
        outcome.catch(() => undefined);
        ahead.push({ file, outcome });
      }
      const first = ahead.shift();
      if (first) yield { file: first.file, outcome: await first.outcome };
    }
  } finally {
    // Each of these may take a minute where a drive no longer answers. Waits for them, so that their errors are handled.
    ended.abort(abortError());
    await Promise.allSettled(ahead.map(({ outcome }) => outcome));
  }
}

async function readOne(corpus: Corpus, file: FoundFile, old: StoredDocument | undefined, signal: AbortSignal): Promise<Outcome> {
  try {
    const known = old && isIndexed(old) ? { hash: old.hash, parser: old.parser, parserVersion: old.parserVersion } : undefined;
    const cut = await corpus.read(file, { signal, known });
    if (cut !== 'unchanged') return { kind: 'read', cut };
    return old ? { kind: 'unchanged', old } : { kind: 'failed', reason: 'was not read' };
  } catch (error) {
    if (!isAriadneError(error)) throw error;
    return { kind: 'failed', reason: error.message, code: error.code };
  }
}
