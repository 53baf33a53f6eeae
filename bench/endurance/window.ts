/** A window of the editor, as the engine knows it: a client with its process, which is killed now and then. */
import { fork, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { delay } from '../../src/base/abort.ts';
import { isAriadneError } from '../../src/base/errors.ts';
import { EngineClient } from '../../src/extension/engineProcess/engineClient.ts';
import type { EngineMethod, EngineParams, EngineResult, EngineState } from '../../src/protocol/engine.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';

export interface Machine {
  /** By how much the clock of the process is wrong. */
  readonly clockMs: number;
  readonly timeZone: string;
  readonly locale: string;
}

/** What a process takes of the machine. */
export interface Taken {
  readonly memoryMb: number;
  readonly handles: number;
}

const entry = join(import.meta.dirname, '..', '..', 'dist', 'engine.js');

export class Window {
  readonly #client: EngineClient;
  /** Errors since they were last taken. */
  readonly errors: string[] = [];
  /** The last lines of the log. */
  readonly recent: string[] = [];
  #child: ChildProcess | undefined;
  #machine: Machine = { clockMs: 0, timeZone: 'UTC', locale: 'C' };
  #state: Partial<EngineState> = {};

  constructor(folder: string, storage: string) {
    this.#client = new EngineClient({
      fork: () => (this.#child = this.#start()),
      target: () => ({
        ...{ folder, storage },
        settings: { discovery: defaultDiscovery, models: builtinModels, isAllowed: true, isWatching: true },
      }),
      door: { fetch: ({ url }) => Promise.reject(new Error(`Nothing may be sent to ${url}.`)) },
      logger: { log: (level, tag, message) => this.#heard(level, `${tag}: ${message}`) },
    });
    this.#client.notifications.on('state', (parts) => {
      this.#state = { ...this.#state, ...Object.fromEntries(Object.entries(parts).map(([part, { value }]) => [part, value])) };
    });
  }

  get state(): Partial<EngineState> {
    return this.#state;
  }

  /** @throws what the engine does; `engine-died` when it was killed */
  request<M extends EngineMethod>(method: M, params: EngineParams<M>): Promise<EngineResult<M>> {
    return this.#client.request(method, params);
  }

  /**
   * Kills the process a while after the request begins.
   * @returns whether the answer came before
   */
  async killed(work: () => Promise<unknown>, afterMs: number): Promise<boolean> {
    await this.request('look', {});
    const child = this.#child;
    const killed = delay(afterMs).then(() => child?.kill('SIGKILL'));
    try {
      await work();
      return true;
    } catch (error) {
      if (!isAriadneError(error, 'engine-died')) throw error;
      return false;
    } finally {
      await killed;
      await this.begin(this.#machine);
    }
  }

  /** Starts again, on a machine with another clock, for example. */
  async begin(machine: Machine): Promise<void> {
    this.#machine = machine;
    await this.#client.restart();
  }

  /** Undefined where the system does not say (other than Linux). */
  get taken(): Taken | undefined {
    const pid = this.#child?.pid;
    if (process.platform !== 'linux' || pid === undefined) return undefined;
    const memory = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { memoryMb: Number(memory) / 1024, handles: readdirSync(`/proc/${pid}/fd`).length };
  }

  close(): Promise<void> {
    return this.#client.stop();
  }

  #heard(level: string, line: string): void {
    this.recent.push(line);
    if (this.recent.length > 5) this.recent.shift();
    // What is done to it is not its fault.
    if (level === 'error' && !/SIGKILL|storage-(?:full|unwritable)/.test(line)) this.errors.push(line);
  }

  #start(): ChildProcess {
    const { clockMs, timeZone, locale } = this.#machine;
    const clock = `const D=Date,by=${clockMs};globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+by)}static now(){return D.now()+by}};`;
    return fork(entry, [], {
      env: { ...process.env, TZ: timeZone, LANG: locale, LC_ALL: locale },
      execArgv: clockMs === 0 ? [] : ['--import', `data:text/javascript,${encodeURIComponent(clock)}`],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
  }
}
