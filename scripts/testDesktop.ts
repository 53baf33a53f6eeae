/**
 * Runs test/extension in desktop VS Code with the packaged extension installed: in the oldest version that package.json allows, and in the
 * newest. Downloads both once.
 *
 * usage: node scripts/testDesktop.ts
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { messageOf } from '../src/base/errors.ts';
import { packagedExtension } from './packagedExtension.ts';
import { ensureSystemPackages } from './systemPackages.mjs';

const root = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly engines: { readonly vscode: string } };
const oldest = manifest.engines.vscode.replace('^', '');

try {
  const editors = [oldest, 'stable'].map(async (version) => ({ version, executable: await downloaded(version) }));
  const found = await Promise.all(editors);
  packagedExtension();
  const failed = found.filter(({ executable }) => !passes(executable)).map(({ version }) => version);
  if (failed.length > 0) throw new Error(`The tests fail in VS Code ${failed.join(' and ')}.`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

async function downloaded(version: string): Promise<string> {
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: join(root, '.vscode-test') });
  } catch (error) {
    const other = process.platform === 'win32' ? '' : ' npm run test:extension needs no download.';
    throw new Error(`VS Code ${version} for the desktop cannot be downloaded: ${messageOf(error)}.${other}`, { cause: error });
  }
}

function passes(executable: string): boolean {
  const tests = [process.execPath, join(root, 'scripts', 'test.ts'), 'test/extension/extensionHost.test.ts'];
  const [program = '', ...args] = [...display(), ...tests];
  return spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ARIADNE_DESKTOP: executable } }).status === 0;
}

/** Starts a program with a screen, where Linux has none. */
function display(): readonly string[] {
  if (process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']) return [];
  ensureSystemPackages([
    { command: 'xvfb-run', package: 'xvfb' },
    { command: 'xauth', package: 'xauth' },
  ]);
  return ['xvfb-run', '-a'];
}
