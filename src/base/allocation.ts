/**
 * Environment by which glibc gives memory back. Left alone it keeps an arena for every thread, and freed buffers below 32 MB: after an index of 200 MB of text two
 * fifths of the process. Other allocators do not read it.
 */
export const frugalAllocation = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_MMAP_THRESHOLD_: '1048576',
} as const;
