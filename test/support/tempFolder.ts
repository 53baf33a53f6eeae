import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder with these files, by path, that goes with the test. */
export function tempFolder(t: Pick<TestContext, 'after'>, files: Readonly<Record<string, string | Uint8Array>> = {}): string {
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
