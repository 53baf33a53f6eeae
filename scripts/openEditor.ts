/**
 * Opens a folder in VS Code with Ariadne installed: in the desktop version if there is one, otherwise in the browser on a loopback port.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { serveEditor } from '../test/rig/editorServer.ts';
import { packagedExtension } from './packagedExtension.ts';

export async function openSamplesInEditor(folder: string): Promise<void> {
  const vsix = packagedExtension();
  const hasDesktop =
    spawnSync('code', ['--version'], { shell: process.platform === 'win32', stdio: 'ignore' }).status === 0 && process.getuid?.() !== 0;
  if (hasDesktop) {
    const shell = process.platform === 'win32';
    // A shell cuts at blanks.
    const word = (path: string): string => (shell ? `"${path}"` : path);
    spawnSync('code', ['--install-extension', word(vsix), '--force'], { shell, stdio: 'inherit' });
    spawnSync('code', [word(folder)], { shell, stdio: 'inherit' });
    return;
  }
  const editor = await serveEditor({ folder, vsix, log: (line) => process.stderr.write(`${line}\n`) });
  process.stdout.write(`VS Code with the sample folder: ${editor.url}\nCtrl+C stops it.\n`);
  await once(process, 'SIGINT');
  await editor.stop();
}
