import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { abortError } from '../base/abort.ts';
import { AriadneError, messageOf, receivedError } from '../base/errors.ts';
import { SpareCore } from '../base/spareCore.ts';
import type { CutDocument, DocumentReader } from './document.ts';
import type { KeptTexts } from './keptTexts.ts';
import { findSourceText, readSourceText, type DocumentText } from './documentText.ts';
import { formatOf } from './readers/formats.ts';
import type { ReadReply, ReadRequest, ReadWorkerData, SentError } from './readWorker.ts';

export interface DocumentReaderOptions {
  /** Path of the thread's entry file: src/corpus/readWorker.ts or its bundle. */
  readonly worker: string;
  /** Where extracted texts are kept. Default: nowhere. */
  readonly keptTexts?: KeptTexts;
  /** Called the first time that a text cannot be kept. */
  readonly onNotKept?: (error: Error) => void;
  /** Time limit for parsing one document of any size. Default: 60 s plus 10 s for each MB. */
  readonly parseLimitMs?: number;
  /** Size of a thread's JavaScript heap in MB. Default: 1,024. */
  readonly heapLimitMb?: number;
  /** How many documents are read at once while there are cores for it. Default: 2. */
  readonly threads?: number;
  /** Whether there is a core for another thread. Default: unless others need it, or the computer runs on its battery. */
  readonly spareCore?: Pick<SpareCore, 'isThere'>;
  /** A thread that has read more than this and has nothing to do ends after a while, since it keeps memory. Default: 16 MB, 3 s. */
  readonly rest?: { readonly afterBytes: number; readonly afterMs: number };
}

/**
 * Reads the folder's documents in threads, one document in each: source texts, for which someone waits, before documents of a pass, and
 * each kind in the order of the requests. The first starts with the first request, another where requests wait for long and a core is free,
 * and each again after a document exceeded a limit, or a rest. They keep the process alive only while they read.
 */
export function createDocumentReader(folder: string, options: DocumentReaderOptions): DocumentReader {
  const { keptTexts } = options;
  let isReported = false;
  const onNotKept = (error: Error): void => {
    if (!isReported) options.onNotKept?.(error);
    isReported = true;
  };
  const queue = new ReadQueue(folder, { ...options, onNotKept });
  return {
    read: ({ path, sizeBytes }, { signal, ...rest }) =>
      queue.ask<CutDocument | 'unchanged'>({ kind: 'read', path, sizeBytes, ...rest }, signal),
    sourceText: async (path, { signal, maxFileBytes }) => {
      const limits = { maxFileBytes, signal };
      // What is text already, or was kept, needs no thread.
      if (formatOf(path)?.kind !== 'extracting') return readSourceText(folder, path, limits);
      const found = keptTexts && (await findSourceText(folder, path, keptTexts, limits));
      return found ?? queue.ask<DocumentText>({ kind: 'sourceText', path, maxFileBytes }, signal);
    },
    close: () => queue.close(),
  };
}

/** One thread at a time, with what it reads. */
interface Lane {
  thread: ReadThread | undefined;
  job: Job | undefined;
  /** Until an idle thread ends. */
  rest: NodeJS.Timeout | undefined;
}

/** A request and the callbacks that settle it. */
interface Job {
  readonly request: ReadRequest;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: () => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

class ReadQueue {
  readonly #folder: string;
  readonly #options: DocumentReaderOptions;
  readonly #waiting: Record<ReadRequest['kind'], Job[]> = { sourceText: [], read: [] };
  readonly #lanes: readonly Lane[];
  readonly #spareCore: Pick<SpareCore, 'isThere'>;
  /** Until another thread starts. */
  #wait: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(folder: string, options: DocumentReaderOptions) {
    this.#folder = folder;
    this.#options = options;
    this.#lanes = Array.from({ length: options.threads ?? THREADS }, () => ({ thread: undefined, job: undefined, rest: undefined }));
    this.#spareCore = options.spareCore ?? new SpareCore();
  }

  /** Resolves with the thread's answer to this kind of request. */
  ask<T>(request: ReadRequest, signal: AbortSignal | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted === true || this.#isClosed) return reject(abortError());
      const onAbort = (): void => this.#abort(job);
      // The thread answers each kind of request with the matching kind of result, which TypeScript cannot follow across messages.
      const job: Job = { request, signal, onAbort, resolve: (result) => resolve(result as T), reject };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting[request.kind].push(job);
      this.#begin();
    });
  }

  #begin(): void {
    const idle = this.#lanes.filter(({ job }) => job === undefined);
    const ready = idle.find((lane) => this.#mayWork(lane) && (lane === this.#lanes[0] || lane.thread?.isStopped === false));
    if (ready) return void this.#work(ready);
    const [another] = idle;
    if (!another) return;
    this.#wait ??= setTimeout(() => {
      this.#wait = undefined;
      if (another.job === undefined && this.#mayWork(another)) void this.#work(another);
    }, ANOTHER_AFTER_MS).unref();
  }

  #mayWork(lane: Lane): boolean {
    return lane === this.#lanes[0] || this.#spareCore.isThere;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#wait);
    for (let job = this.#next(); job !== undefined; job = this.#next()) settled(job).reject(abortError());
    const ends = this.#lanes.map(async ({ thread, rest }) => {
      clearTimeout(rest);
      await thread?.stop(abortError());
    });
    await orSoon(Promise.all(ends));
  }

  async #work(lane: Lane): Promise<void> {
    clearTimeout(lane.rest);
    for (let job = this.#next(); job !== undefined; job = this.#mayWork(lane) ? this.#next() : undefined) {
      lane.job = job;
      try {
        if (lane.thread?.isStopped !== false) lane.thread = new ReadThread(this.#folder, this.#options);
        const result = await lane.thread.run(job.request);
        settled(job).resolve(result);
      } catch (error) {
        settled(job).reject(error instanceof Error ? error : new Error(messageOf(error)));
      }
    }
    lane.job = undefined;
    const { thread } = lane;
    const { afterBytes, afterMs } = this.#options.rest ?? REST;
    const isSpare = lane !== this.#lanes[0];
    if (thread && (isSpare || thread.bytesRead > afterBytes)) lane.rest = setTimeout(() => void thread.stop(abortError()), afterMs).unref();
  }

  #next(): Job | undefined {
    return this.#waiting.sourceText.shift() ?? this.#waiting.read.shift();
  }

  #abort(job: Job): void {
    job.reject(abortError());
    const lane = this.#lanes.find((one) => one.job === job);
    if (lane) return void lane.thread?.stop(abortError());
    const waiting = this.#waiting[job.request.kind];
    const i = waiting.indexOf(job);
    if (i >= 0) waiting.splice(i, 1);
  }
}

function settled(job: Job): Job {
  job.signal?.removeEventListener('abort', job.onAbort);
  return job;
}

/** One thread. It cannot be used again after it was stopped or has ended. */
class ReadThread {
  readonly #options: DocumentReaderOptions;
  readonly #worker: Worker;
  #end: ((outcome: Error | { readonly result: unknown }) => void) | undefined;
  #request: Pick<ReadRequest, 'path' | 'maxFileBytes' | 'sizeBytes'> = { path: '', maxFileBytes: 0 };
  /** Whether the thread has sent a message. A message about a document may arrive after the news that the document ended the thread. */
  #hasStarted = false;
  #bytesRead = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopping: Promise<void> | undefined;

  constructor(folder: string, options: DocumentReaderOptions) {
    this.#options = options;
    const workerData: ReadWorkerData = { folder, keptTexts: options.keptTexts?.folder };
    this.#worker = new Worker(options.worker, {
      workerData,
      // Options of the process, such as those for its standard input, are not valid for a thread.
      execArgv: [],
      env: environment(),
      resourceLimits: { maxOldGenerationSizeMb: options.heapLimitMb ?? HEAP_LIMIT_MB },
    });
    this.#worker.unref();
    this.#worker.on('message', (reply: ReadReply) => this.#onReply(reply));
    this.#worker.on('error', (error) => void this.stop(this.#explained(error)));
    this.#worker.on('exit', () => void this.stop(this.#explained(undefined)));
  }

  get isStopped(): boolean {
    return this.#stopping !== undefined;
  }

  get bytesRead(): number {
    return this.#bytesRead;
  }

  /**
   * Serves one request at a time. Rejects after the thread had to be stopped, and only when it has ended, so that two threads never hold a
   * document at once.
   */
  async run(request: ReadRequest): Promise<unknown> {
    this.#request = request;
    this.#worker.ref();
    const outcome = await new Promise<Error | { readonly result: unknown }>((resolve) => {
      this.#end = resolve;
      this.#worker.postMessage(request);
    });
    this.#end = undefined;
    this.#worker.unref();
    // A thread that reads from a drive that has gone cannot be ended.
    if (this.#stopping) await orSoon(this.#stopping);
    if (outcome instanceof Error) throw outcome;
    return outcome.result;
  }

  /** Ends the thread immediately, even if it is busy. Its current request fails with `reason`. */
  stop(reason: Error): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping ??= this.#worker.terminate().then(() => undefined);
    this.#end?.(reason);
    return this.#stopping;
  }

  #onReply(reply: ReadReply): void {
    this.#hasStarted = true;
    if (reply.kind === 'notKept') return this.#options.onNotKept?.(received(reply.error));
    clearTimeout(this.#timer);
    if (reply.kind === 'done') this.#end?.({ result: reply.result });
    else if (reply.kind === 'failed') this.#end?.(received(reply.error));
    else if (reply.kind === 'reading') {
      this.#watch(this.#limitMs(this.#request.sizeBytes ?? this.#request.maxFileBytes), (limit) => {
        const sentence = `${this.#request.path} could not be read from the disk within ${limit}. Check its drive or network, then index again.`;
        return new AriadneError('file-unreachable', sentence);
      });
    } else {
      this.#bytesRead += reply.sizeBytes;
      this.#watch(this.#limitMs(reply.sizeBytes), (limit) => {
        const sentence = `${this.#request.path} could not be parsed within ${limit}. Simplify, split or exclude it.`;
        return new AriadneError('document-too-slow', sentence);
      });
    }
  }

  #watch(limitMs: number, late: (limit: string) => AriadneError): void {
    this.#timer = setTimeout(() => void this.stop(late(limitMs < 1000 ? `${limitMs} ms` : `${Math.round(limitMs / 1000)} s`)), limitMs);
  }

  #limitMs(sizeBytes: number): number {
    return this.#options.parseLimitMs ?? LIMIT_MS + (LIMIT_MS_PER_MB * sizeBytes) / 1e6;
  }

  /** The error of a thread that ended without being stopped. */
  #explained(error: unknown): Error {
    const cause = error === undefined ? {} : { cause: error };
    const reason = error === undefined ? 'it ended' : messageOf(error);
    if (!this.#hasStarted)
      return new AriadneError('reader-failed', `The document reader failed to start (${reason}). Reinstall Ariadne.`, cause);
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const sentence = `${this.#request.path} needs more than the ${this.#options.heapLimitMb ?? HEAP_LIMIT_MB} MB of memory allowed for one document. Split or exclude it.`;
      return new AriadneError('document-too-big-in-memory', sentence, cause);
    }
    return new AriadneError(
      'unreadable-document',
      `${this.#request.path} crashed the reader (${reason}). Simplify or exclude the file.`,
      cause,
    );
  }
}

/** A process that keeps compiled code does not pass that on, and a fifth of a thread's start is compiling. */
function environment(): NodeJS.ProcessEnv {
  const directory = getCompileCacheDir();
  return directory === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(directory) };
}

/** Not more: each may need its whole heap, and storing what was read takes a core, too. */
const THREADS = 2;
/** A thread takes .7 s of processor time and 100 MB to start, which a few small documents are not worth. */
const ANOTHER_AFTER_MS = 500;
const END_WITHIN_MS = 5000;
const HEAP_LIMIT_MB = 1024;
/** Two threads that have read a folder of reports hold 250 MB. After single edits the first stays, so that the next one finds it. */
const REST = { afterBytes: 16e6, afterMs: 3000 };
const LIMIT_MS = 60_000;
const LIMIT_MS_PER_MB = 10_000;

/** Waits for the end of a thread, but not for ever. Keeps the process alive, which the thread does no more. */
function orSoon(end: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, END_WITHIN_MS);
    void end.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function received({ name, code, message, stack, cause }: SentError): Error {
  const options = cause === undefined ? {} : { cause: received(cause) };
  if (name === 'AriadneError' && code !== undefined) return receivedError(code, message, options);
  if (name === 'AbortError') return abortError(message);
  const error = new Error(message, options);
  if (stack !== undefined) error.stack = stack;
  return error;
}
