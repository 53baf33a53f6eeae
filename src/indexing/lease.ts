/** One writer per index where no file can be linked: a lease in the dataset itself, which runs out unless it is renewed. */
import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import type { Connection, Table } from '@lancedb/lancedb';
import * as z from 'zod';
import { delay } from '../base/abort.ts';
import { isSystemError, messageOf } from '../base/errors.ts';
import { IndexLockedError, lockLost, type WriteLock } from './lock.ts';
import { sql } from './tables.ts';

/** Where the lease is kept: one text that all processes see. */
export interface LeaseCell {
  /** What was written last. Undefined or empty when nobody holds the lease. */
  readWriter(): Promise<string | undefined>;
  /** Writes `value` if the text is still `expected`, in one step; false when it is not. */
  writeWriter(value: string, expected: string | undefined): Promise<boolean>;
}

export interface LeaseOptions {
  /** Milliseconds since 1970, as all machines have them to within 30 s. */
  readonly now?: () => number;
  /** Calls `work` every so many ms until the function it returns is called. */
  readonly every?: (ms: number, work: () => void) => () => void;
}

/** How long a lease holds unless it is renewed. */
export const leaseMs = 60_000;
const renewEveryMs = 15_000;
/** Another takes a lease only so long after its end: clocks may differ by 30 s, and its holder may notice the end one renewal late. */
export const leaseMarginMs = 45_000;
/** Those who lose a race look again who won it. */
const attempts = 4;

const lease = z.object({
  host: z.string(),
  pid: z.number(),
  /** Of the namespace in which `pid` counts: containers of one machine may share its name. Empty where there are none. */
  pidNamespace: z.string(),
  bootedAtUtc: z.iso.datetime(),
  token: z.string(),
  untilUtc: z.iso.datetime(),
});
type Lease = Readonly<z.infer<typeof lease>>;
/** When a machine was booted is reckoned from its clock, which is corrected now and then. */
const bootToleranceMs = 2000;

/**
 * Takes the lease, renews it by a timer, and gives it up with `release`. One that has run out, or whose holder is a dead process of this machine, is taken
 * over. While clocks differ by less than 30 s, at most one process holds it; a holder that cannot renew it in time learns so by `lost`.
 * @throws AriadneError `index-locked` naming the owner and when it ends at the latest
 */
export async function takeLease(cell: LeaseCell, { now = Date.now, every = unhurried }: LeaseOptions = {}): Promise<WriteLock> {
  const token = randomUUID();
  const valueUntil = (until: number): string =>
    JSON.stringify({ ...thisProcess(), token, untilUtc: new Date(until).toISOString() } satisfies Lease);
  let current = await cell.readWriter();
  for (let attempt = 0; attempt < attempts; attempt++) {
    const holder = holderOf(current);
    const mayHold = holder && now() < Date.parse(holder.untilUtc) + leaseMarginMs && !isDead(holder);
    if (mayHold && holder.token !== token) throw locked(holder, now());
    const until = now() + leaseMs;
    const value = valueUntil(until);
    await cell.writeWriter(value, current);
    // Read again whatever was answered: what counts is what everyone sees.
    current = await cell.readWriter();
    if (current === value && now() < until) return hold({ cell, token, valueUntil, now, every }, { value, until });
  }
  throw locked(holderOf(current), now());
}

interface Holding {
  readonly cell: LeaseCell;
  readonly token: string;
  readonly valueUntil: (until: number) => string;
  readonly now: () => number;
  readonly every: NonNullable<LeaseOptions['every']>;
}

interface Held {
  readonly value: string;
  readonly until: number;
}

function hold({ cell, token, valueUntil, now, every }: Holding, taken: Held): WriteLock {
  const lost = new AbortController();
  let held = taken;
  let renewing: Promise<void> | undefined;
  const lose = (): void => {
    stop();
    lost.abort(lockLost());
  };
  const renew = async (): Promise<void> => {
    const until = now() + leaseMs;
    const value = valueUntil(until);
    await cell.writeWriter(value, held.value);
    const current = await cell.readWriter();
    // An earlier renewal that seemed to fail may have arrived after all: what has our token is ours.
    if (current === value) held = { value, until };
    else if (current !== undefined && holderOf(current)?.token === token) held = { ...held, value: current };
    else lose();
  };
  const stop = every(renewEveryMs, () => {
    if (now() >= held.until) return lose();
    // A renewal that fails is tried again at the next turn, while the lease still holds.
    renewing ??= renew()
      .catch(() => undefined)
      .finally(() => (renewing = undefined));
  });
  return {
    lost: lost.signal,
    release: async () => {
      stop();
      await renewing;
      // What cannot be given up runs out.
      if (!lost.signal.aborted) await cell.writeWriter('', held.value).catch(() => false);
    },
  };
}

/** Undefined when nobody holds it, or what is there is no lease. */
function holderOf(value: string | undefined): Lease | undefined {
  if (value === undefined || value === '') return undefined;
  try {
    return lease.parse(JSON.parse(value));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

function locked(holder: Lease | undefined, now: number): IndexLockedError {
  const seconds = holder ? Math.max(1, Math.ceil((Date.parse(holder.untilUtc) + leaseMarginMs - now) / 1000)) : 1;
  return new IndexLockedError(
    holder ? `process ${holder.pid} on ${holder.host}` : 'another process',
    `into this storage. Wait until it is done; if it is not running any more, try again in ${seconds} s.`,
  );
}

function thisProcess(): Pick<Lease, 'host' | 'pid' | 'pidNamespace' | 'bootedAtUtc'> {
  const bootedAtUtc = new Date(Date.now() - uptime() * 1000).toISOString();
  return { host: hostname(), pid: process.pid, pidNamespace: pidNamespace(), bootedAtUtc };
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'EACCES', 'ENOTDIR', 'EINVAL')) return '';
    throw error;
  }
}

/** Only what is surely a process of this machine, since it was booted, can be seen to be dead. */
function isDead(holder: Lease): boolean {
  const here = thisProcess();
  if (holder.host !== here.host || holder.pidNamespace !== here.pidNamespace) return false;
  if (Math.abs(Date.parse(holder.bootedAtUtc) - Date.parse(here.bootedAtUtc)) > bootToleranceMs) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return isSystemError(error, 'ESRCH');
  }
}

function unhurried(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}

const cellTable = 'writer';
/** Versions of a table this young may still be overwritten by a process that was creating it at the same time. */
const youngVersions = 10;
const settleMs = 2000;

/**
 * The cell as a table of one row. A separate table, created whole: two processes that each merge a missing row into a table both succeed, and leave two
 * rows (LanceDB 0.31). Of several conditional updates of one row exactly one succeeds, also from several processes: LanceDB repeats those that collide.
 *
 * Creating is not exclusive, though: of two processes that create a table at once the slower one overwrites it, also after the faster one has written to it.
 * So the cell of a young table is handed out only after a while in which everyone who saw no table has created it.
 */
export async function openLeaseCell(connection: Pick<Connection, 'openTable' | 'createTable'>): Promise<LeaseCell> {
  const table = await openOrCreate(connection);
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

async function openOrCreate(connection: Pick<Connection, 'openTable' | 'createTable'>): Promise<Table> {
  try {
    return await connection.openTable(cellTable);
  } catch (unopened) {
    try {
      return await connection.createTable(cellTable, [{ value: '' }]);
    } catch (uncreated) {
      // Another process may have created it meanwhile.
      return connection.openTable(cellTable).catch(() => Promise.reject(new AggregateError([unopened, uncreated], messageOf(uncreated))));
    }
  }
}
