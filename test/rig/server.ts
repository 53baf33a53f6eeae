// A server process of a test, started on a loopback port, and reliably ended afterwards.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export const HOST = '127.0.0.1';
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 10_000;
const WAIT_TIMEOUT_MS = 60_000;

export interface ServerOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  /** A path that responds once the server is up. */
  readonly readyPath: string;
}

export interface Server {
  readonly url: string;
  log(): string;
  stop(): Promise<void>;
}

/** Variables by which an editor, a test runner or npm above this process would influence the server. */
const foreignVariable =
  /^(?:VSCODE_|ELECTRON_|CODE_SERVER_|CS_|npm_|NODE_(?:CHANNEL|TEST|OPTIONS|COMPILE_CACHE)|(?:PORT|PASSWORD|HASHED_PASSWORD)$)/;

export function serverEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !foreignVariable.test(name));
  return { ...Object.fromEntries(own), ...extra };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, HOST), 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

const groups = new Set<number>();
let watching = false;

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    // The process group is gone, which is what every caller checks.
    return false;
  }
}

function killAll(): void {
  for (const group of groups) signalGroup(group, 'SIGKILL');
  groups.clear();
}

/** A server in a separate process group does not receive the terminal's Ctrl+C, so this process must end it. */
function watchOwnEnd(): void {
  if (watching) return;
  watching = true;
  process.once('exit', killAll);
  // Exiting with `exit` lets the browser's driver end its browser as well.
  for (const [signal, code] of [
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => process.exit(code));
  }
}

export function tail(text: string, lines = 40): string {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    // No server is listening yet.
    return false;
  }
}

async function waitUntilGone(group: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (signalGroup(group, 0)) {
    if (performance.now() > deadline) return false;
    await pause(50);
  }
  return true;
}

async function stopGroup(group: number): Promise<void> {
  signalGroup(group, 'SIGTERM');
  if (!(await waitUntilGone(group, STOP_TIMEOUT_MS))) {
    signalGroup(group, 'SIGKILL');
    // Zombie processes (in a container without an init) still count, so this wait is limited.
    await waitUntilGone(group, 2_000);
  }
  groups.delete(group);
}

async function waitUntilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended = `it ended with ${code ?? signal}`));
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (ended !== undefined) throw new Error(`The server did not start: ${ended}\n${tail(log())}`);
    if (performance.now() > deadline) throw new Error(`The server does not answer at ${url}\n${tail(log())}`);
    await pause(100);
  }
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that extension hosts and terminals below it end with it.
    detached: true,
  });
  const said: string[] = [];
  const log = (): string => said.join('');
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const group = child.pid;
  if (group !== undefined) groups.add(group);
  watchOwnEnd();
  const url = `http://${HOST}:${options.port}`;
  const stop = async (): Promise<void> => {
    if (group !== undefined) await stopGroup(group);
  };
  try {
    await waitUntilReady(child, new URL(options.readyPath, url).href, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, log, stop };
}

/** Polls until there is a result. The rig's only way to wait for something that sends no notification. */
export async function waitFor<Value>(what: string, look: () => Promise<Value | undefined>, timeoutMs = WAIT_TIMEOUT_MS): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}`);
    await pause(100);
  }
}
