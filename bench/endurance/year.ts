/** A year of work in several windows, whose processes are killed and put to sleep, and whose storage fails. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { delay } from '../../src/base/abort.ts';
import { isAriadneError, messageOf } from '../../src/base/errors.ts';
import { seededRandom } from '../../src/base/seededRandom.ts';
import { staticDimension } from '../../src/models/builtin/staticModel.ts';
import { EditedFolder, someQueries } from '../../test/support/editedFolder.ts';
import { embeddingServer } from '../../test/support/embeddingServer.ts';
import { doorTo } from '../../test/support/engineProcess.ts';
import { startObjectStorage } from '../../test/support/objectStorageServer.ts';
import { cannotMount, smallDisk } from '../../test/support/smallDisk.ts';
import { percentile } from '../harness.ts';
import { Deeds, type Desk } from './deeds.ts';
import { Place } from './place.ts';
import { type Taken, Window } from './window.ts';

export interface YearOptions {
  /** Each window chooses what it does by it. When that meets what another does, no seed says. */
  readonly seed: number;
  /** At most, within `forMs`. */
  readonly steps: number;
  readonly forMs?: number;
  /** Steps between two comparisons. */
  readonly perCheck: number;
  readonly documents: number;
  /** Windows on one disk, and on one bucket. */
  readonly windows: readonly [onDisk: number, inBucket: number];
  /** Of the steps, how many a process is killed and put to sleep in. */
  readonly shares: { readonly killed: number; readonly asleep: number };
  /** How long processes sleep at most. */
  readonly napMs: number;
  /** How long one of them sleeps once, in the middle of the year. */
  readonly longSleepMs?: number;
  /** How long nothing is done at the end. Old versions are not needed any more by then. */
  readonly restMs?: number;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

interface Done {
  readonly ms: number;
  readonly end: 'done' | 'killed' | 'asleep' | 'refused' | 'no disk';
}

export interface Lived {
  /** By the name of the work. */
  readonly done: ReadonlyMap<string, readonly Done[]>;
  readonly faults: readonly string[];
  /** Of the window that is never closed, at each comparison. */
  readonly taken: readonly Taken[];
  /** Disk of each place over that of a new index: at the last comparison, and after a rest. */
  readonly disk: Readonly<Record<string, { readonly busy: number; readonly later: number }>>;
}

const embedders = ['builtin', 'openai:words'];
const withoutDiskShare = 0.02;
const diskBytes = 400 * 1024 * 1024;
const outageLastsMs = 5_000;
const outageIsHeardMs = 120_000;
const settlesInMs = 180_000;

/** What may be refused because of what was done before, or because another window is at it. */
const refusals = new Set(['index-missing', 'index-empty', 'usage', 'table-running', 'run-unfinished']);

interface Seat {
  readonly window: Window;
  readonly place: Place;
  readonly deeds: Deeds;
  readonly random: () => number;
  /** Never killed, nor closed: what its process takes is looked at. */
  readonly stays: boolean;
}

export async function liveYear(folder: string, options: YearOptions): Promise<Lived> {
  const endings: (() => void | Promise<void>)[] = [];
  const t = { after: (end: () => void | Promise<void>) => void endings.push(end) };
  const year = await Year.begin(folder, options, t);
  try {
    return await year.live();
  } finally {
    await year.close();
    for (const end of endings) await end();
  }
}

class Year {
  readonly #options: YearOptions;
  readonly #folder: string;
  readonly #baseUrl: string;
  readonly #seats: readonly Seat[];
  readonly #done = new Map<string, Done[]>();
  readonly #faults = new Set<string>();
  readonly #taken: Taken[] = [];
  readonly #disk: Record<string, { readonly busy: number; readonly freshBytes: number }> = {};
  #embedder: string;
  readonly #beganAtMs = performance.now();
  #steps = 0;
  #sleptLong = false;

  private constructor(folder: string, options: YearOptions, places: readonly Place[], baseUrl: string) {
    this.#options = options;
    this.#folder = folder;
    this.#baseUrl = baseUrl;
    const { seed, documents, windows } = options;
    this.#embedder = embedders[seed % embedders.length] ?? '';
    const edited = new EditedFolder(folder, seed, documents);
    for (let i = 0; i < documents / 2; i++) edited.edit();
    const desk: Desk = { folder, edited, queries: someQueries(500, seed), inHand: new Set(), switchEmbedder: () => this.#switchEmbedder() };
    this.#seats = places
      .flatMap((place, i) => Array.from({ length: windows[i] ?? 0 }, () => place))
      .map((place, i) => {
        const { storage, indexUri, person } = place;
        const window = new Window({ folder, storage, indexUri, door: doorTo(baseUrl), embedder: () => this.#embedder });
        const [random, stays] = [seededRandom(1000 * seed + i), i === 0];
        return { window, place, random, stays, deeds: new Deeds(desk, window, { person, place: place.name, random, stays }) };
      });
  }

  static async begin(folder: string, options: YearOptions, t: { after(end: () => void | Promise<void>): void }): Promise<Year> {
    mkdirSync(join(folder, 'tables'), { recursive: true });
    const unmounted = cannotMount();
    if (unmounted !== undefined) options.log(`The disk is never full: ${unmounted}`);
    const disk = unmounted === undefined ? smallDisk(t, diskBytes) : undefined;
    const onDisk = new Place({
      name: 'disk',
      storage: disk?.folder ?? join(folder, '..', 'storage'),
      work: join(folder, '..'),
      takeAway: (random) => {
        if (random() < 0.6) return disk?.fill(Math.floor(random() * 400_000)) ?? (() => undefined);
        try {
          disk?.setReadOnly(true);
        } catch {
          // Not while a file is written.
        }
        return () => disk?.setReadOnly(false);
      },
    });
    const bucket = await startObjectStorage(t);
    const before = { ...process.env };
    t.after(() => {
      for (const name of Object.keys(bucket.env)) Reflect.deleteProperty(process.env, name);
      Object.assign(process.env, before);
    });
    Object.assign(process.env, bucket.env);
    const inBucket = new Place({
      name: 'bucket',
      storage: join(folder, '..', 'beside-bucket'),
      work: join(folder, '..'),
      indexUri: 's3://bucket/index',
      takeAway: () => {
        bucket.setReadOnly(true);
        return () => bucket.setReadOnly(false);
      },
      sizeOf: () => {
        bucket.takeRequests();
        return bucket.bytes();
      },
    });
    const embedder = await embeddingServer(t);
    embedder.dimension = staticDimension;
    return new Year(folder, options, [onDisk, inBucket], embedder.baseUrl);
  }

  async live(): Promise<Lived> {
    const { steps, forMs = Infinity, perCheck, signal, log } = this.#options;
    const isOver = (): boolean => signal.aborted || performance.now() - this.#beganAtMs > forMs;
    for (let done = 0; done < steps && !isOver(); done += perCheck) {
      let left = perCheck;
      await Promise.all(
        this.#seats.map(async (seat) => {
          while (((left-- > 0 && !isOver()) || this.#isSomebodyAsleepForLong) && !signal.aborted) await this.#step(seat);
        }),
      );
      // Then the processes of the windows have ended, too.
      if (signal.aborted) break;
      await this.#check();
      const { memoryMb = 0, heapMb = 0, handles = 0 } = this.#taken.at(-1) ?? {};
      log(
        `${this.#steps} of ${steps} steps, ${this.#faults.size} differences, ${memoryMb.toFixed(0)} MB, ${heapMb.toFixed(0)} of them used by JavaScript, ${handles} handles, ${this.#diskWords()}`,
      );
    }
    return { done: this.#done, faults: [...this.#faults], taken: this.#taken, disk: await this.#diskAfterRest() };
  }

  async close(): Promise<void> {
    await Promise.all(this.#seats.map(({ window }) => window.close()));
  }

  #isSomebodyAsleepForLong = false;

  #diskWords(): string {
    return Object.entries(this.#disk)
      .map(([name, { busy }]) => `${name} ${busy.toFixed(1)} ×`)
      .join(', ');
  }

  async #diskAfterRest(): Promise<Lived['disk']> {
    const { restMs = 0, signal } = this.#options;
    // All windows are open, and nothing is done in them.
    for (const { window } of this.#seats) await window.request('look', {});
    if (restMs > 0 && !signal.aborted) await delay(restMs, signal).catch(() => undefined);
    const places = new Set(this.#seats.map(({ place }) => place));
    return Object.fromEntries(
      [...places].flatMap((place) => {
        const { busy, freshBytes = NaN } = this.#disk[place.name] ?? {};
        return busy === undefined ? [] : [[place.name, { busy, later: place.bytes / freshBytes }]];
      }),
    );
  }

  async #step(seat: Seat): Promise<void> {
    const { window, place, deeds, random } = seat;
    const [name, work, unsure] = deeds.chosen();
    const began = performance.now();
    const times = this.#done.get(name) ?? [];
    this.#done.set(name, times);
    const usualMs = median(times.filter(({ end }) => end === 'done').map(({ ms }) => ms)) || 500;
    this.#steps++;
    const { killed, asleep } = this.#options.shares;
    const luck = random();
    const note = (end: Done['end']): unknown => times.push({ ms: performance.now() - began, end });
    const undo = luck > 1 - withoutDiskShare ? place.takeAway(random) : undefined;
    try {
      if (luck < killed && !seat.stays) {
        if (!(await window.killed(work, random() * 1.2 * usualMs))) unsure?.();
        note('killed');
      } else if (luck < killed + asleep) {
        await window.asleep(work, random() * 1.2 * usualMs, random() * this.#options.napMs);
        note('asleep');
      } else if (this.#isTimeToSleepLong(seat)) {
        await this.#sleepLong(window, work, usualMs);
        note('asleep');
      } else {
        await work();
        note('done');
      }
    } catch (error) {
      if (this.#options.signal.aborted) return;
      unsure?.();
      if (isAriadneError(error) && refusals.has(error.code)) note('refused');
      // Others have written meanwhile.
      else if (window.hasSlept && isAriadneError(error, 'index-lock-lost')) note('refused');
      else if (isExplained(place, error)) note('no disk');
      else {
        const what = `${place.name}, ${name}${window.hasSlept ? ', after sleep' : ''}`;
        this.#differ(`${what}: ${isAriadneError(error) ? `${error.code}: ` : ''}${messageOf(error)}\n  ${window.recent.join('\n  ')}`);
      }
    } finally {
      undo?.();
    }
  }

  #isTimeToSleepLong({ stays }: Seat): boolean {
    const { longSleepMs, steps, forMs = Infinity } = this.#options;
    const isHalfOver = this.#steps > steps / 2 || performance.now() - this.#beganAtMs > forMs / 2;
    return longSleepMs !== undefined && !this.#sleptLong && !stays && isHalfOver;
  }

  async #sleepLong(window: Window, work: () => Promise<unknown>, usualMs: number): Promise<void> {
    this.#sleptLong = true;
    this.#isSomebodyAsleepForLong = true;
    try {
      await window.asleep(work, usualMs / 2, this.#options.longSleepMs ?? 0);
    } finally {
      this.#isSomebodyAsleepForLong = false;
    }
  }

  async #switchEmbedder(): Promise<void> {
    this.#embedder = embedders.find((one) => one !== this.#embedder) ?? '';
    await Promise.allSettled(this.#seats.map(({ window }) => window.followSettings()));
  }

  async #check(): Promise<void> {
    for (const place of new Set(this.#seats.map((seat) => seat.place))) {
      const seats = this.#seats.filter((seat) => seat.place === place);
      try {
        await this.#checkPlace(place, seats);
      } catch (error) {
        this.#differ(
          `${place.name}, at rest: ${messageOf(error)}\n  ${seats.map(({ window }) => window.recent.join('\n  ')).join('\n  ')}`,
        );
      }
    }
  }

  /** With its windows at rest. */
  async #checkPlace(place: Place, seats: readonly Seat[]): Promise<void> {
    const [first] = seats;
    if (!first) return;
    const { window } = first;
    await window.request('index', { confirmed: true });
    await untilRest(seats);
    // Who learned has replaced what the pass has left.
    await window.request('index', { confirmed: true });
    await untilRest(seats);
    const taken = first.stays ? await window.taken() : undefined;
    if (taken) this.#taken.push(taken);
    for (const one of place.person.missing(this.#folder, window.state)) this.#differ(`${place.name}: ${one}`);
    for (const { window, stays } of seats) {
      for (const line of window.errors.splice(0)) this.#differ(`${place.name}: ${line}`);
      if (!stays) await window.close();
    }
    const { differences, freshBytes } = await place.compare(this.#folder, this.#baseUrl, this.#options.signal);
    for (const one of differences) this.#differ(`${place.name}: not as a new index: ${one}`);
    const busy = place.bytes / freshBytes;
    this.#disk[place.name] = { busy, freshBytes };
  }

  /** Said once. */
  #differ(sentence: string): void {
    if (this.#faults.has(sentence)) return;
    this.#faults.add(sentence);
    this.#options.log(sentence);
  }
}

async function untilRest(seats: readonly Pick<Seat, 'window'>[]): Promise<void> {
  const giveUpAtMs = performance.now() + settlesInMs;
  for (const { window } of seats) {
    do {
      await delay(100);
      await window.request('look', {});
      if (performance.now() > giveUpAtMs) throw new Error(`still at work: ${JSON.stringify(window.state.indexing)}`);
    } while (window.isBusy);
  }
}

/** Whether storage was taken away. A pass that has failed for it may be joined later. */
function isExplained(place: Place, error: unknown): boolean {
  const isOfStorage = isAriadneError(error, 'storage-full') || isAriadneError(error, 'storage-unwritable');
  return place.isAway || performance.now() - place.lastAwayMs < (isOfStorage ? outageIsHeardMs : outageLastsMs);
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
