/** Runs test files in parallel, and failed ones again where a second try is allowed. */
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { Workers, type JobOptions } from './workers.ts';

const root = join(import.meta.dirname, '..');
/** What Node says at the end of a run; here a run is one file. */
const totals = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /;

export interface Outcome {
  readonly passed: number;
  /** A line for each. */
  readonly failures: readonly string[];
  /** `FILE: TEST` for each test that passed only in its second try. */
  readonly retried?: readonly string[];
}

export interface TestOptions extends JobOptions {
  /** One for each core, unless said otherwise. */
  readonly workers?: Workers;
  /**
   * Whether failed files run again: driving a real editor occasionally fails through no fault of the product, while a fault of the product
   * fails again.
   */
  readonly mayTryAgain?: boolean;
}

/** @param patterns globs of the test files to run, relative to the repository; no matching file is not a failure */
export async function runTests(patterns: readonly string[], options: TestOptions = {}): Promise<Required<Outcome>> {
  // Most of what a small test file takes is the compilation of what it imports.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'out', 'compiled');
  const { mayTryAgain = false, workers = new Workers(availableParallelism()) } = options;
  const runFiles = async (files: readonly string[]): Promise<ReadonlyMap<string, FileOutcome>> =>
    new Map(await Promise.all(files.map((file) => workers.do(async () => [file, await runFile(file)] as const, options))));
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).map((file) => resolve(root, file));
  const first = await runFiles(options.isUrgent ? files.sort(byLength) : files.sort());
  const failed = mayTryAgain ? [...first].filter(([, { failures }]) => failures.length > 0).map(([file]) => file) : [];
  if (failed.length === 0) return { ...sum([...first].map(outcomeOf)), retried: [] };
  process.stdout.write(`── trying again, to tell the driving from what is driven: ${failed.map(nameOf).join(', ')}\n`);
  const second = await runFiles(failed);
  const retried = [...second].flatMap(([file, { failures }]) =>
    failures.length === 0 ? (first.get(file)?.failures ?? []).map((test) => `${nameOf(file)}: ${test}`) : [],
  );
  return { ...sum([...new Map([...first, ...second])].map(outcomeOf)), retried };
}

export function sum(all: readonly Outcome[]): Required<Outcome> {
  return {
    passed: all.reduce((count, { passed }) => count + passed, 0),
    failures: all.flatMap(({ failures }) => failures),
    retried: all.flatMap(({ retried = [] }) => retried),
  };
}

/** Urgent files wait in reverse order. The longest file tends to take the longest, and begins first. */
function byLength(a: string, b: string): number {
  return statSync(a).size - statSync(b).size;
}

interface FileOutcome {
  passed: number;
  /** Names of the tests that failed. */
  readonly failures: string[];
}

/**
 * Shows what the file's tests come to once they have ended, so that files that run side by side stay apart. A file that names no test
 * counts as one.
 */
async function runFile(file: string): Promise<FileOutcome> {
  const outcome: FileOutcome = { passed: 0, failures: [] };
  const events = run({ files: [file] });
  events.on('test:pass', ({ details }) => (outcome.passed += details.type === 'suite' ? 0 : 1));
  events.on('test:fail', ({ details, name }) => {
    if (details.type !== 'suite' || isOfHook(details.error)) outcome.failures.push(name);
  });
  let shown = `${nameOf(file)}\n`;
  for await (const chunk of Readable.from(withoutTotals(events)).compose(spec)) shown += String(chunk);
  process.stdout.write(shown);
  return outcome;
}

async function* withoutTotals(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  for await (const event of events) if (event.type !== 'test:diagnostic' || !totals.test(event.data.message)) yield event;
}

/** Whether a hook failed. A suite also fails with each of its tests, which are counted separately. */
function isOfHook(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'hookFailed';
}

function outcomeOf([file, { passed, failures }]: readonly [string, FileOutcome]): Outcome {
  return { passed, failures: failures.map((test) => `${nameOf(file)}: ${test}`) };
}

function nameOf(file: string): string {
  return relative(root, file).replaceAll('\\', '/');
}
