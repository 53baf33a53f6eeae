import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from '../../src/base/errors.ts';
import type { Ending } from './tempFolder.ts';

export interface SmallDisk {
  readonly folder: string;
  /**
   * Writes a file that leaves exactly this much free space.
   * @returns a function that removes it
   */
  fill(freeBytes: number): () => void;
  setReadOnly(isReadOnly: boolean): void;
}

/** Why no file system can be mounted here; undefined when it is possible (Linux, as root, outside of most containers). */
export function cannotMount(): string | undefined {
  if (process.platform !== 'linux') return 'a small file system is mounted on Linux only';
  const folder = mkdtempSync(join(tmpdir(), 'ariadne-disk-'));
  const mounted = mount(['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  if (mounted === undefined) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted === undefined ? undefined : `a small file system cannot be mounted: ${mounted}`;
}

/** A separate disk in memory, removed with the test. Only usable when `cannotMount` returns undefined. */
export function smallDisk(t: Ending, sizeBytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'ariadne-disk-'));
  const failed = mount(['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder]);
  if (failed !== undefined) throw new Error(failed);
  t.after(() => {
    // Lazily: files that are still open are released with the process.
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    fill: (freeBytes) => {
      const { bavail, bsize } = statfsSync(folder);
      const ballast = join(folder, 'ballast');
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
      } catch (error) {
        // Another process has taken what was to be left.
        if (!isSystemError(error, 'ENOSPC')) throw error;
      }
      return () => rmSync(ballast);
    },
    setReadOnly: (isReadOnly) => {
      const refused = mount(['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]);
      if (refused !== undefined) throw new Error(refused);
    },
  };
}

/** The system's error message; undefined on success. */
function mount(args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim()) || `mount ended with ${status}`;
}
