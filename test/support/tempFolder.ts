import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Something whose end can be awaited: a test, or a whole file with node:test's `after`. */
export interface Ending {
  after(this: void, release: () => void | Promise<void>): void;
}

/** A folder with these files, by path, that is deleted with the test. */
export function tempFolder(t: Ending, files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ariadne-test-')));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const [path, content] of Object.entries(files)) writeFile(folder, path, content);
  return folder;
}

export function writeFile(folder: string, path: string, content: string | Uint8Array): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
