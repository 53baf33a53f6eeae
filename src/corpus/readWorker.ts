/** Entry of a reader thread. It answers the requests of `createDocumentReader` one at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../base/errors.ts';
import type { CutDocument, KnownContent } from './document.ts';
import { KeptTexts } from './keptTexts.ts';
import { readSourceText, type DocumentText } from './documentText.ts';
import { readChangedDocument, readDocument } from './readDocument.ts';

/** The thread's start options. */
export interface ReadWorkerData {
  readonly folder: string;
  /** The folder of `KeptTexts`. */
  readonly keptTexts: string | undefined;
}

export type ReadRequest = { readonly path: string; readonly maxFileBytes: number } & (
  | { readonly kind: 'read'; readonly sizeBytes?: number | undefined; readonly known?: KnownContent }
  | { readonly kind: 'sourceText'; readonly sizeBytes?: undefined }
);

/**
 * Replies to each request: `reading`, then `parsing` if anything needs to be parsed, `notKept` if the text was extracted but cannot be
 * kept, and finally `done` or `failed`.
 */
export type ReadReply =
  | { readonly kind: 'reading' }
  | { readonly kind: 'parsing'; readonly sizeBytes: number }
  | { readonly kind: 'notKept'; readonly error: SentError }
  | { readonly kind: 'done'; readonly result: CutDocument | DocumentText | 'unchanged' }
  | { readonly kind: 'failed'; readonly error: SentError };

/** An error as it crosses to another thread. Structured cloning loses its code. */
export interface SentError {
  readonly name: string;
  readonly code: string | undefined;
  readonly message: string;
  readonly stack: string | undefined;
  readonly cause: SentError | undefined;
}

const port = parentPort;
invariant(port !== null, 'readWorker runs in a separate thread');
const { folder, keptTexts } = workerData as ReadWorkerData;
const kept = keptTexts === undefined ? undefined : new KeptTexts(keptTexts);

port.on('message', (request: ReadRequest) => {
  void answer(request).then(reply, (error: unknown) => reply({ kind: 'failed', error: sent(error) }));
});

async function answer(request: ReadRequest): Promise<ReadReply> {
  reply({ kind: 'reading' });
  const { path, maxFileBytes } = request;
  const options = { maxFileBytes, onParsing: (sizeBytes: number) => reply({ kind: 'parsing', sizeBytes }), onExtracted: keep };
  if (request.kind === 'sourceText') return { kind: 'done', result: await readSourceText(folder, path, options) };
  const { known } = request;
  const result =
    known === undefined ? await readDocument(folder, request, options) : await readChangedDocument(folder, request, known, options);
  return { kind: 'done', result };
}

async function keep(content: KnownContent, text: string): Promise<void> {
  await kept?.keep(content, text).catch((error: unknown) => reply({ kind: 'notKept', error: sent(error) }));
}

function reply(message: ReadReply): void {
  port?.postMessage(message);
}

function sent(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', code: undefined, message: String(error), stack: undefined, cause: undefined };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name, code, message, stack, cause: cause === undefined ? undefined : sent(cause) };
}
