/** Runs test files side by side, and once more those that fail where a second try is allowed. */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const root = join(import.meta.dirname, '..');

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export interface Outcome extends Counts {
  /** `FILE: TEST` of what passed only when it was tried again. */
  readonly retried: readonly string[];
}

export interface TestOptions {
  /** How many files run at a time. One for each core, unless said otherwise. */
  readonly workers?: number;
  /** Files that fail run again: driving a real editor fails now and then by the driving alone, what the product does wrong fails again. */
  readonly mayTryAgain?: boolean;
}

/** @param patterns globs of the test files to run, relative to the repository; no file is no failure */
export async function runTests(
  patterns: readonly string[],
  { workers = availableParallelism(), mayTryAgain = false }: TestOptions = {},
): Promise<Outcome> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).map((file) => resolve(root, file));
  const first = await runFiles(files.sort(), workers);
  const failedFiles = [...first].filter(([, { failures }]) => failures.length > 0).map(([file]) => file);
  if (!mayTryAgain || failedFiles.length === 0) return { ...sum([...first.values()].map(countsOf)), retried: [] };
  process.stdout.write(`── trying again, to tell the driving from what is driven: ${failedFiles.map(nameOf).join(', ')}\n`);
  const second = await runFiles(failedFiles, workers);
  const retried = failedFiles.flatMap((file) =>
    second.get(file)?.failures.length === 0 ? (first.get(file)?.failures ?? []).map((test) => `${nameOf(file)}: ${test}`) : [],
  );
  return { ...sum([...new Map([...first, ...second]).values()].map(countsOf)), retried };
}

export function sum(all: readonly Counts[]): Counts {
  return { passed: all.reduce((count, { passed }) => count + passed, 0), failed: all.reduce((count, { failed }) => count + failed, 0) };
}

interface FileOutcome {
  passed: number;
  /** Names of the tests that failed. */
  readonly failures: string[];
}

/** What each file came to. A file that names no test still counts as one: it ran to its end. */
async function runFiles(files: readonly string[], concurrency: number): Promise<ReadonlyMap<string, FileOutcome>> {
  const outcomes = new Map<string, FileOutcome>(files.map((file) => [file, { passed: 0, failures: [] }]));
  if (files.length === 0) return outcomes;
  const outcomeOf = (file: string | undefined, name: string): FileOutcome => {
    const outcome = outcomes.get(file ?? name);
    if (outcome === undefined) throw new Error(`“${name}” is a test of no file that was to run.`);
    return outcome;
  };
  const stream = run({ files: [...files], concurrency });
  stream.on('test:pass', ({ details, file, name }) => (outcomeOf(file, name).passed += details.type === 'suite' ? 0 : 1));
  stream.on('test:fail', ({ details, file, name }) => {
    if (details.type !== 'suite' || isOfHook(details.error)) outcomeOf(file, name).failures.push(name);
  });
  for await (const chunk of stream.compose(spec)) process.stdout.write(chunk);
  return outcomes;
}

/** A suite fails with each of its tests, which are counted, but also when what runs before or after them does. */
function isOfHook(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'hookFailed';
}

function countsOf({ passed, failures }: FileOutcome): Counts {
  return { passed, failed: failures.length };
}

function nameOf(file: string): string {
  return relative(root, file).replaceAll('\\', '/');
}
