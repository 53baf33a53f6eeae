/**
 * Runs the checks and test files named on the command line, or all checks, and ends with `N passed, N failed`.
 *
 * usage: node scripts/test.ts [types|lint|unit|vectors|panel|engine|extension|e2e|FILE]...
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packagedExtension } from './packagedExtension.ts';
import { runTests, sum, type Counts, type Outcome, type TestOptions } from './runTests.ts';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');

/** Test files and how they run; those of engine start processes and wait for them, so that one more than there are cores keeps these busy. */
const tests = {
  unit: { patterns: ['test/unit/**/*.test.ts', 'test/webview/**/*.test.ts'] },
  vectors: { patterns: ['test/vectors/*.test.ts'] },
  panel: { patterns: ['test/panel/*.test.ts'] },
  engine: { patterns: ['test/engine/**/*.test.ts'], workers: availableParallelism() + 1 },
  extension: { patterns: ['test/extension/*.test.ts'], mayTryAgain: true },
  e2e: { patterns: ['test/e2e/*.test.ts'], mayTryAgain: true },
} satisfies Readonly<Record<string, TestOptions & { readonly patterns: readonly string[] }>>;

const checks: Readonly<Record<string, () => Promise<Counts | Outcome>>> = {
  types: async () => {
    const projects = [
      'tsconfig.json',
      ...['src/extension', 'webview-ui', 'test/webview', 'test/extension'].map((folder) => `${folder}/tsconfig.json`),
    ];
    return sum(
      await Promise.all(projects.map((project) => program(`types of ${project}`, 'typescript/bin/tsc', ['--noEmit', '-p', project]))),
    );
  },
  lint: async () =>
    sum([
      await program('lint', 'eslint/bin/eslint.js', ['.']),
      await program('format', 'prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
      await program('contributions', '../scripts/generateContributions.ts', ['--check']),
    ]),
  ...Object.fromEntries(
    Object.entries(tests).map(([name, { patterns, ...options }]) => [
      name,
      () => {
        // Before the tests of editors, which would otherwise package it side by side.
        if (name === 'e2e') packagedExtension();
        return runTests(patterns, options);
      },
    ]),
  ),
};

process.chdir(root);
const asked = process.argv.slice(2);
const files = asked.filter((name) => name.endsWith('.test.ts'));
const names = asked.filter((name) => !files.includes(name));
const unknown = names.filter((name) => !(name in checks));
if (unknown.length > 0) {
  process.stderr.write(`There is no check or test file ${unknown.join(', ')}. Checks: ${Object.keys(checks).join(', ')}.\n`);
  process.exit(2);
}
const outcomes: (Counts | Outcome)[] = [];
if (files.length > 0) outcomes.push(await runTests(files));
for (const name of asked.length > 0 ? names : Object.keys(checks)) {
  const began = performance.now();
  const outcome = (await checks[name]?.()) ?? { passed: 0, failed: 1 };
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`── ${name}: ${outcome.passed} passed, ${outcome.failed} failed, ${seconds} s\n`);
  outcomes.push(outcome);
}
const { passed, failed } = sum(outcomes);
const retried = outcomes.flatMap((outcome) => ('retried' in outcome ? outcome.retried : []));
if (retried.length > 0) process.stdout.write(`Passed on the second try only: ${retried.join('; ')}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

/** A program of an npm package that passes when it exits with 0; its output is shown when it does not. */
function program(title: string, entry: string, args: readonly string[]): Promise<Counts> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(modules, entry), ...args], { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(`${title}\n${output}\n`);
      resolve({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });
    });
  });
}
