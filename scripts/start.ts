/**
 * `npm start`: indexes the sample folder with the built-in models, asks one question, shows the result, and offers the editor.
 *
 * usage: npm start [-- --editor]
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';

const root = join(import.meta.dirname, '..');
const samples = join(root, 'samples');
const question = 'When was the birthplace of the designer of the Quillan Gate plant flooded?';

if (process.argv.includes('--editor')) await openEditor();
else {
  ariadne('index', samples);
  process.stdout.write('\n');
  ariadne('ask', samples, question);
  if (process.stdin.isTTY && process.stdout.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await terminal.question('\nOpen the sample folder in VS Code with Ariadne? [y/N] ');
    terminal.close();
    if (/^y/i.test(answer)) await openEditor();
  }
}

function ariadne(...args: readonly string[]): void {
  const cli = join(root, 'dist', 'cli.js');
  if (!existsSync(cli)) throw new Error('dist/cli.js is missing; npm run build makes it');
  const { status } = spawnSync(process.execPath, [cli, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

async function openEditor(): Promise<void> {
  const { openSamplesInEditor } = await import('./openEditor.ts');
  await openSamplesInEditor(samples);
}
