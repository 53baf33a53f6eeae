/**
 * Checks a release, writes what belongs to it, publishes it, and waits until users see it.
 *
 * usage: node scripts/release/main.ts check [--pre-release] [--tag TAG] | files | publish STORE | visible STORE | nightly
 *
 * STORE is `marketplace` or `open-vsx`, and for `publish` also `github`. `check` and `files` take the packages in the repository's folder,
 * the others those that `files` put in out/release. `nightly` sets the version of a pre-release.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { messageOf } from '../../src/base/errors.ts';
import type { Notice } from '../notices.ts';
import { problemsOf, sectionOf } from './checks.ts';
import { nightlyVersion } from './nightly.ts';
import { readPacked, sha256, type Packed } from './packed.ts';
import { billOfMaterials } from './sbom.ts';
import { awaitVisible, marketplace, openVsx, type Store } from './stores.ts';

const root = join(import.meta.dirname, '..', '..');
const out = join(root, 'out', 'release');
const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;

const commands: Readonly<Record<string, () => Promise<void> | void>> = { check, files, publish, visible, nightly };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tag: { type: 'string' }, 'pre-release': { type: 'boolean', default: false } },
});
const [name = '', storeName = ''] = positionals;
const command = commands[name];
try {
  if (command === undefined)
    throw new Error(`There is no command ${name || 'without a name'}. Commands: ${Object.keys(commands).join(', ')}.`);
  await command();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

function check(): void {
  const { version } = manifest('package.json');
  const problems = problemsOf({
    version,
    lockedVersion: manifest('package-lock.json').version,
    isPreRelease: values['pre-release'],
    changelog: text('CHANGELOG.md'),
    tags: tags(),
    notices: notices(),
    noticesText: text('dist/ThirdPartyNotices.txt'),
    packed: packedIn(root),
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(`${version} can be released.`);
}

/** Puts the packages, a bill of materials for each, and the checksums of both into out/release. */
function files(): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const madeAt = new Date().toISOString();
  const sums = packedIn(root).flatMap((packed) => {
    copyFileSync(join(root, packed.file), join(out, packed.file));
    const bill = packed.file.replace(/\.vsix$/, '.cdx.json');
    const content = `${JSON.stringify(billOfMaterials(packed, notices(), madeAt), null, 2)}\n`;
    writeFileSync(join(out, bill), content);
    return [`${packed.sha256}  ${packed.file}\n`, `${sha256(Buffer.from(content))}  ${bill}\n`];
  });
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
  console.log(`${out} has ${sums.length} files and their checksums.`);
}

async function publish(): Promise<void> {
  const packed = packedIn(out);
  if (storeName === 'github') return releaseOnGitHub();
  await store().publish(packed.map(({ file }) => join(out, file)));
  console.log(`${store().name} took ${packed.length} packages.`);
}

/** By GitHub's own command line, which takes the token from GH_TOKEN. */
function releaseOnGitHub(): void {
  const { version } = manifest('package.json');
  const notes = join(out, 'notes.md');
  writeFileSync(notes, sectionOf(text('CHANGELOG.md'), version) ?? '');
  const assets = globSync('*.{vsix,json}', { cwd: out }).map((file) => join(out, file));
  const files = [...assets, join(out, 'SHA256SUMS')];
  runProgram('gh', ['release', 'create', `v${version}`, ...files, '--verify-tag', '--title', version, '--notes-file', notes]);
  console.log(`GitHub has the release ${version}.`);
}

async function visible(): Promise<void> {
  await awaitVisible(store(), packedIn(out), { everyMs: minuteMs, atMostMs: 45 * minuteMs });
  console.log(`${store().name} shows every package.`);
}

/** Tells the workflow with `changed=false` when there is nothing to publish: an update that changes nothing is a download for nothing. */
function nightly(): void {
  const isChanged = Date.now() - Number(runProgram('git', ['log', '-1', '--format=%ct'])) * 1000 < dayMs;
  const version = nightlyVersion(manifest('package.json').version, new Date());
  if (isChanged) runProgram('npm', ['version', version, '--no-git-tag-version', '--allow-same-version']);
  console.log(isChanged ? `This is ${version}.` : 'Nothing has changed since yesterday.');
  if (process.env['GITHUB_OUTPUT']) appendFileSync(process.env['GITHUB_OUTPUT'], `changed=${isChanged}\n`);
}

function store(): Store {
  if (storeName === 'marketplace') return marketplace();
  if (storeName === 'open-vsx') return openVsx();
  throw new Error(`There is no store ${storeName || 'without a name'}. Stores: marketplace, open-vsx.`);
}

function packedIn(folder: string): readonly Packed[] {
  const found = globSync('*.vsix', { cwd: folder }).sort();
  if (found.length === 0)
    throw new Error(`${folder} has no package. Run npm run package${folder === out ? ', then npm run release:files' : ''}.`);
  return found.map((file) => readPacked(join(folder, file)));
}

function notices(): readonly Notice[] {
  return JSON.parse(text('dist/packages.json')) as readonly Notice[];
}

/** Of the commit: the one that the workflow was started by, if it was. */
function tags(): readonly string[] {
  if (values.tag !== undefined) return [values.tag];
  const { GITHUB_REF_TYPE, GITHUB_REF_NAME } = process.env;
  if (GITHUB_REF_TYPE === 'tag' && GITHUB_REF_NAME) return [GITHUB_REF_NAME];
  return runProgram('git', ['tag', '--points-at', 'HEAD'])
    .split('\n')
    .filter((tag) => tag !== '');
}

/** @returns what it wrote, without the last line break */
function runProgram(program: string, args: readonly string[]): string {
  const shell = process.platform === 'win32' && program === 'npm';
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, encoding: 'utf8', shell });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}

function manifest(file: string): { readonly version: string } {
  return z.object({ version: z.string() }).parse(JSON.parse(text(file)));
}

function text(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
