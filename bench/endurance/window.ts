/** A window of the editor, as the engine knows it: a client with its process, which is killed now and then. */
import { fork, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { delay } from '../../src/base/abort.ts';
import { frugalAllocation, frugalHeap } from '../../src/base/allocation.ts';
import { isAriadneError } from '../../src/base/errors.ts';
import { EngineClient } from '../../src/extension/engineProcess/engineClient.ts';
import type { EngineMethod, EngineParams, EngineResult, EngineState } from '../../src/protocol/engine.ts';
import { defaultDiscovery, type FollowedSettings } from '../../src/protocol/indexRequests.ts';
import { builtinModels, type ModelIds } from '../../src/protocol/runSpec.ts';
import type { TestDoor } from '../../test/support/engineProcess.ts';

export interface Machine {
  /** By how much the clock of the process is wrong. */
  readonly clockMs: number;
  readonly timeZone: string;
  readonly locale: string;
}

/** What a process takes of the machine. */
export interface Taken {
  readonly memoryMb: number;
  /** What JavaScript uses of it. The rest is LanceDB's, and what V8 and the allocator keep for later. */
  readonly heapMb: number;
  readonly handles: number;
}

export interface WindowOptions {
  readonly folder: string;
  readonly storage: string;
  readonly indexUri?: string;
  /** Leads to the server of the embedder that is not built in. */
  readonly door: TestDoor;
  readonly embedder: () => string;
}

const entry = join(import.meta.dirname, '..', '..', 'dist', 'engine.js');

/** Lets a process collect what it does not need any more, and say what it uses then. */
const collectSignal = 'SIGUSR2';
const collecting = `import {writeFileSync} from 'node:fs';process.on('${collectSignal}',()=>{gc();writeFileSync(process.env.ARIADNE_USED,JSON.stringify(process.memoryUsage()))});`;
const collectsInMs = 2000;
const used = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() });
const mb = 1024 * 1024;
/** A process that wakes finds out within this time that its lock is lost, if it is. */
const wakingMs = 60_000;

export class Window {
  readonly #client: EngineClient;
  readonly #embedder: () => string;
  readonly #usedFile: string;
  /** Errors since they were last taken. */
  readonly errors: string[] = [];
  /** The last lines of the log. */
  readonly recent: string[] = [];
  #child: ChildProcess | undefined;
  #machine: Machine = { clockMs: 0, timeZone: 'UTC', locale: 'C' };
  #state: Partial<EngineState> = {};
  /** Until when another process may have taken its lock. */
  #sleptUntilMs = -Infinity;

  constructor({ folder, storage, indexUri, door, embedder }: WindowOptions) {
    this.#embedder = embedder;
    this.#usedFile = join(folder, '..', 'used.json');
    this.#client = new EngineClient({
      fork: () => (this.#child = this.#start()),
      target: () => ({
        ...{ folder, storage, settings: this.#settings },
        ...(indexUri === undefined ? {} : { indexUri }),
      }),
      door: { fetch: door },
      logger: { log: (level, tag, message) => this.#heard(level, `${tag}: ${message}`) },
    });
    this.#client.notifications.on('state', (parts) => {
      this.#state = { ...this.#state, ...Object.fromEntries(Object.entries(parts).map(([part, { value }]) => [part, value])) };
    });
  }

  get state(): Partial<EngineState> {
    return this.#state;
  }

  get models(): ModelIds {
    return { ...builtinModels, embedder: this.#embedder() };
  }

  /** Tells the process of the settings as they are now. */
  followSettings(): Promise<unknown> {
    return this.request('changed', { settings: this.#settings });
  }

  /** Whether it sleeps, or has just woken. */
  get hasSlept(): boolean {
    return performance.now() < this.#sleptUntilMs;
  }

  get isBusy(): boolean {
    return (this.#state.indexing?.work.length ?? 0) > 0;
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

  /** Stops the process a while after the request begins, as sleep does, and lets it go on. */
  async asleep(work: () => Promise<unknown>, afterMs: number, forMs: number): Promise<void> {
    await this.request('look', {});
    const child = this.#child;
    const nap = async (): Promise<void> => {
      await delay(afterMs);
      this.#sleptUntilMs = performance.now() + forMs + wakingMs;
      child?.kill('SIGSTOP');
      await delay(forMs);
      child?.kill('SIGCONT');
    };
    const [result] = await Promise.allSettled([work(), nap()]);
    if (result.status === 'rejected') throw result.reason;
  }

  /** Starts again, on a machine with another clock, for example. */
  async begin(machine: Machine): Promise<void> {
    this.#machine = machine;
    await this.#client.restart();
  }

  /** Without what can be collected. Undefined where the system does not say (other than Linux). */
  async taken(): Promise<Taken | undefined> {
    const child = this.#child;
    if (process.platform !== 'linux' || child?.pid === undefined) return undefined;
    child.kill(collectSignal);
    await delay(collectsInMs);
    const { rss, heapUsed, external } = used.parse(JSON.parse(readFileSync(this.#usedFile, 'utf8')));
    return { memoryMb: rss / mb, heapMb: (heapUsed + external) / mb, handles: readdirSync(`/proc/${child.pid}/fd`).length };
  }

  close(): Promise<void> {
    return this.#client.stop();
  }

  #heard(level: string, line: string): void {
    this.recent.push(line);
    if (this.recent.length > 5) this.recent.shift();
    // What is done to it is not its fault.
    const isExpected = /SIGKILL|storage-(?:full|unwritable)/.test(line) || (this.hasSlept && line.includes('index-lock-lost'));
    if (level === 'error' && !isExpected) this.errors.push(line);
  }

  get #settings(): FollowedSettings {
    return { discovery: defaultDiscovery, models: this.models, isAllowed: true, isWatching: true };
  }

  #start(): ChildProcess {
    const { clockMs, timeZone, locale } = this.#machine;
    const clock = `const D=Date,by=${clockMs};globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+by)}static now(){return D.now()+by}};`;
    return fork(entry, [], {
      env: {
        ...frugalAllocation,
        ...process.env,
        ARIADNE_USED: this.#usedFile,
        TZ: timeZone,
        LANG: locale,
        LC_ALL: locale,
        OPENAI_BASE_URL: 'http://models.test/v1',
      },
      execArgv: [
        ...frugalHeap,
        '--expose-gc',
        '--import',
        `data:text/javascript,${encodeURIComponent(clockMs === 0 ? collecting : collecting + clock)}`,
      ],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
  }
}
