/**
 * Runs the checks and test files named on the command line, or all checks, and ends with `N passed, N failed`.
 *
 * usage: node scripts/test.ts [types|lint|unit|vectors|panel|engine|extension|e2e|FILE]...
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packagedExtension } from './packagedExtension.ts';
import { checkStyle, checkTypes } from './programs.ts';
import { runTests, sum, type Counts, type Outcome, type TestOptions } from './runTests.ts';

const root = join(import.meta.dirname, '..');

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
  types: checkTypes,
  lint: () => checkStyle(),
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
