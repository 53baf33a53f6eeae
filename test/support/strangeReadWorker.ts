/** A reader thread in which text files with certain names misbehave or wait when parsed, and one has the thread's number as its title. */
import { threadId } from 'node:worker_threads';
import { plainTextReader } from '../../src/corpus/readers/plainText.ts';
import '../../src/corpus/readWorker.ts';

const ordinary = { ...plainTextReader };
const strange: Readonly<Record<string, () => void>> = {
  'hangs.txt': () => {
    for (;;);
  },
  'grows.txt': () => {
    const kept: number[][] = [];
    for (;;) kept.push(new Array<number>(100_000).fill(kept.length));
  },
  'waits.txt': () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000),
  'ends.txt': () => process.exit(3),
  'throwsLater.txt': () => {
    queueMicrotask(() => {
      throw new Error('thrown outside of any promise');
    });
  },
  'throws.txt': () => {
    throw new Error('a bug of the reader', { cause: new RangeError('deeper') });
  },
};
Object.assign(plainTextReader, {
  parse(...call: Parameters<typeof plainTextReader.parse>) {
    strange[call[1]]?.();
    const parsed = ordinary.parse(...call);
    return call[1] === 'thread.txt' ? { ...parsed, title: String(threadId) } : parsed;
  },
});
