import { AriadneError } from './errors.ts';

/** True for the errors that `AbortSignal.throwIfAborted`, `fetch` and our code throw on cancellation. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'APIUserAbortError');
}

/**
 * What a failure under `signal` is: only an abort that `signal` asked for is a cancellation. Any other means that something which the work
 * needs was stopped, so the work failed.
 */
export function failureUnder(signal: AbortSignal, error: unknown): unknown {
  if (!isAbort(error) || signal.aborted) return error;
  return new AriadneError('interrupted', 'Something that this work needs was stopped. Try again.', { cause: error });
}

export function abortError(message = 'Cancelled.'): DOMException {
  return new DOMException(message, 'AbortError');
}

/**
 * Waits `ms` milliseconds.
 * @throws AbortError as soon as `signal` fires
 */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError());
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(abortError());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Gives other work of this thread a turn; used between slices of long synchronous computations. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
