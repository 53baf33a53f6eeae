/**
 * Runs the checks and test files named on the command line, or all checks, side by side, and ends with `N passed, N failed`. `quick` stands
 * for what a change needs most often.
 *
 * usage: node scripts/test.ts [quick|types|lint|panel|engine|unit|vectors|extension|e2e|FILE]...
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkStyle, checkTypes, program } from './programs.ts';
import { runTests, sum, type Outcome } from './runTests.ts';
import { Lane, Workers } from './workers.ts';

const root = join(import.meta.dirname, '..');
const cores = availableParallelism();
/** Many tests wait for processes: two more than there are cores keep these busy, and leave editors the time that people give them. */
const workers = new Workers(cores + 2);
/** An editor under test waits half of the time. More of them than there are cores would only slow each other down. */
const editors = new Lane(cores);

const isQuick = process.argv[2] === 'quick';
/** Kills, growth, the simulation and the themes take half of the time and seldom fail alone. */
const exclude = isQuick ? ['test/unit/**/{growth,killed}*', 'test/unit/lab/simulation/*', 'test/panel/accessibility*'] : [];

const tests = (...patterns: readonly string[]): Promise<Outcome> => runTests(patterns, { workers, exclude });
const smallTests = (...patterns: readonly string[]): Promise<Outcome> => runTests(patterns, { workers, exclude, together: 40 });
const engineTests = (...patterns: readonly string[]): Promise<Outcome> => runTests(patterns, { workers, exclude, together: 3 });
let preparation: Promise<Outcome> | undefined;

/**
 * Begins at once with what these tests share, which takes minutes in a fresh clone; once that is there, they go first, since the others
 * fill any gap.
 */
async function editorTests(pattern: string): Promise<Outcome> {
  const prepared = await (preparation ??= program('the editor for tests', 'scripts/prepareEditor.ts', [], true));
  return prepared.passed === 0 ? prepared : runTests([pattern], { workers, lane: editors, isUrgent: true, mayTryAgain: true });
}

/** In the order in which they begin: what takes long first. Small groups of files fill the cores to the end. */
const checks: Readonly<Record<string, () => Promise<Outcome>>> = {
  e2e: () => editorTests('test/e2e/*.test.ts'),
  extension: () => editorTests('test/extension/*.test.ts'),
  types: () => checkTypes(workers),
  lint: () => checkStyle(workers),
  panel: () => tests('test/panel/*.test.ts'),
  unit: () => smallTests('test/unit/**/*.test.ts', 'test/webview/**/*.test.ts'),
  engine: () => engineTests('test/engine/**/*.test.ts'),
  vectors: () => smallTests('test/vectors/*.test.ts'),
};

process.chdir(root);
const asked = isQuick ? ['types', 'lint', 'panel', 'unit', 'vectors'] : process.argv.slice(2);
const files = asked.filter((name) => name.endsWith('.test.ts'));
const names = asked.filter((name) => !files.includes(name));
const unknown = [...names.filter((name) => !(name in checks)), ...files.filter((file) => globSync(file).length === 0)];
if (unknown.length > 0) {
  process.stderr.write(`There is no check or test file ${unknown.join(', ')}. Checks: quick, ${Object.keys(checks).join(', ')}.\n`);
  process.exit(2);
}
const began = performance.now();
const running = Object.entries(checks).filter(([name]) => asked.length === 0 || names.includes(name));
const outcomes = await Promise.all([
  ...(files.length > 0 ? [tests(...files)] : []),
  ...running.map(async ([name, check]) => {
    const outcome = await check();
    process.stdout.write(`── ${name}: ${outcome.passed} passed, ${outcome.failures.length} failed\n`);
    return outcome;
  }),
]);
const { passed, failures, retried } = sum(outcomes);
process.stdout.write(`── ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
for (const failure of failures) process.stdout.write(`Failed: ${failure}\n`);
if (retried.length > 0) process.stdout.write(`Passed on the second try only: ${retried.join('; ')}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exit(failures.length > 0 || passed === 0 ? 1 : 0);
