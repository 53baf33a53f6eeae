/** A year of use in an hour: two windows on one folder, whose processes are killed, whose disk is full, whose clock is wrong. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAriadneError, messageOf } from '../src/base/errors.ts';
import { seededRandom } from '../src/base/seededRandom.ts';
import { staticDimension } from '../src/models/builtin/staticModel.ts';
import { builtinModels } from '../src/protocol/runSpec.ts';
import { recordPath } from '../src/protocol/table.ts';
import { readRecord } from '../src/table/recordFile.ts';
import { EditedFolder, someQueries } from '../test/support/editedFolder.ts';
import { assertWhole, contentsOf } from '../test/support/indexCheck.ts';
import { cannotMount, smallDisk, type SmallDisk } from '../test/support/smallDisk.ts';
import { Person } from './endurance/person.ts';
import { type Machine, type Taken, Window } from './endurance/window.ts';
import { openEngine } from './engineUnderTest.ts';
import { atMost, percentile, type Bench, type BenchOptions, type BenchReport, withTempFolder } from './harness.ts';

const seed = 1;
const mostDocuments = 300;
const killedShare = 0.05;
const fullDiskShare = 0.02;
const diskBytes = 400 * 1024 * 1024;
const hourMs = 3_600_000;
const outageLastsMs = 5_000;
const outageIsHeardMs = 120_000;
/** Of memory and handles, from the first quarter to the last. */
const maxGrowth = 1.25;
const maxDiskOverFresh = 3;

/** What may be refused because of what was done before, or because another window is at it. */
const refusals = new Set(['index-missing', 'index-empty', 'usage', 'table-running', 'run-unfinished']);

export const endurance: Bench = {
  name: 'endurance',
  describe:
    'random work in two windows, with kills, a full disk, other clocks and locales; then what a person has made, the index against a new one, and what the processes take',
  run: (options) => withTempFolder(async (folder) => new Year(join(folder, 'documents'), options).live()),
};

/** Its name, the work, and what is not known any more where its process is killed. */
type Work = readonly [name: string, work: () => Promise<unknown>, unsure?: () => void];

interface Done {
  readonly ms: number;
  readonly end: 'done' | 'killed' | 'refused' | 'no disk';
}

class Year {
  readonly #options: BenchOptions;
  readonly #random = seededRandom(seed);
  readonly #folder: string;
  readonly #edited: EditedFolder;
  readonly #person = new Person();
  readonly #done = new Map<string, Done[]>();
  readonly #faults = new Set<string>();
  readonly #taken: Taken[] = [];
  readonly #queries = someQueries(500, seed);
  readonly #endings: (() => void | Promise<void>)[] = [];
  #runs = 0;
  /** While one lasts, storage may refuse anything. */
  #isOut = false;
  /** Runs and tables that a window is changing: of two changes at once it is not known which one is the last. */
  readonly #inHand = new Set<string>();
  #lastOutMs = -Infinity;
  #diskOverFresh = 0;

  constructor(folder: string, options: BenchOptions) {
    mkdirSync(join(folder, 'tables'), { recursive: true });
    this.#folder = folder;
    this.#options = options;
    this.#edited = new EditedFolder(folder, seed, mostDocuments);
  }

  async live(): Promise<BenchReport> {
    const { quick, signal, log } = this.#options;
    const [steps, perCheck] = quick ? [150, 75] : [20_000, 500];
    const unmounted = cannotMount();
    if (unmounted !== undefined) log(`The disk is never full: ${unmounted}`);
    const t = { after: (end: () => void | Promise<void>) => void this.#endings.push(end) };
    const disk = unmounted === undefined ? smallDisk(t, diskBytes) : undefined;
    const storage = disk?.folder ?? join(this.#folder, '..', 'storage');
    for (let i = 0; i < mostDocuments / 2; i++) this.#edited.edit();
    const windows = [new Window(this.#folder, storage), new Window(this.#folder, storage)];
    try {
      for (let done = 0; done < steps && !signal.aborted; done += perCheck) {
        let left = perCheck;
        await Promise.all(
          windows.map(async (window) => {
            while (left-- > 0 && !signal.aborted) await this.#step(window, disk);
          }),
        );
        // Then the processes of the windows have ended, too.
        if (signal.aborted) break;
        await this.#check(windows, storage);
        log(`${done + perCheck} of ${steps} steps, ${this.#faults.size} differences`);
      }
      return this.#report();
    } finally {
      for (const window of windows) await window.close();
      for (const end of this.#endings) await end();
    }
  }

  async #step(window: Window, disk: SmallDisk | undefined): Promise<void> {
    const [name, work, unsure] = this.#chosen(window);
    const began = performance.now();
    const times = this.#done.get(name) ?? [];
    this.#done.set(name, times);
    const usualMs = median(times.filter(({ end }) => end === 'done').map(({ ms }) => ms)) || 500;
    const luck = this.#random();
    const note = (end: Done['end']): unknown => times.push({ ms: performance.now() - began, end });
    const undo = luck > 1 - fullDiskShare ? this.#withoutDisk(disk) : undefined;
    try {
      if (luck >= killedShare) await work();
      else if (!(await window.killed(work, this.#random() * 1.2 * usualMs))) unsure?.();
      note(luck < killedShare ? 'killed' : 'done');
    } catch (error) {
      if (this.#options.signal.aborted) return;
      unsure?.();
      if (isAriadneError(error) && refusals.has(error.code)) note('refused');
      else if (this.#isExplained(error)) note('no disk');
      else this.#differ(`${name}: ${isAriadneError(error) ? `${error.code}: ` : ''}${messageOf(error)}\n  ${window.recent.join('\n  ')}`);
    } finally {
      undo?.();
    }
  }

  /** Whether the disk was taken away. A pass that has failed for it may be joined later. */
  #isExplained(error: unknown): boolean {
    const isOfDisk = isAriadneError(error, 'storage-full') || isAriadneError(error, 'storage-unwritable');
    return this.#isOut || performance.now() - this.#lastOutMs < (isOfDisk ? outageIsHeardMs : outageLastsMs);
  }

  /** @returns what gives it back */
  #withoutDisk(disk: SmallDisk | undefined): (() => void) | undefined {
    // One window at a time takes it away.
    if (!disk || this.#isOut) return undefined;
    this.#isOut = true;
    const isFull = this.#random() < 0.6;
    const free = isFull ? disk.fill(Math.floor(this.#random() * 400_000)) : () => disk.setReadOnly(false);
    try {
      if (!isFull) disk.setReadOnly(true);
    } catch {
      // Not while a file is written.
    }
    return () => {
      free();
      this.#isOut = false;
      this.#lastOutMs = performance.now();
    };
  }

  #chosen(window: Window): Work {
    const isFree = (name: string): boolean => !this.#inHand.has(name);
    const [runs, deleted, tables] = [
      this.#person.runs.filter(isFree),
      this.#person.deleted.filter(isFree),
      this.#person.tables.filter(isFree),
    ];
    const run = this.#of(runs);
    const works: readonly (readonly [share: number, ...Work] | undefined)[] = [
      [28, 'edit', () => this.#edit(window, 1 + this.#below(5))],
      [2, 'switch the branch', () => this.#edit(window, 80)],
      [8, 'index', () => window.request('index', { confirmed: true })],
      [14, 'ask', () => this.#ask(window)],
      [12, 'search', () => window.request('findPassages', { question: this.#query(), models: builtinModels })],
      [3, 'check what holds', () => window.request('check', {})],
      [6, 'check citations', () => this.#checkText(window)],
      [4, 'fill a table', () => this.#fill(window)],
      [1, 'another machine', () => window.begin(this.#machine())],
      run === undefined ? undefined : [6, ...this.#note(window, run, { title: this.#query() })],
      run === undefined ? undefined : [5, ...this.#note(window, run, { isPinned: this.#below(2) === 0 })],
      run === undefined || runs.length < 5 ? undefined : [1, ...this.#note(window, run, { isDeleted: true })],
      deleted.length === 0 ? undefined : [1, ...this.#note(window, this.#of(deleted)!, { isDeleted: false })],
      tables.length === 0 ? undefined : [5, ...this.#correct(window, this.#of(tables)!)],
    ];
    const all = works.filter((work) => work !== undefined);
    let at = this.#random() * all.reduce((sum, [share]) => sum + share, 0);
    const [, ...chosen] = all.find(([share]) => (at -= share) < 0) ?? all[0]!;
    return chosen;
  }

  async #edit(window: Window, count: number): Promise<void> {
    const paths = Array.from({ length: count }, () => this.#edited.edit()).flat();
    await window.request('changed', { paths });
  }

  async #ask(window: Window): Promise<void> {
    const runId = `run-${++this.#runs}`;
    const question = `Where is the ${this.#query()}?`;
    await window.request('ask', { runId, question, pipeline: 'sunar-nar', params: {}, models: builtinModels });
    const { trace } = await window.request('snapshot', { runId });
    if (trace.status === 'ok' || trace.status === 'degraded') this.#person.asked(runId);
    else throw new Error(`the question ended ${trace.status}: ${trace.failure}`);
  }

  #checkText(window: Window): Promise<unknown> {
    const path = this.#anyDocument();
    const text = `The ${this.#query()} [1](${path}#L1-L2 "ariadne:0123456789abcdef").\n`;
    return window.request('checkText', { path: 'draft.md', text });
  }

  async #fill(window: Window): Promise<void> {
    const out = join(this.#folder, 'tables', `table-${this.#below(5)}.csv`);
    const questions = readRecord(recordPath(out))?.questions ?? ['Who is it about?', 'Which number does it have?'];
    await window.request('fillTable', { questions, out, scope: 'in:letters', models: builtinModels });
    this.#person.filled(out);
  }

  #note(window: Window, runId: string, note: Parameters<Person['noted']>[1]): Work {
    const names = Object.keys(note) as (keyof typeof note)[];
    const work = (): Promise<void> =>
      this.#holding(runId, async () => {
        await window.request('noteRun', { runId, ...note });
        this.#person.noted(runId, note);
      });
    return [`note ${names.join()}`, work, () => this.#person.unsure(runId, names)];
  }

  #correct(window: Window, out: string): Work {
    const record = readRecord(recordPath(out));
    const edit = {
      kind: 'cell' as const,
      path: this.#of(record?.rows.map(({ path }) => path) ?? []) ?? '',
      question: this.#of(record?.questions ?? []) ?? '',
      answer: this.#query(),
    };
    const work = (): Promise<void> =>
      this.#holding(out, async () => {
        await window.request('editTable', { record: recordPath(out), edit });
        this.#person.corrected(out, edit);
      });
    return ['correct a cell', work, () => this.#person.unsureCell(out, edit)];
  }

  async #holding(name: string, work: () => Promise<void>): Promise<void> {
    this.#inHand.add(name);
    try {
      await work();
    } finally {
      this.#inHand.delete(name);
    }
  }

  /** With the windows at rest. */
  async #check(windows: readonly Window[], storage: string): Promise<void> {
    const [first] = windows as readonly [Window];
    await first.request('index', { confirmed: true });
    const { taken } = first;
    if (taken) this.#taken.push(taken);
    await first.request('look', {});
    for (const one of this.#person.missing(first.state)) this.#differ(one);
    for (const window of windows) {
      for (const line of window.errors.splice(0)) this.#differ(line);
      await window.close();
    }
    const fresh = join(this.#folder, '..', `fresh-${this.#done.size}-${this.#taken.length}`);
    const engine = await openEngine(this.#folder, fresh, this.#options.signal);
    await engine.index();
    await engine.close();
    try {
      const [now, made] = [await assertWhole(storage, staticDimension), await contentsOf(fresh)];
      const [here, there] = [new Set(now.passages), new Set(made.passages)];
      const different = [...now.passages.filter((one) => !there.has(one)), ...made.passages.filter((one) => !here.has(one))];
      if (different.length > 0) this.#differ(`${different.length} passages differ from a new index: ${different.slice(0, 3).join(', ')}`);
    } catch (error) {
      this.#differ(`the index is not whole: ${messageOf(error)}`);
    }
    this.#diskOverFresh = bytesIn(join(storage, 'index.lancedb')) / bytesIn(join(fresh, 'index.lancedb'));
  }

  /** Said once. */
  #differ(sentence: string): void {
    if (this.#faults.has(sentence)) return;
    this.#faults.add(sentence);
    this.#options.log(sentence);
  }

  #report(): BenchReport {
    const rows = [...this.#done].map(([name, all]) => {
      const counted = (end: Done['end']): number => all.filter((one) => one.end === end).length;
      const ms = median(all.filter(({ end }) => end === 'done').map((one) => one.ms));
      return [name, all.length, counted('killed'), counted('no disk'), counted('refused'), Math.round(ms)];
    });
    const part = Math.max(1, Math.floor(this.#taken.length / 4));
    const growth = (of: keyof Taken): number =>
      median(this.#taken.slice(-part).map((one) => one[of])) / median(this.#taken.slice(0, part).map((one) => one[of]));
    return {
      columns: ['work', 'times', 'killed', 'without disk', 'refused', 'median ms'],
      rows,
      checks: [
        atMost('differences, and failures that nothing explains', this.#faults.size, 0),
        atMost('disk of the index over that of a new one', this.#diskOverFresh, maxDiskOverFresh),
        ...(this.#taken.length < 4
          ? []
          : [
              atMost('memory of a window, last quarter over first', growth('memoryMb'), maxGrowth),
              atMost('handles of a window, last quarter over first', growth('handles'), maxGrowth),
            ]),
      ],
      json: { seed, rows, faults: [...this.#faults], taken: this.#taken },
    };
  }

  #machine(): Machine {
    return {
      clockMs: this.#of([-24 * hourMs, -hourMs, 0, 0, hourMs, 24 * hourMs]) ?? 0,
      timeZone: this.#of(['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia']) ?? 'UTC',
      locale: this.#of(['C', 'de_DE.UTF-8', 'tr_TR.UTF-8', 'ja_JP.UTF-8']) ?? 'C',
    };
  }

  #anyDocument(): string {
    const paths = readdirSync(this.#folder, { recursive: true, encoding: 'utf8' });
    return this.#of(paths.filter((path) => path.endsWith('.md'))) ?? 'none.md';
  }

  #query(): string {
    return this.#of(this.#queries) ?? '';
  }

  #of<T>(values: readonly T[]): T | undefined {
    return values[this.#below(values.length)];
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
