/**
 * A failure the user can do something about. `code` is stable and is what programs compare; `message` is one sentence that says
 * what happened and what to do.
 */
export class AriadneError extends Error {
  readonly code: string;
  /** Of a request: how often it was sent before it was given up. */
  readonly tries: number | undefined;

  constructor(code: string, message: string, options: { readonly cause?: unknown; readonly tries?: number | undefined } = {}) {
    const { tries, ...rest } = options;
    super(message, rest);
    this.name = 'AriadneError';
    this.code = code;
    this.tries = tries;
  }
}

/** A bug in Ariadne, not in the user's data: the request fails alone. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`This is a bug in Ariadne. Please report it: ${message}`);
}

export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}

/** The sentence to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a failed request says first (`fetch failed`) is not why it failed: the deepest cause is. */
export function deepestMessageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return deepestMessageOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return deepestMessageOf(error.errors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message.includes(code) ? error.message : `${code} ${error.message}`.trimEnd();
}

export function isAriadneError(error: unknown, code?: string): error is AriadneError {
  return error instanceof AriadneError && (code === undefined || error.code === code);
}

/** True for the file system's own codes (`ENOENT`, `EACCES` …). */
export function isSystemError(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
