import { setTimeout } from 'node:timers/promises';
import { AriadneError } from './errors.ts';

/** True for the errors that `AbortSignal.throwIfAborted`, `fetch` and our code throw on cancellation. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
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
  return setTimeout(ms, undefined, { signal });
}

/**
 * The promise's result, without waiting for it once `signal` fires.
 * @throws AbortError
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(abortError());
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Gives other work of this thread a turn; used between slices of long synchronous computations. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Milliseconds. */
const slice = 8;

/** For a loop: lets others have their turn each time that it has run for some milliseconds. @throws AbortError, from what is returned */
export function pausing(signal: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < slice) return undefined;
    return yieldToEventLoop().then(() => {
      signal.throwIfAborted();
      since = performance.now();
    });
  };
}
