/** Programs that are peers, or hold one: the memory that counts is theirs, not of the process that runs them. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** How often memory is looked at. The system keeps the peak of a process while it runs, so only what it takes at its end can be missed. */
const lookMs = 20;
const running = new Set<number>();
const peaks = new Map<number, number>();

/** Of the largest program so far, where Linux says; undefined where none ran. */
export function programPeakBytes(): number | undefined {
  look();
  return peaks.size === 0 ? undefined : Math.max(...peaks.values());
}

/** Processor time of this process and, where Linux says, of its programs, of these in hundredths of a second. */
export function cpuMsWithPrograms(): number {
  const { user, system } = process.cpuUsage();
  const ended = cpuFields(process.pid).slice(2);
  const ofPrograms = [...ended, ...[...running].flatMap((pid) => cpuFields(pid).slice(0, 2))];
  return (user + system) / 1000 + ofPrograms.reduce((sum, hundredths) => sum + hundredths * 10, 0);
}

interface Ended {
  readonly stdout: string;
  /** NaN where the system does not say. */
  readonly peakBytes: number;
}

/** @throws Error with the end of its stderr when it does not exit with 0 */
export async function runProgram(command: string, args: readonly string[]): Promise<Ended> {
  const child = start(command, args);
  child.stdin.end();
  const closed = once(child, 'close');
  const [stdout, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  if (child.exitCode !== 0) throw new Error(`${command} ended with ${child.exitCode ?? child.signalCode}:\n${error.slice(-2000)}`);
  return { stdout, peakBytes: peaks.get(child.pid ?? 0) ?? NaN };
}

/** A program that answers each line of JSON with one. */
export class Program {
  readonly #child: Child;
  readonly #lines: AsyncIterator<string, undefined>;
  readonly #error: Promise<string>;

  constructor(command: string, args: readonly string[]) {
    this.#child = start(command, args);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#error = text(this.#child.stderr);
  }

  async ask(question: object): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    const { value } = await this.#lines.next();
    if (value === undefined) throw new Error(`${this.#child.spawnfile} ended:\n${(await this.#error).slice(-2000)}`);
    return JSON.parse(value) as unknown;
  }

  async close(): Promise<void> {
    look();
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'close');
  }
}

function start(command: string, args: readonly string[]): Child {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) return child;
  running.add(pid);
  const timer = setInterval(look, lookMs);
  child.once('exit', () => {
    clearInterval(timer);
    running.delete(pid);
  });
  return child;
}

function look(): void {
  for (const pid of running) {
    const status = `/proc/${pid}/status`;
    if (!existsSync(status)) continue;
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1];
    if (peak !== undefined) peaks.set(pid, Number(peak) * 1024);
  }
}

/** User and system time of a process, then of its children that have ended; in hundredths of a second. */
function cpuFields(pid: number): readonly number[] {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return [];
  const fields = readFileSync(stat, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).map(Number);
}
