/**
 * A failure the user can do something about. `code` is stable and is what programs compare; `message` is one sentence that says
 * what happened and what to do.
 */
export class AriadneError extends Error {
  readonly code: ErrorCode;
  /** For a request, the number of tries before it was given up. */
  readonly tries: number | undefined;

  constructor(code: ErrorCode, message: string, options: { readonly cause?: unknown; readonly tries?: number } = {}) {
    const { tries, ...rest } = options;
    super(message, rest);
    this.name = 'AriadneError';
    this.code = code;
    this.tries = tries;
  }
}

/** An error received from another process or a log. Its code may be undeclared here if it is from another version. */
export function receivedError(code: string, message: string, options?: ConstructorParameters<typeof AriadneError>[2]): AriadneError {
  return new AriadneError(code as ErrorCode, message, options);
}

/** Fails on a bug in Ariadne rather than in the user's data. Only the current request fails. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`This is a bug in Ariadne. Please report it: ${message}`);
}

export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}

/** The sentence to show for any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The outer message of a failed request (`fetch failed`) does not explain it; the deepest cause does. */
export function deepestMessageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return deepestMessageOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return deepestMessageOf(error.errors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message.includes(code) ? error.message : `${code} ${error.message}`.trimEnd();
}

export function isAriadneError(error: unknown, code?: ErrorCode): error is AriadneError {
  return error instanceof AriadneError && (code === undefined || error.code === code);
}

/** True for error codes of the file system (`ENOENT`, `EACCES` …). */
export function isSystemError(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** What can go wrong with a request to a model server. */
export type ServerFault =
  | 'context-too-long'
  | 'cut-off'
  | 'model-missing'
  | 'not-an-api'
  | 'rate-limited'
  | 'refused'
  | 'reply-unusable'
  | 'server-error'
  | 'timeout'
  | 'unauthorized'
  | 'unreachable';

/** All error codes. They are stable, since logs and programs keep them. */
export type ErrorCode =
  // `chat-…` of chat servers, `endpoint-…` of servers of embeddings and scores.
  | `${'chat' | 'endpoint'}-${ServerFault}`
  | 'accepted-broken'
  | 'agent-input'
  | 'agent-limit'
  | 'already-indexing'
  | 'binary-file'
  | 'budget-exhausted'
  | 'budget-invalid'
  | 'not-drawn'
  | 'not-given'
  | 'scope-empty'
  | 'scope-invalid'
  | 'chat-base-url-missing'
  | 'dataset-broken'
  | 'dataset-missing'
  | 'document-too-big'
  | 'document-too-big-in-memory'
  | 'document-too-slow'
  | 'document-unreadable'
  | 'door-broken'
  | 'door-certificate'
  | 'door-key-invalid'
  | 'door-proxy'
  | 'door-redirected'
  | 'door-refused'
  | 'door-reply-too-large'
  | 'door-reply-unreadable'
  | 'door-unreachable'
  | 'dossier-changed'
  | 'dossier-unreadable'
  | 'edit-invalid'
  | 'embedder-changed'
  | 'embedder-not-asked'
  | 'empty-document'
  | 'encrypted-document'
  | 'engine-crashing'
  | 'engine-died'
  | 'file-missing'
  | 'file-outside'
  | 'file-too-large'
  | 'file-unreachable'
  | 'file-unreadable'
  | 'folder-emptied'
  | 'folder-large'
  | 'folder-missing'
  | 'folder-refused'
  | 'folder-unreachable'
  | 'folder-unreadable'
  | 'index-empty'
  | 'index-lock-lost'
  | 'index-locked'
  | 'index-missing'
  | 'index-not-ready'
  | 'index-of-another-folder'
  | 'index-outdated'
  | 'index-read-failed'
  | 'index-too-new'
  | 'index-unreadable'
  | 'indexed-elsewhere'
  | 'interrupted'
  | 'kernel-unavailable'
  | 'lab-missing'
  | 'library-unusable'
  | 'learning-failed'
  | 'log-damaged'
  | 'log-incomplete'
  | 'log-missing'
  | 'log-of-another-version'
  | 'log-unfinished'
  | 'log-unwritable'
  | 'model-crashed'
  | 'model-damaged'
  | 'model-declined'
  | 'model-failed'
  | 'model-in-use'
  | 'model-refused'
  | 'model-unfit'
  | 'model-unknown'
  | 'model-unreachable'
  | 'model-unreadable'
  | 'no-answer'
  | 'no-file'
  | 'no-folder'
  | 'not-a-folder'
  | 'not-a-notebook'
  | 'not-open'
  | 'nothing-selected'
  | 'not-utf8'
  | 'notes-unwritable'
  | 'nothing-to-compare'
  | 'offline'
  | 'outside-folder'
  | 'parameter-invalid'
  | 'passage-missing'
  | 'pipeline-id-taken'
  | 'pipeline-unknown'
  | 'port-in-use'
  | 'question-empty'
  | 'questions-none'
  | 'questions-none-kept'
  | 'read-only'
  | 'reader-failed'
  | 'reasoner-lacking'
  | 'replay-differs'
  | 'results-unwritable'
  | 'run-cut-short'
  | 'run-finished'
  | 'run-running'
  | 'run-undeletable'
  | 'run-unknown'
  | 'run-unreadable'
  | 'scanned-document'
  | 'selfdc-alpha-missing'
  | 'sheet-broken'
  | 'source-gone'
  | 'storage-full'
  | 'storage-invalid'
  | 'storage-missing'
  | 'storage-refused'
  | 'storage-unreachable'
  | 'storage-unwritable'
  | 'table-broken'
  | 'verdicts-broken'
  | 'verdicts-locked'
  | 'table-large'
  | 'table-running'
  | 'table-taken'
  | 'table-too-new'
  | 'table-unwritable'
  | 'unreadable-document'
  | 'unsupported-format'
  | 'untrusted'
  | 'usage'
  | 'words-not-read'
  | 'virtual-folder'
  | 'wrong-extension';
