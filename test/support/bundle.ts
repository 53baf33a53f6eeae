import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './cli.ts';
import type { Ending } from './tempFolder.ts';

/**
 * Bundles programs for test processes into one file each, which starts in half the time of the sources. The bundles are in the repository,
 * where native packages are found.
 * @returns the folder, which is deleted with the test
 */
export async function bundle(t: Ending, entryPoints: Readonly<Record<string, string>>): Promise<string> {
  const outdir = join(root, 'out', `bundle-${process.pid}`);
  t.after(() => rmSync(outdir, { recursive: true, force: true }));
  await build({
    entryPoints: { ...entryPoints },
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    mainFields: ['module', 'main'],
    external: ['onnxruntime-node', '@lancedb/lancedb-*'],
    banner: { js: commonJs },
    logLevel: 'warning',
  });
  return outdir;
}

/** Globals that bundled CommonJS packages expect. */
const commonJs = [
  "import { createRequire as requireOf } from 'node:module';",
  'const require = requireOf(import.meta.url);',
  'const __dirname = import.meta.dirname;',
  'const __filename = import.meta.filename;',
].join('');
