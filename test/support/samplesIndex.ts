import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { root } from './cli.ts';
import { openEngine } from './engine.ts';
import { tempFolder, type Ending } from './tempFolder.ts';

const docs = join(root, 'samples', 'docs');

/**
 * A storage with an index of samples/docs, for tests of what comes after: a copy of one that is made once for the sources as they are.
 * Making it takes longer than most of these tests. It is deleted with the test.
 */
export async function samplesIndex(t: Ending): Promise<string> {
  const storage = tempFolder(t);
  cpSync(await (made ??= make()), storage, { recursive: true });
  return storage;
}

let made: Promise<string> | undefined;

async function make(): Promise<string> {
  const all = join(root, 'out', 'samples-index');
  const kept = join(all, digestOf(join(root, 'src'), docs, join(root, 'package-lock.json')));
  if (existsSync(kept)) return kept;
  mkdirSync(all, { recursive: true });
  const storage = mkdtempSync(join(all, 'making-'));
  const { engine } = await openEngine(docs, storage);
  await engine.index(defaultDiscovery, builtinModels, { signal: new AbortController().signal });
  await engine.close();
  try {
    renameSync(storage, kept);
  } catch (error) {
    // Another process was faster.
    rmSync(storage, { recursive: true });
    if (!existsSync(kept)) throw error;
  }
  return kept;
}

function digestOf(...paths: readonly string[]): string {
  const hash = createHash('sha256');
  const files = paths.flatMap((path) => (path.endsWith('.json') ? [path] : filesIn(path)));
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
