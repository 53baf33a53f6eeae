/** Runs test files in parallel, and failed ones again where a second try is allowed. */
import { globSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { Workers, type JobOptions } from './workers.ts';

const root = join(import.meta.dirname, '..');
/** Runs the test files that its arguments name, each in a suite. */
const entry = join(import.meta.dirname, 'testFiles.ts');
const aloneEnding = '.alone.test.ts';
const maxReasonLength = 300;
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
  /** Globs of files that are left out. */
  readonly exclude?: readonly string[];
  /**
   * How many files share a process, by default one: most of what a small test file takes is starting and loading what it tests. One that
   * ends in `.alone.test.ts` shares none.
   */
  readonly together?: number;
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
  // Test files run side by side: more threads of the database only wake and wait for each other, an eighth of its processor time.
  process.env['TOKIO_WORKER_THREADS'] ??= '1';
  const inMemory = memoryFolder();
  if (inMemory !== undefined) process.env['TMPDIR'] ??= inMemory;
  const { mayTryAgain = false, workers = new Workers(availableParallelism()), exclude = [] } = options;
  const runFiles = async (files: readonly string[], together: number): Promise<ReadonlyMap<string, FileOutcome>> => {
    const shared = files.filter((file) => !file.endsWith(aloneEnding));
    // Dealt out in turn: no group has all that are long.
    const count = Math.ceil(shared.length / together);
    const groups = Array.from({ length: count }, (_, group) => shared.filter((__, i) => i % count === group));
    groups.push(...files.filter((file) => file.endsWith(aloneEnding)).map((file) => [file]));
    return new Map((await Promise.all(groups.map((group) => workers.do(() => runGroup(group, options.isUrgent), options)))).flat());
  };
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root, exclude })).map((file) => resolve(root, file));
  // What is longest tends to take longest, and begins first: urgent files wait in reverse order.
  const longestFirst = files.sort((a, b) => statSync(b).size - statSync(a).size || (a < b ? -1 : 1));
  const first = await runFiles(options.isUrgent ? longestFirst.reverse() : longestFirst, options.together ?? 1);
  const failed = mayTryAgain ? [...first].filter(([, { failures }]) => failures.length > 0).map(([file]) => file) : [];
  if (failed.length === 0) return { ...sum([...first].map(outcomeOf)), retried: [] };
  process.stdout.write(`── trying again, to tell the driving from what is driven: ${failed.map(nameOf).join(', ')}\n`);
  const second = await runFiles(failed, 1);
  const retried = [...second].flatMap(([file, { failures }]) =>
    failures.length === 0 ? (first.get(file)?.failures ?? []).map((test) => `${nameOf(file)}: ${test}`) : [],
  );
  return { ...sum([...new Map([...first, ...second])].map(outcomeOf)), retried };
}

/**
 * Linux' folder in memory, if programs can be started there and there is enough room. Databases write thousands of small files for a test,
 * which take half as long there as on a disk.
 */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm';
  const enoughBytes = 6e9;
  if (process.platform !== 'linux' || process.availableMemory() < enoughBytes) return undefined;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, at]) => at === folder);
  if (mount?.[3]?.split(',').includes('noexec') !== false) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < enoughBytes ? undefined : folder;
}

export function sum(all: readonly Outcome[]): Required<Outcome> {
  return {
    passed: all.reduce((count, { passed }) => count + passed, 0),
    failures: all.flatMap(({ failures }) => failures),
    retried: all.flatMap(({ retried = [] }) => retried),
  };
}

interface FileOutcome {
  passed: number;
  /** Names of the tests that failed, with the reason. */
  failures: string[];
}

/**
 * Runs files in one process, and shows what their tests come to once all have ended, so that processes that run side by side stay apart.
 * If the process breaks off, each file runs alone, so that only the one at fault fails. A file that names no test fails.
 */
async function runGroup(files: readonly string[], isUrgent = false): Promise<(readonly [string, FileOutcome])[]> {
  const outcomes = new Map(files.map((file) => [nameOf(file), { file, passed: 0, failures: new Array<string>() }]));
  let tests: Omit<FileOutcome, 'file'> = { passed: 0, failures: [] };
  let isBroken = false;
  const end = (name: string): void => {
    const outcome = outcomes.get(name);
    if (outcome) Object.assign(outcome, tests);
    else isBroken = true;
    tests = { passed: 0, failures: [] };
  };
  const events = run({ files: [entry], argv: [isUrgent ? 'first' : 'after-editors', ...files] });
  events.on('test:pass', ({ details, name, nesting }) => {
    if (nesting === 0) end(name);
    else if (details.type !== 'suite') tests.passed++;
  });
  events.on('test:fail', ({ details, name, nesting }) => {
    if (details.type !== 'suite' || isOfItsOwn(details.error))
      tests.failures.push(`${nesting === 0 ? 'the file itself' : name} (${reasonOf(details.error)})`);
    if (nesting === 0) end(name);
  });
  let shown = '';
  for await (const chunk of Readable.from(withoutTotals(events)).compose(spec)) shown += String(chunk);
  if (isBroken && files.length > 1) {
    const alone: (readonly [string, FileOutcome])[] = [];
    for (const file of files) alone.push(...(await runGroup([file], isUrgent)));
    return alone;
  }
  process.stdout.write(shown);
  return [...outcomes.values()].map(({ file, passed, failures }) => {
    const isSilent = passed === 0 && failures.length === 0;
    return [file, { passed, failures: isSilent ? [isBroken ? 'the process broke off' : 'names no test'] : failures }];
  });
}

async function* withoutTotals(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  for await (const event of events) if (event.type !== 'test:diagnostic' || !totals.test(event.data.message)) yield event;
}

/** One line, so that the end of a long output says what failed why. */
function reasonOf({ cause, message }: Error): string {
  const reason = (cause instanceof Error ? cause.message : message).replace(/\s+/g, ' ').trim();
  return reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength)}…` : reason;
}

/** Whether the suite itself failed, or a hook of it. It also fails with each of its tests, which are counted separately. */
function isOfItsOwn(error: Error): boolean {
  return !('failureType' in error && error.failureType === 'subtestsFailed');
}

function outcomeOf([file, { passed, failures }]: readonly [string, FileOutcome]): Outcome {
  return { passed, failures: failures.map((test) => `${nameOf(file)}: ${test}`) };
}

function nameOf(file: string): string {
  return relative(root, file).replaceAll('\\', '/');
}
