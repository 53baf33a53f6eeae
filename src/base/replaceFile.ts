import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { whenFreeSync } from './whenFree.ts';

/**
 * Writes a small file atomically: a killed process, a full disk or a second writer never leaves half of it. The earlier content stays until
 * then.
 * @throws errors of the file system
 */
export function replaceFile(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, content, { flush: true });
    whenFreeSync(() => renameSync(draft, file));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
