/** Finds the tests that cover changed files by following imports. */
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * The test files nearest to each changed file: the file itself if it is a test, otherwise those that import it, otherwise those that import
 * its importers, and so on.
 * @param testFiles relative to `root`, like `changed`; a file that none of them reaches has no tests
 */
export async function nearestTests(root: string, testFiles: readonly string[], changed: readonly string[]): Promise<readonly string[]> {
  if (testFiles.length === 0) return [];
  const importers = await importersOf(root, testFiles);
  const isTest = new Set(testFiles);
  return [...new Set(changed.flatMap((file) => nearest(file, importers, isTest)))].sort();
}

function nearest(file: string, importers: ReadonlyMap<string, readonly string[]>, isTest: ReadonlySet<string>): readonly string[] {
  const seen = new Set([file]);
  for (let level = [file]; level.length > 0;) {
    const tests = level.filter((each) => isTest.has(each));
    if (tests.length > 0) return tests;
    level = [...new Set(level.flatMap((each) => importers.get(each) ?? []))].filter((each) => !seen.has(each));
    for (const each of level) seen.add(each);
  }
  return [];
}

async function importersOf(root: string, entryPoints: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: join(root, 'out'),
    loader: { '.ttf': 'empty', '.css': 'empty' },
    logLevel: 'silent',
  });
  const importers = new Map<string, string[]>();
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path, external } of imports) {
      if (external !== true) importers.set(path, [...(importers.get(path) ?? []), file]);
    }
  }
  return importers;
}
