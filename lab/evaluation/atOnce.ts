/**
 * Processes the items in order with limited concurrency. After a failure nothing new begins, running work receives the signal to stop and
 * is awaited, so that nothing continues in the background.
 * @throws the first failure; AbortError when `signal` fires
 */
export async function workAtOnce<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new AbortController();
  const either = AbortSignal.any([signal, stopped.signal]);
  let first: { readonly error: unknown } | undefined;
  let next = 0;
  const worker = async (): Promise<void> => {
    try {
      for (let i = next++; i < items.length; i = next++) {
        either.throwIfAborted();
        const item = items[i];
        if (item !== undefined) await work(item, either);
      }
    } catch (error) {
      first ??= { error };
      stopped.abort();
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  if (first) throw first.error;
}
