/**
 * Builds ariadne-<target>.vsix: the files that .vscodeignore allows, and one copy of each native library beside the bundles. Prints a
 * line of JSON for each on stdout (target, path, bytes, sha256), and what its libraries need of the system on stderr.
 *
 * usage: npm run package -- [--target all|TARGET]... [--pre-release]
 *
 * Without a target, the system that it runs on. The native libraries of other systems come from npm's registry.
 */
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import * as z from 'zod';
import { lockedPackage } from './lockedPackage.ts';
import { readHeader } from './nativeHeader.ts';
import { allowedFiles, digestOfInputs, notePackaged, ownTarget, vsixOf } from './packagedExtension.ts';
import { faultsOf, targets } from './packageTargets.ts';

const root = join(import.meta.dirname, '..');
mkdirSync(join(root, 'out'), { recursive: true });
/** Of this process: the tests may package at the same time. */
const stage = mkdtempSync(join(root, 'out', 'stage-'));
process.on('exit', () => rmSync(stage, { recursive: true, force: true }));
const beside = join(stage, 'dist', 'node_modules');
/** Well below Open VSX's limit of 256 MB. The native libraries take most of it. */
const maxBytes = 110_000_000;
const libraries: ReadonlySet<string> = new Set(['.node', '.dll', '.dylib', '.so', '.1']);

const { values: options } = parseArgs({
  options: { target: { type: 'string', multiple: true, default: [ownTarget] }, 'pre-release': { type: 'boolean', default: false } },
});
const asked = options.target.includes('all') ? Object.keys(targets) : options.target;
const unknown = asked.filter((name) => !(name in targets));
if (unknown.length > 0) throw new Error(`There is no target ${unknown.join(', ')}. Targets: all, ${Object.keys(targets).join(', ')}.`);

const manifest = z
  .looseObject({ version: z.string(), repository: z.object({ url: z.string() }) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const repository = manifest.repository.url.replace(/\.git$/, '');
const digest = digestOfInputs();
stageAllowedFiles();
for (const name of asked) {
  stageNativePackages(name);
  checkLibraries(name);
  const path = vsixOf(name);
  await pack(name, path);
  const content = readFileSync(path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  process.stdout.write(`${JSON.stringify({ target: name, path, bytes: content.length, sha256 })}\n`);
  if (content.length > maxBytes) throw new Error(`${path} is larger than ${maxBytes / 1e6} MB: is a native library in it twice?`);
  // Not a pre-release, which the tests do not install.
  if (name === ownTarget && !options['pre-release']) notePackaged(digest);
}

function stageAllowedFiles(): void {
  for (const file of allowedFiles()) copy(join(root, file), join(stage, file));
  // Users do not need what builds and tests the extension, and its packages are in the bundles.
  const { scripts: _scripts, devDependencies: _dev, dependencies: _dependencies, overrides: _overrides, ...shipped } = manifest;
  writeFileSync(join(stage, 'package.json'), JSON.stringify(shipped, null, 2));
  cpSync(join(root, '.vscodeignore'), join(stage, '.vscodeignore'));
  // The pictures are in the repository. vsce gives them whole addresses, but not those of other color schemes.
  const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll('srcset="media/', `srcset="${repository}/raw/HEAD/media/`);
  writeFileSync(join(stage, 'README.md'), readme);
}

/** transformers.js loads `onnxruntime-node` by name, so its scripts are there even where there is no library for them. */
function stageNativePackages(name: string): void {
  rmSync(beside, { recursive: true, force: true });
  const { platform, arch, lancedb, onnxRuntime } = targets[name]!;
  const binaries = join('bin', 'napi-v6', platform, arch);
  const wanted: Readonly<Record<string, readonly string[]>> = {
    'onnxruntime-common': ['package.json', 'dist/cjs/*.{js,json}'],
    'onnxruntime-node': [
      'package.json',
      'dist/*.js',
      ...(onnxRuntime === undefined ? [] : [join(binaries, 'onnxruntime_binding.node'), join(binaries, onnxRuntime)]),
    ],
    ...(lancedb === undefined ? {} : { [lancedb]: ['**'] }),
  };
  for (const [npmName, files] of Object.entries(wanted)) {
    const folder = lockedPackage(npmName);
    const found = globSync(files, { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
    for (const file of found) copy(join(folder, file), join(beside, npmName, file));
    if (!folder.startsWith(root)) rmSync(folder, { recursive: true, force: true });
  }
}

function checkLibraries(name: string): void {
  const { lancedb, onnxRuntime } = targets[name]!;
  const files = globSync('**/*', { cwd: beside }).filter((file) => libraries.has(extname(file)));
  const expected = (lancedb === undefined ? 0 : 1) + (onnxRuntime === undefined ? 0 : 2);
  if (files.length !== expected)
    throw new Error(`${name} should have ${expected} native libraries, and has ${files.join(', ') || 'none'}.`);
  for (const file of files.sort()) {
    const header = readHeader(readFileSync(join(beside, file)));
    const faults = faultsOf(name, header);
    if (faults.length > 0) throw new Error(`${file} ${faults.join('; ')}.`);
    const versions = Object.entries(header.versions).map(([group, version]) => `${group} ${version}`);
    process.stderr.write(`${name} ${basename(file)}: ${[...header.needs, ...versions].join(', ')}\n`);
  }
}

/** A warning of vsce is an error here: each is about something that a store or VS Code would hold against the extension. */
async function pack(name: string, path: string): Promise<void> {
  const warnings: string[] = [];
  const { warn, log } = console;
  console.warn = (...parts: readonly unknown[]) => void warnings.push(parts.join(' '));
  console.log = () => undefined;
  try {
    await createVSIX({ cwd: stage, target: name, packagePath: path, dependencies: false, preRelease: options['pre-release'] });
  } finally {
    Object.assign(console, { warn, log });
  }
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
