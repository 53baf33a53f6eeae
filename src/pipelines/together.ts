/**
 * The results of work that runs at once, in the order of `items`, whichever ends first. Waits for all of it also when some fails, so that nothing is still
 * being told when the run has ended.
 * @throws the failure of the first item, in their order, that has one
 */
export async function together<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<readonly R[]> {
  const settled = await Promise.allSettled(items.map(work));
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
