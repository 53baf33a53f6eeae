/**
 * Builds ariadne-<target>.vsix for the current platform: the files that .vscodeignore allows, and one copy of each native library beside
 * the bundles.
 *
 * usage: npm run package
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import * as z from 'zod';
import { allowedFiles, digestOfInputs, notePackaged, target, vsixFile } from './packagedExtension.ts';

const root = join(import.meta.dirname, '..');
const stage = join(root, 'out', 'stage');
const { platform, arch } = process;
/** Well below Open VSX's limit of 256 MB. The native libraries take most of it. */
const maxBytes = 120_000_000;

const manifest = z.looseObject({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const digest = digestOfInputs();
rmSync(stage, { recursive: true, force: true });
stageAllowedFiles();
stageNativePackages();
await createVSIX({
  cwd: stage,
  target,
  packagePath: vsixFile,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
const { size } = statSync(vsixFile);
process.stdout.write(`${vsixFile} (${(size / 1e6).toFixed(1)} MB)\n`);
if (size > maxBytes) throw new Error(`the package is larger than ${maxBytes / 1e6} MB: is a native library in it twice?`);
notePackaged(digest);

function stageAllowedFiles(): void {
  for (const file of allowedFiles()) copy(join(root, file), join(stage, file));
  // Users do not need what builds and tests the extension, and its packages are in the bundles.
  const { scripts: _scripts, devDependencies: _dev, dependencies: _dependencies, overrides: _overrides, ...shipped } = manifest;
  writeFileSync(join(stage, 'package.json'), JSON.stringify(shipped, null, 2));
  cpSync(join(root, '.vscodeignore'), join(stage, '.vscodeignore'));
}

function stageNativePackages(): void {
  const packages = join(root, 'node_modules');
  const lancedb = globSync('@lancedb/lancedb-*', { cwd: packages });
  if (lancedb.length !== 1) throw new Error(`expected LanceDB's library for one platform, found ${lancedb.join(', ') || 'none'}`);
  const wanted = [
    ...lancedb.map((name) => `${name}/**`),
    'onnxruntime-common/package.json',
    'onnxruntime-common/dist/cjs/*.{js,json}',
    'onnxruntime-node/package.json',
    'onnxruntime-node/dist/*.js',
    `onnxruntime-node/bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node`,
    `onnxruntime-node/bin/napi-v6/${platform}/${arch}/${{ win32: 'onnxruntime.dll', darwin: 'libonnxruntime.1.dylib', linux: 'libonnxruntime.so.1' }[platform as string]}`,
  ];
  for (const file of globSync(wanted, { cwd: packages })) {
    if (statSync(join(packages, file)).isFile()) copy(join(packages, file), join(stage, 'dist', 'node_modules', file));
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
