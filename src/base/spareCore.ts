/** Whether this process may take another core: not on battery, and not while other programs need it. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What all programs took of the processors, and what this process took. Milliseconds. */
export interface ProcessorTimes {
  readonly at: number;
  readonly cores: number;
  readonly all: number;
  readonly own: number;
}

/** A shorter time says little about how busy others are. */
const leastMs = 400;
/** A program has to be started to look for the battery on macOS. */
const batteryMs = 60_000;
/** Others leave a core, and the half of one that this process needs besides. */
const leastCores = 1.5;

export class SpareCore {
  #before = processorTimes();
  #isSpare = true;
  #isOnBattery = false;
  #lookedAtMs = -Infinity;

  constructor() {
    void this.#lookForBattery();
  }

  /** Of the time since this was last asked, if that is long enough. */
  get isThere(): boolean {
    if (performance.now() - this.#before.at >= leastMs) {
      const now = processorTimes();
      this.#isSpare = coresLeft(this.#before, now) >= leastCores;
      this.#before = now;
      void this.#lookForBattery();
    }
    return this.#isSpare && !this.#isOnBattery;
  }

  async #lookForBattery(): Promise<void> {
    if (performance.now() - this.#lookedAtMs < batteryMs) return;
    this.#lookedAtMs = performance.now();
    this.#isOnBattery = await isOnBattery();
  }
}

/** How many cores other programs left on average. */
export function coresLeft(before: ProcessorTimes, now: ProcessorTimes): number {
  const others = now.all - before.all - (now.own - before.own);
  return now.cores - Math.max(0, others) / Math.max(1, now.at - before.at);
}

function processorTimes(): ProcessorTimes {
  const each = cpus();
  const all = each.reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  const { user, system } = process.cpuUsage();
  return { at: performance.now(), cores: each.length, all, own: (user + system) / 1000 };
}

/** False where the system does not say it to a program that starts no other for a second: on Windows. */
async function isOnBattery(): Promise<boolean> {
  try {
    if (process.platform === 'linux') return await isDischarging('/sys/class/power_supply');
    if (process.platform !== 'darwin') return false;
    return (await promisify(execFile)('/usr/bin/pmset', ['-g', 'batt'])).stdout.includes("'Battery Power'");
  } catch {
    // A computer that has no such folder or program has no battery, or does not show it.
    return false;
  }
}

/** @param folder as in https://docs.kernel.org/power/power_supply_class.html: batteries of mice and keyboards are of a device */
export async function isDischarging(folder: string): Promise<boolean> {
  const says = async (supply: string, file: string, value: string): Promise<boolean> =>
    (await readFile(join(folder, supply, file), 'utf8').catch(() => '')).trim() === value;
  for (const supply of await readdir(folder))
    if ((await says(supply, 'status', 'Discharging')) && !(await says(supply, 'scope', 'Device'))) return true;
  return false;
}
