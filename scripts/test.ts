/**
 * Runs the checks named on the command line, or all of them, and ends with `N passed, N failed`.
 *
 * usage: node scripts/test.ts [types|lint|unit|vectors|panel|engine|extension|e2e]...
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');

interface Counts {
  passed: number;
  failed: number;
}

const checks: Readonly<Record<string, () => Promise<Counts>>> = {
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
  unit: () => tests(['test/unit/**/*.test.ts', 'test/webview/**/*.test.ts']),
  vectors: () => tests(['test/vectors/*.test.ts']),
  panel: () => tests(['test/panel/*.test.ts'], 1),
  engine: () => tests(['test/engine/**/*.test.ts']),
  extension: () => twice(() => tests(['test/extension/*.test.ts'], 1)),
  e2e: () => twice(() => tests(['test/e2e/*.test.ts'], 1)),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in checks));
if (unknown.length > 0) {
  process.stderr.write(`There is no check ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.\n`);
  process.exit(2);
}
process.chdir(root);
const total: Counts = { passed: 0, failed: 0 };
for (const name of asked.length > 0 ? asked : Object.keys(checks)) {
  const began = performance.now();
  const { passed, failed } = (await checks[name]?.()) ?? { passed: 0, failed: 1 };
  process.stdout.write(`── ${name}: ${passed} passed, ${failed} failed, ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  total.passed += passed;
  total.failed += failed;
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

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

/** Driving a real editor fails now and then by the driving alone; what the product does wrong fails again. */
async function twice(check: () => Promise<Counts>): Promise<Counts> {
  const first = await check();
  if (first.failed === 0) return first;
  process.stdout.write(`── ${first.failed} failed; once more, to tell the driving from what is driven\n`);
  return check();
}

/** A file that names no test still counts as one: it ran to its end. */
async function tests(patterns: readonly string[], concurrency = availableParallelism()): Promise<Counts> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).map((file) => join(root, file));
  const counts: Counts = { passed: 0, failed: 0 };
  if (files.length === 0) return counts;
  const stream = run({ files: files.sort(), concurrency });
  stream.on('test:pass', ({ details }) => (counts.passed += details.type === 'suite' ? 0 : 1));
  stream.on('test:fail', ({ details }) => (counts.failed += details.type === 'suite' ? 0 : 1));
  const reporter = stream.compose(spec);
  for await (const chunk of reporter) process.stdout.write(chunk);
  return counts;
}

function sum(all: readonly Counts[]): Counts {
  return { passed: all.reduce((count, { passed }) => count + passed, 0), failed: all.reduce((count, { failed }) => count + failed, 0) };
}
