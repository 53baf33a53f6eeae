/** Many bytes in a separate memory, which WebAssembly reads in place. To copy them for it takes as long as to read them. */

/** Bytes of a page of WebAssembly's memories. */
export const memoryPage = 2 ** 16;
/** Each memory reserves gigabytes of addresses. */
const leastSeparate = 2 ** 24;

const memories = new WeakMap<ArrayBufferLike, WebAssembly.Memory>();

/** Zeros. In a separate memory one page follows them, for what they are compared with. */
export function zeroBytes(length: number): Int8Array {
  if (length < leastSeparate) return new Int8Array(length);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(length / memoryPage) + 1 });
  memories.set(memory.buffer, memory);
  return new Int8Array(memory.buffer, 0, length);
}

/** The separate memory of these bytes, if they have one. */
export function memoryOf({ buffer }: Int8Array): WebAssembly.Memory | undefined {
  return memories.get(buffer);
}
