/**
 * Environment variables that make glibc return memory. By default it keeps an arena per thread and freed buffers below 32 MB: two fifths of
 * the process after indexing 200 MB of text. Other allocators ignore them.
 */
export const frugalAllocation = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_MMAP_THRESHOLD_: '1048576',
} as const;

/** Options for Node: V8's space for new objects may otherwise take a hundred megabytes more, with which indexing is no faster. */
export const frugalHeap: readonly string[] = ['--max-semi-space-size=8'];
