/** The programs that check the sources without running them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sum, type Counts } from './runTests.ts';

const root = join(import.meta.dirname, '..');
const projects = [
  'tsconfig.json',
  ...['src/extension', 'webview-ui', 'test/webview', 'test/extension'].map((folder) => `${folder}/tsconfig.json`),
];

/** Side by side; what did not change since the last time is not looked at again. */
export async function checkTypes(): Promise<Counts> {
  const check = (project: string): Promise<Counts> => {
    const memory = join(root, 'out', 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
    return program(`types of ${project}`, 'typescript/bin/tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', memory, '-p', project]);
  };
  return sum(await Promise.all(projects.map(check)));
}

/** @param files all of them, or those named, relative to the repository; what nothing uses and import circles are searched in all of them */
export async function checkStyle(files: readonly string[] = ['.']): Promise<Counts> {
  const code = files.filter((file) => file === '.' || /\.[cm]?[jt]sx?$/.test(file));
  const format = ['--check', '--ignore-unknown', '--log-level', 'warn', ...files];
  return sum(
    await Promise.all([
      program('contributions', '../scripts/generateContributions.ts', ['--check']),
      program('what nothing uses', 'knip/bin/knip.js', ['--no-progress']),
      program('import circles', 'dependency-cruiser/bin/dependency-cruiser.mjs', ['src', 'webview-ui', 'scripts', 'test', 'bench']),
      ...(code.length > 0 ? [program('lint', 'eslint/bin/eslint.js', ['--no-warn-ignored', ...code])] : []),
      ...(files.length > 0 ? [program('format', 'prettier/bin/prettier.cjs', format)] : []),
    ]),
  );
}

/** A program of an npm package that passes when it exits with 0; its output is shown when it does not. */
function program(title: string, entry: string, args: readonly string[]): Promise<Counts> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', entry), ...args], { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(`${title}\n${output}\n`);
      resolve({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });
    });
  });
}
