/** Opens a folder in VS Code with Ariadne installed: the desktop's where there is one, else the browser's on a loopback port. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { serveEditor } from '../test/rig/editorServer.ts';

const root = join(import.meta.dirname, '..');

export async function openSamplesInEditor(folder: string): Promise<void> {
  const vsix = packageExtension();
  const hasDesktop =
    spawnSync('code', ['--version'], { shell: process.platform === 'win32', stdio: 'ignore' }).status === 0 && process.getuid?.() !== 0;
  if (hasDesktop) {
    const shell = process.platform === 'win32';
    spawnSync('code', ['--install-extension', vsix, '--force'], { shell, stdio: 'inherit' });
    spawnSync('code', [folder], { shell, stdio: 'inherit' });
    return;
  }
  const editor = await serveEditor({ folder, vsix, log: (line) => process.stderr.write(`${line}\n`) });
  process.stdout.write(`VS Code with the sample folder: ${editor.url}\nCtrl+C stops it.\n`);
  await once(process, 'SIGINT');
  await editor.stop();
}

function packageExtension(): string {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'package.ts')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [vsix] = globSync('*.vsix', { cwd: root });
  if (status !== 0 || vsix === undefined) throw new Error('the extension could not be packaged; the lines above say why');
  return join(root, vsix);
}
