/** Runs a module of `test/extension/measure` inside the extension host of real VS Code, and reads what it has measured. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type ExtensionHostOptions, runInExtensionHost } from '../test/rig/extensionHost.ts';

const root = join(import.meta.dirname, '..');

/** @param scratch a folder for files in between */
export async function measureInside(
  module: string,
  scratch: string,
  options: Omit<ExtensionHostOptions, 'extensionDevelopmentPath' | 'testsPath'>,
): Promise<unknown> {
  const testsPath = join(scratch, 'measure.cjs');
  await build({
    entryPoints: [join(root, 'test', 'extension', 'measure', module)],
    outfile: testsPath,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'error',
  });
  const measures = join(scratch, 'measures.json');
  const env = { ...options.env, ARIADNE_MEASURES: measures };
  const { tests } = await runInExtensionHost({ ...options, extensionDevelopmentPath: root, testsPath, env });
  for (const { error } of tests) if (error !== null) throw new Error(error);
  return JSON.parse(readFileSync(measures, 'utf8'));
}
