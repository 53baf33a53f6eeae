/** One writer per index where files cannot be linked: a lease in the database that expires unless it is renewed. */
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import type { Connection, Table } from '@lancedb/lancedb';
import * as z from 'zod';
import { delay } from '../base/abort.ts';
import { isSystemError, messageOf } from '../base/errors.ts';
import { isLivingProcess, isProcessId } from '../base/livingProcess.ts';
import { IndexLockedError, lockLost, type LockedWork, type WriteLock } from './lock.ts';
import { sql } from './tables.ts';

/** Storage of the lease: one text that all processes see. */
export interface LeaseCell {
  /** The last value written; undefined or empty when nobody holds the lease. */
  readWriter(): Promise<string | undefined>;
  /** Atomically writes `value` if the text is still `expected`; otherwise returns false. */
  writeWriter(value: string, expected: string | undefined): Promise<boolean>;
}

export interface LeaseOptions {
  /** Milliseconds since 1970, accurate to 30 s on all machines. */
  readonly now?: () => number;
  /** Milliseconds since any moment: a clock that nobody sets. */
  readonly steadyNow?: () => number;
  /** Calls `work` every `ms` milliseconds until the returned function is called. */
  readonly every?: (ms: number, work: () => void) => () => void;
  readonly pause?: (ms: number) => Promise<void>;
}

/** How long a lease lasts without renewal. */
export const leaseMs = 60_000;
const renewEveryMs = 15_000;
/**
 * How long another process waits after the end of a lease: clocks may differ by 30 s, and the holder may notice the end one renewal late.
 */
export const leaseMarginMs = 45_000;
/** A lease that has expired, or lasts too long, may be that of a living process, and a clock wrong. Then it is renewed meanwhile. */
export const watchedForMs = renewEveryMs + 10_000;
/** How often a process that loses a race looks for the winner. */
const attempts = 4;

const lease = z.object({
  host: z.string(),
  pid: z.number().refine(isProcessId),
  /** The namespace of `pid`, since containers on one machine may share its name; empty where there are none. */
  pidNamespace: z.string(),
  /** Names the boot of the machine, where the system does. */
  boot: z.string().optional(),
  bootedAtUtc: z.iso.datetime(),
  token: z.string(),
  untilUtc: z.iso.datetime(),
});
type Lease = Readonly<z.infer<typeof lease>>;
/** The boot time is derived from the clock, which is corrected now and then, or set. */
const bootToleranceMs = 2000;

/**
 * Takes the lease, renews it on a timer, and gives it up with `release`. A lease that has expired and is not renewed for the next 25
 * seconds, or whose holder is a dead process of this machine, is taken over. While clocks differ by less than 30 s, or a holder can renew
 * its lease, at most one process holds it. A holder that cannot renew it in time is notified by `lost`.
 * @throws AriadneError `index-locked` naming the owner and the latest end of the lease
 */
export async function takeLease(cell: LeaseCell, options: LeaseOptions = {}): Promise<WriteLock> {
  const { now = Date.now, steadyNow = () => performance.now(), every = unhurried, pause = delay } = options;
  const token = randomUUID();
  const valueUntil = (until: number): string =>
    JSON.stringify({ ...thisProcess(), token, untilUtc: new Date(until).toISOString() } satisfies Lease);
  let current = await cell.readWriter();
  for (let attempt = 0; attempt < attempts; attempt++) {
    const holder = holderOf(current);
    if (holder && holder.token !== token && !isDead(holder)) {
      if (isValid(holder, now())) throw locked(holder, now());
      await pause(watchedForMs);
      const watched = current;
      current = await cell.readWriter();
      if (current !== watched && holderOf(current)?.token === holder.token) throw locked(holder, now());
      if (current !== watched) continue;
    }
    const until = steadyNow() + leaseMs;
    const value = valueUntil(now() + leaseMs);
    await cell.writeWriter(value, current);
    // Read again after any reply, because only the value that everyone sees counts.
    current = await cell.readWriter();
    if (current === value && steadyNow() < until) return hold({ cell, token, valueUntil, now, steadyNow, every }, { value, until });
  }
  throw locked(holderOf(current), now());
}

interface Holding {
  readonly cell: LeaseCell;
  readonly token: string;
  readonly valueUntil: (until: number) => string;
  readonly now: () => number;
  readonly steadyNow: () => number;
  readonly every: NonNullable<LeaseOptions['every']>;
}

interface Held {
  readonly value: string;
  /** By the steady clock. */
  readonly until: number;
}

function hold({ cell, token, valueUntil, now, steadyNow, every }: Holding, taken: Held): WriteLock {
  const lost = new AbortController();
  let held = taken;
  let renewing: Promise<void> | undefined;
  const lose = (): void => {
    stop();
    lost.abort(lockLost());
  };
  const renew = async (): Promise<void> => {
    const until = steadyNow() + leaseMs;
    const value = valueUntil(now() + leaseMs);
    await cell.writeWriter(value, held.value);
    const current = await cell.readWriter();
    // An earlier renewal that seemed to fail may have arrived after all, so a value with our token is ours.
    if (current === value) held = { value, until };
    else if (current !== undefined && holderOf(current)?.token === token) held = { ...held, value: current };
    else lose();
  };
  const check = async (): Promise<void> => {
    if (steadyNow() >= held.until) return lose();
    // A failed renewal is retried at the next turn, while the lease still lasts.
    renewing ??= renew()
      .catch(() => undefined)
      .finally(() => (renewing = undefined));
    return renewing;
  };
  const stop = every(renewEveryMs, () => void check());
  return {
    lost: lost.signal,
    check,
    release: async () => {
      stop();
      await renewing;
      // A lease that cannot be given up expires.
      if (!lost.signal.aborted) await cell.writeWriter('', held.value).catch(() => false);
    },
  };
}

/** @returns undefined when nobody holds the lease, or the value is not a lease */
function holderOf(value: string | undefined): Lease | undefined {
  if (value === undefined || value === '') return undefined;
  try {
    return lease.parse(JSON.parse(value));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** By this clock, and unless the holder's is wrong. */
function isValid({ untilUtc }: Lease, now: number): boolean {
  const until = Date.parse(untilUtc);
  return now < until + leaseMarginMs && until < now + leaseMs + leaseMarginMs;
}

function locked(holder: Lease | undefined, now: number): IndexLockedError {
  const endsInMs = holder ? Date.parse(holder.untilUtc) + leaseMarginMs - now : 0;
  const seconds = Math.ceil(Math.min(Math.max(endsInMs, 1000), leaseMs + leaseMarginMs) / 1000);
  return new IndexLockedError(
    holder ? `process ${holder.pid} on ${holder.host}` : 'another process',
    `into this storage. Wait until it is done; if it is not running any more, try again in ${seconds} s.`,
  );
}

function thisProcess(): Pick<Lease, 'host' | 'pid' | 'pidNamespace' | 'boot' | 'bootedAtUtc'> {
  const bootedAtUtc = new Date(Date.now() - uptime() * 1000).toISOString();
  const boot = ofProc(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const pidNamespace = ofProc(() => readlinkSync('/proc/self/ns/pid')) ?? '';
  return { host: hostname(), pid: process.pid, pidNamespace, ...(boot === undefined ? {} : { boot }), bootedAtUtc };
}

/** @returns undefined where the system does not say it */
function ofProc(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'EACCES', 'ENOTDIR', 'EINVAL')) return undefined;
    throw error;
  }
}

/** A process can only be seen to be dead if it surely ran on this machine, and since its last boot. */
function isDead(holder: Lease): boolean {
  const here = thisProcess();
  if (holder.host !== here.host || holder.pidNamespace !== here.pidNamespace) return false;
  const isSameTime = (): boolean => Math.abs(Date.parse(holder.bootedAtUtc) - Date.parse(here.bootedAtUtc)) <= bootToleranceMs;
  const isSameBoot = holder.boot === undefined || here.boot === undefined ? isSameTime() : holder.boot === here.boot;
  return isSameBoot && !isLivingProcess(holder.pid);
}

function unhurried(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** A table with this few versions may still be overwritten by a process that was creating it at the same time. */
const youngVersions = 10;
const settleMs = 2000;

/**
 * The cell as a separate table with one row, created whole: two processes that each merge a missing row into a table both succeed and leave
 * two rows (LanceDB 0.31). Of several conditional updates of one row exactly one succeeds, also across processes, because LanceDB retries
 * conflicting updates.
 *
 * Creation is not exclusive: of two processes that create a table at once, the slower one overwrites it, even after the faster one has
 * written to it. So the cell of a young table is returned only after a delay in which everyone who saw no table has created it.
 */
export async function openLeaseCell(
  connection: Pick<Connection, 'openTable' | 'createTable'>,
  cellTable: LockedWork = 'writer',
): Promise<LeaseCell> {
  const table = await openOrCreate(connection, cellTable);
  if ((await table.version()) < youngVersions) await delay(settleMs);
  const readWriter = async (): Promise<string | undefined> => {
    await table.checkoutLatest();
    const rows: readonly { readonly value: unknown }[] = await table.query().select(['value']).toArray();
    const value = rows[0]?.value;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    readWriter,
    writeWriter: async (value, expected) => {
      await table.checkoutLatest();
      await table.update({ where: `value = ${sql(expected ?? '')}`, values: { value } });
      return (await readWriter()) === (value === '' ? undefined : value);
    },
  };
}

async function openOrCreate(connection: Pick<Connection, 'openTable' | 'createTable'>, cellTable: LockedWork): Promise<Table> {
  try {
    return await connection.openTable(cellTable);
  } catch (unopened) {
    try {
      return await connection.createTable(cellTable, [{ value: '' }]);
    } catch (uncreated) {
      // Another process may have created it in the meantime.
      return connection.openTable(cellTable).catch(() => Promise.reject(new AggregateError([unopened, uncreated], messageOf(uncreated))));
    }
  }
}
