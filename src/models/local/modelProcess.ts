/** One process with loaded models: started when first needed, again after a crash, and in place of one that has grown too large. */
import { fork, type ChildProcess } from 'node:child_process';
import { abortError, isAbort } from '../../base/abort.ts';
import { childEnvironment } from '../../base/childEnvironment.ts';
import { AriadneError, receivedError } from '../../base/errors.ts';
import type { LoadFailure } from '../../base/nativeLibrary.ts';
import { howEnded } from '../../base/processEnd.ts';
import { slowerNotice } from '../onnxRuntime.ts';
import type { ModelCall, FromModels, ModelSpec, Results, Runtime, ToModels } from './messages.ts';

export interface ModelProcessOptions {
  /** Entry of the process. */
  readonly entry: string;
  /** Folder of onnxruntime-web's WebAssembly files. */
  readonly wasm: string;
  /** Told once by each process, in a sentence for the user, when the native library cannot be used here. */
  readonly onNotice: (message: string) => void;
  /** Bytes of resident memory that a process may gain after its first result before another takes its place. Default: 512 MiB. */
  readonly maxGrowth?: number;
  /** Options of Node for the process. */
  readonly execArgv?: readonly string[];
  /** Added to the niceness of its parent. Default: 0. */
  readonly niceness?: number;
  /** The process ends when nothing has been asked for this many milliseconds. Default: it waits for as long as its parent lives. */
  readonly endsAfterMs?: number;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Called when the process has yet to load the model, or has to start. */
  readonly onLoad?: () => void;
  /** Called after each batch with the share done, in [0, 1]. */
  readonly onProgress?: (fraction: number) => void;
  /** Called with each part of a reply as it is written. */
  readonly onText?: (text: string) => void;
  /** Called when the parts of a reply do not count, because the process has crashed or the model failed. After a crash it begins again. */
  readonly onRestart?: () => void;
}

type Result = Results[keyof Results];

/** A process that ended before it answered. */
class Ended extends Error {
  readonly remedy: string | undefined;
  readonly isKilled: boolean;

  constructor({ reason, remedy, isKilled = false }: WhyEnded) {
    super(reason);
    this.remedy = remedy;
    this.isKilled = isKilled;
  }
}

interface WhyEnded extends Pick<LoadFailure, 'reason'>, Partial<Pick<LoadFailure, 'remedy'>> {
  /** From outside, as when memory runs out: another build of the library needs no less. */
  readonly isKilled?: boolean;
}

export class ModelProcess {
  readonly #options: ModelProcessOptions;
  #runtime: Runtime = 'native';
  #running: Promise<Running> | undefined;
  #isDisposed = false;
  #asking = 0;
  #ending: NodeJS.Timeout | undefined;
  /** Whether the native library has computed anything: later crashes have other reasons. */
  #hasWorked = false;

  constructor(options: ModelProcessOptions) {
    this.#options = options;
  }

  /** @throws AriadneError `model-…`; AbortError at once when the signal fires, while the process ends its batch */
  async request<C extends ModelCall>(model: ModelSpec, call: C, options: RequestOptions = {}): Promise<Results[C['task']]> {
    clearTimeout(this.#ending);
    this.#asking++;
    try {
      return await this.#request(model, call, options);
    } finally {
      if (--this.#asking === 0) this.#endLater();
    }
  }

  async #request<C extends ModelCall>(model: ModelSpec, call: C, options: RequestOptions): Promise<Results[C['task']]> {
    const { onText } = options;
    const key = JSON.stringify(model);
    const onLoad = once(() => options.onLoad?.());
    let hasText = false;
    const onPiece = onText && ((text: string) => ((hasText = true), onText(text)));
    for (let crashes = 0; ; crashes++) {
      options.signal?.throwIfAborted();
      if (!this.#running) onLoad();
      const running = await this.#ready();
      if (!running.loaded.has(key)) onLoad();
      try {
        const result = (await running.request(model, call, { ...options, onText: onPiece })) as Results[C['task']];
        running.loaded.add(key);
        this.#hasWorked = true;
        return result;
      } catch (error) {
        if (hasText && !isAbort(error)) options.onRestart?.();
        hasText = false;
        this.#hasWorked ||= running.hasAnswered;
        if (!(error instanceof Ended)) throw error;
        if (this.#isDisposed) throw abortError();
        if (this.#mayFallBack(error)) this.#fallBack(error);
        else if (crashes > 0) throw crashed(model, error);
      }
    }
  }

  /** Process ids, for tests and benches. */
  async pid(): Promise<number | undefined> {
    return (await this.#running)?.pid;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#end();
  }

  #endLater(): void {
    const { endsAfterMs } = this.#options;
    if (endsAfterMs !== undefined) this.#ending = setTimeout(() => this.#end(), endsAfterMs).unref();
  }

  #end(): void {
    clearTimeout(this.#ending);
    void this.#running?.then(
      (running) => running.kill(),
      () => undefined,
    );
    this.#running = undefined;
  }

  async #ready(): Promise<Running> {
    for (;;) {
      const running = this.#running ?? this.#start();
      this.#running = running;
      const ready = await this.#settled(running);
      if (ready && !ready.hasEnded && ready.growth <= (this.#options.maxGrowth ?? 512 * 2 ** 20)) return ready;
      // What was asked before is answered first.
      if (ready && !ready.hasEnded) await ready.idle();
      if (this.#running === running) {
        ready?.kill();
        this.#running = undefined;
      }
    }
  }

  /** Undefined when the native library was of no use, and the other is to be tried. */
  async #settled(running: Promise<Running>): Promise<Running | undefined> {
    try {
      return await running;
    } catch (error) {
      if (this.#running === running) this.#running = undefined;
      if (!(error instanceof Ended) || this.#isDisposed) throw error;
      if (!this.#mayFallBack(error)) throw unusable(error);
      this.#fallBack(error);
      return undefined;
    }
  }

  #start(): Promise<Running> {
    const { entry, wasm, execArgv = [], niceness = 0 } = this.#options;
    if (this.#isDisposed) return Promise.reject(abortError());
    return Running.start(entry, execArgv, { kind: 'start', runtime: this.#runtime, wasm, niceness });
  }

  #mayFallBack({ isKilled }: Ended): boolean {
    return this.#runtime === 'native' && !this.#hasWorked && !isKilled;
  }

  #fallBack({ message: reason, remedy }: Ended): void {
    this.#runtime = 'wasm';
    this.#options.onNotice(slowerNotice({ reason, remedy }));
  }
}

interface Pending {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((fraction: number) => void) | undefined;
  readonly onText: ((text: string) => void) | undefined;
}

class Running {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #idle: (() => void)[] = [];
  #lastId = 0;
  #firstBytes = 0;
  growth = -Infinity;
  /** Models that have answered. */
  readonly loaded = new Set<string>();
  hasAnswered = false;
  hasEnded = false;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** @throws Ended when the process cannot use ONNX Runtime */
  static async start(entry: string, execArgv: readonly string[], message: Extract<ToModels, { kind: 'start' }>): Promise<Running> {
    const child = fork(entry, [], {
      serialization: 'advanced',
      execArgv: [...execArgv],
      env: { ...childEnvironment(), ORT_DISABLE_TELEMETRY: '1' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const running = new Running(child);
    await new Promise<void>((resolve, reject) => running.#listen(resolve, reject, message));
    running.#rest();
    return running;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  request(model: ModelSpec, call: ModelCall, { signal, onProgress, onText }: RequestOptions): Promise<Result> {
    const id = ++this.#lastId;
    return new Promise<Result>((resolve, reject) => {
      const onAbort = (): void => {
        this.#send({ kind: 'cancel', id });
        this.#settle(id)?.reject((signal?.reason as Error | undefined) ?? abortError());
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const done = (): void => signal?.removeEventListener('abort', onAbort);
      this.#pending.set(id, {
        resolve: (result) => (done(), resolve(result)),
        reject: (error) => (done(), reject(error)),
        onProgress,
        onText,
      });
      this.#child.ref();
      this.#child.channel?.ref();
      this.#send({ kind: 'call', id, model, call });
    });
  }

  /** Resolves when nothing is asked any more. */
  idle(): Promise<void> {
    return this.#pending.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #listen(onReady: () => void, onUnusable: (error: Ended) => void, first: ToModels): void {
    let stderr = '';
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4000)));
    const end = (why: WhyEnded): void => {
      this.hasEnded = true;
      const error = new Ended(why);
      onUnusable(error);
      for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error);
    };
    this.#child.once('error', ({ message: reason }) => end({ reason }));
    this.#child.once('exit', (code, signal) =>
      end({ reason: lastLine(stderr) ?? `its process ended with ${howEnded({ code, signal })}`, isKilled: signal === 'SIGKILL' }),
    );
    this.#child.on('message', (message: FromModels) => {
      if (message.kind === 'ready') return onReady();
      if (message.kind === 'unusable') return (this.kill(), end(message));
      this.#receive(message);
    });
    this.#send(first);
  }

  #receive(message: Exclude<FromModels, { kind: 'ready' | 'unusable' }>): void {
    if (message.kind === 'progress') return this.#pending.get(message.id)?.onProgress?.(message.fraction);
    if (message.kind === 'text') return this.#pending.get(message.id)?.onText?.(message.text);
    // An error is an answer too: the library works.
    this.hasAnswered = true;
    if (message.kind === 'failed') return this.#settle(message.id)?.reject(receivedError(message.code, message.message));
    this.#firstBytes ||= message.residentBytes;
    this.growth = message.residentBytes - this.#firstBytes;
    this.#settle(message.id)?.resolve(message.result);
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#rest();
    return pending;
  }

  /** While nothing is asked, the process does not keep its parent alive. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #send(message: ToModels): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}

function once(call: () => void): () => void {
  let isCalled = false;
  return () => {
    if (!isCalled) call();
    isCalled = true;
  };
}

/** Node's fatal errors end with a line about its version. */
function lastLine(text: string): string | undefined {
  return text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /^(?:\w*Error|FATAL|Illegal instruction|terminate called)\b/.test(line));
}

function crashed({ name }: ModelSpec, cause: Error): AriadneError {
  return new AriadneError('model-crashed', `${name} crashed twice (${cause.message}). Choose a smaller or another model.`, { cause });
}

function unusable(cause: Error): AriadneError {
  return new AriadneError('model-crashed', `Local models cannot run here (${cause.message}). Choose the built-in models or an endpoint.`, {
    cause,
  });
}
