/** True for the errors that `AbortSignal.throwIfAborted`, `fetch` and our code throw on cancellation. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'APIUserAbortError');
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
