/** The packaged extension: its contents, its path, and whether it is up to date. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const inputsFile = join(root, 'out', 'packaged.sha256');
const { platform, arch } = process;

/** VS Code's name for the current platform. */
export const ownTarget = targetOf();

export function vsixOf(target: string): string {
  return join(root, `ariadne-${target}.vsix`);
}

/** The files that .vscodeignore allows, relative to the repository, without the native packages. */
export function allowedFiles(): string[] {
  const allowed = readFileSync(join(root, '.vscodeignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!') && !line.includes('node_modules'))
    .map((line) => line.slice(1));
  return globSync(allowed, { cwd: root }).filter((file) => statSync(join(root, file)).isFile());
}

/** The .vsix of the current build. Packaging takes ten seconds, so it is repeated only when an input has changed. */
export function packagedExtension(): string {
  const vsixFile = vsixOf(ownTarget);
  if (existsSync(vsixFile) && existsSync(inputsFile) && readFileSync(inputsFile, 'utf8') === digestOfInputs()) return vsixFile;
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'package.ts')], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('The extension could not be packaged; the lines above say why.');
  return vsixFile;
}

/** Records the inputs of the .vsix. Takes a digest computed before packaging, since a build may run at the same time. */
export function notePackaged(digest: string): void {
  writeFileSync(inputsFile, digest);
}

const scripts = ['package', 'packagedExtension', 'packageTargets', 'lockedPackage'].map((name) => `scripts/${name}.ts`);

/** A digest of everything that goes into the .vsix. The lock file determines the native packages. */
export function digestOfInputs(): string {
  const hash = createHash('sha256').update(ownTarget);
  const files = [...allowedFiles(), '.vscodeignore', 'package-lock.json', ...scripts];
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function targetOf(): string {
  const isMusl =
    platform === 'linux' && !(process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime;
  const os = isMusl ? 'alpine' : platform;
  return `${os}-${arch}`;
}
