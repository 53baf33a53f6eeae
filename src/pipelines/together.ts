/**
 * The results of concurrent work, in the order of `items`. Waits for all of it even if some fails, so that nothing is reported after the
 * run has ended.
 * @throws the first failure in the order of the items
 */
export async function together<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<readonly R[]> {
  const settled = await Promise.allSettled(items.map(work));
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
