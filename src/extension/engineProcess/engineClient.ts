/**
 * The engine process as an object: starts with the first request, sends `open` before anything else, and restarts after a crash. Does not
 * use VS Code.
 */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { t } from '@vscode/l10n';
import {
  CancellationTokenSource,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
  ResponseError,
  createMessageConnection,
} from 'vscode-jsonrpc/node';
import { abortError, isAbort, untilAborted } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { howEnded, isNativeFault } from '../../base/processEnd.ts';
import { AriadneError, messageOf, receivedError } from '../../base/errors.ts';
import { translated } from '../../base/userLanguage.ts';
import type { HostDoorReply } from '../../door/hostDoor.ts';
import type { Logger } from '../../base/logger.ts';
import { Notifications } from './notifications.ts';
import { type DownloadOffer, downloadOffer } from '../../protocol/modelLibrary.ts';
import {
  type EngineMethod,
  type EngineNotification,
  type EngineParams,
  type EngineResult,
  engineNotifications,
  engineRequests,
} from '../../protocol/engine.ts';
import { errorData } from '../../protocol/errorData.ts';
import { doorId, type DoorRequest, doorRequest } from '../../protocol/door.ts';

export interface EngineClientOptions {
  /**
   * Starts the process with an IPC channel and piped output.
   * @param isAfterFault whether native code crashed in one before, since the start or `restart`
   */
  readonly fork: (isAfterFault: boolean) => ChildProcess;
  /**
   * Parameters of the `open` request.
   * @throws AriadneError when there is nothing to open
   */
  readonly target: () => EngineParams<'open'>;
  readonly door: { fetch(request: DoorRequest, signal: AbortSignal): Promise<HostDoorReply> };
  /** Asks the user before a download. Default: nobody agrees. */
  readonly consent?: (offer: DownloadOffer) => Promise<boolean>;
  readonly logger: Logger;
  readonly nowMs?: () => number;
}

export interface EngineRequestOptions {
  readonly signal?: AbortSignal;
}

/** The engine as the rest of the extension uses it. */
export interface EngineRequests {
  request<M extends EngineMethod>(method: M, params: EngineParams<M>, options?: EngineRequestOptions): Promise<EngineResult<M>>;
}

interface Fetching {
  readonly controller: AbortController;
  /** Undefined until the reply has begun. */
  pieces?: AsyncIterator<Uint8Array>;
}

interface Live {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  readonly opened: Promise<void>;
  readonly exited: Promise<void>;
  /** True when we end the process ourselves. Otherwise its end is a crash. */
  isStopping: boolean;
}

const MAX_CRASHES = 3;
const CRASH_WINDOW_MS = 5 * 60_000;
const KILL_AFTER_MS = 2_000;

export class EngineClient implements EngineRequests, Disposable {
  readonly notifications = new Notifications();
  /** Fires when the process has ended, or is being ended: with a sentence for the user when it died unexpectedly. */
  readonly onDidEnd = new Emitter<string | undefined>();
  readonly #options: EngineClientOptions;
  readonly #crashesMs: number[] = [];
  #live: Live | undefined;
  #inFlight = 0;
  #hasStarted = false;
  #hadFault = false;
  #isStale = false;
  #isDisposed = false;

  constructor(options: EngineClientOptions) {
    this.#options = options;
    this.notifications.on('log', ({ level, tag, message }) => options.logger.log(level, tag, message));
  }

  get isRunning(): boolean {
    return this.#live !== undefined;
  }

  /** The number of crashes within the last five minutes. */
  get recentCrashes(): number {
    const since = this.#nowMs() - CRASH_WINDOW_MS;
    return this.#crashesMs.filter((at) => at > since).length;
  }

  /**
   * @throws AriadneError with the engine's code and message; `engine-died` when the process ended before it answered; `engine-crashing`
   * when it died three times in five minutes, after which it does not start again until `restart`
   * @throws AbortError when the request was cancelled or the engine was stopped deliberately
   */
  request<M extends EngineMethod>(method: M, params: EngineParams<M>, options?: EngineRequestOptions): Promise<EngineResult<M>> {
    return this.#request(method, () => params, options);
  }

  /**
   * Sends a request if the engine runs. When it starts, it learns from `open` what it needs.
   * @param params as they are when the request is sent: it may wait for an engine that starts again, which must not hear of what was before
   */
  async tell<M extends EngineMethod>(method: M, params: () => EngineParams<M>): Promise<void> {
    if (this.#live) await this.#request(method, params);
  }

  async #request<M extends EngineMethod>(
    method: M,
    params: () => EngineParams<M>,
    options: EngineRequestOptions = {},
  ): Promise<EngineResult<M>> {
    options.signal?.throwIfAborted();
    if (this.#isStale && this.#inFlight === 0) await this.stop();
    this.#inFlight += 1;
    try {
      const live = this.#ensureLive();
      await untilAborted(live.opened, options.signal);
      // The only cast: this method's schema has just accepted the value.
      return (await this.#send(live, method, params(), options.signal)) as EngineResult<M>;
    } finally {
      this.#inFlight -= 1;
    }
  }

  /** Marks the process as outdated after its folder or start settings have changed. The next request that finds it idle restarts it. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Forgets earlier crashes. The next request starts a new process. */
  async restart(): Promise<void> {
    this.#hadFault = false;
    this.#crashesMs.length = 0;
    await this.stop();
  }

  /** Resolves when the process has ended. Its open requests fail with AbortError. */
  async stop(): Promise<void> {
    this.#isStale = false;
    const live = this.#live;
    if (!live) return;
    this.#live = undefined;
    live.isStopping = true;
    this.onDidEnd.fire(undefined);
    live.connection.dispose();
    live.child.kill();
    const killer = setTimeout(() => live.child.kill('SIGKILL'), KILL_AFTER_MS);
    await live.exited;
    clearTimeout(killer);
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    void this.stop();
    this.notifications.dispose();
    this.onDidEnd.dispose();
  }

  #ensureLive(): Live {
    if (this.#live) return this.#live;
    if (this.#isDisposed) throw abortError(t('Ariadne was closed.'));
    if (this.recentCrashes >= MAX_CRASHES) {
      throw new AriadneError(
        'engine-crashing',
        t('Ariadne stopped unexpectedly {0} times in five minutes. See the log for the reason, or restart it to try again.', MAX_CRASHES),
      );
    }
    this.#live = this.#start();
    return this.#live;
  }

  #start(): Live {
    const { logger } = this.#options;
    const target = { ...this.#options.target(), isReplacement: this.#hasStarted };
    this.#hasStarted = true;
    const child = this.#options.fork(this.#hadFault);
    logger.log('info', 'engine', `started, process ${child.pid ?? 'unknown'}`);
    for (const [stream, level] of [
      [child.stdout, 'info'],
      [child.stderr, 'warn'],
    ] as const) {
      if (stream) createInterface({ input: stream }).on('line', (line) => logger.log(level, 'engine', line));
    }
    const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    this.#listen(connection);
    const exited = new Promise<void>((resolve) => {
      child.once('exit', (code, signal) => {
        this.#hadFault ||= isNativeFault({ code, signal });
        this.#ended(live, howEnded({ code, signal }));
        resolve();
      });
      child.once('error', (error) => {
        this.#ended(live, messageOf(error));
        if (child.pid === undefined) resolve();
      });
    });
    connection.listen();
    const opened = this.#open(connection, target, () => live);
    const live: Live = { child, connection, opened, exited, isStopping: false };
    // The caller receives the failure of `open`, but if the process is stopped meanwhile there may be none.
    opened.catch(() => undefined);
    return live;
  }

  async #open(connection: MessageConnection, target: EngineParams<'open'>, live: () => Live): Promise<void> {
    try {
      await connection.sendRequest('open', target);
    } catch (error) {
      const failure = this.#failure(live(), error);
      // A process that could not open its folder is useless. The next request starts again.
      if (!isAbort(failure) && this.#live === live()) void this.stop();
      throw failure;
    }
  }

  #listen(connection: MessageConnection): void {
    for (const name of Object.keys(engineNotifications) as EngineNotification[]) this.#pass(connection, name);
    connection.onRequest('models/consent', (params: unknown) => this.#consent(params));
    const fetches = new Map<string, Fetching>();
    connection.onRequest('door/fetch', (params: unknown) => this.#fetch(fetches, params));
    connection.onRequest('door/next', (params: unknown) => nextPiece(fetches, params));
    connection.onNotification('door/cancel', (params: unknown) => {
      const { id } = doorId.parse(params);
      fetches.get(id)?.controller.abort(abortError());
      fetches.delete(id);
    });
    connection.onDispose(() => {
      for (const { controller } of fetches.values()) controller.abort(abortError());
    });
    connection.onError(([error]) => this.#options.logger.log('error', 'engine', messageOf(error)));
  }

  #pass(connection: MessageConnection, name: EngineNotification): void {
    connection.onNotification(name, (params: unknown) => {
      const parsed = engineNotifications[name].safeParse(params);
      if (parsed.success) this.notifications.fire(name, parsed.data);
      else this.#options.logger.log('error', 'engine', `unreadable ${name}: ${parsed.error.message}`);
    });
  }

  async #consent(params: unknown): Promise<{ readonly isAgreed: boolean }> {
    const { consent } = this.#options;
    return { isAgreed: consent !== undefined && (await consent(downloadOffer.parse(params))) };
  }

  async #fetch(fetches: Map<string, Fetching>, params: unknown): Promise<unknown> {
    const request = doorRequest.parse(params);
    const fetching: Fetching = { controller: new AbortController() };
    fetches.set(request.id, fetching);
    try {
      const { head, body } = await this.#options.door.fetch(request, fetching.controller.signal);
      fetching.pieces = body[Symbol.asyncIterator]();
      return head;
    } catch (error) {
      fetches.delete(request.id);
      return refused(error);
    }
  }

  async #send(live: Live, method: EngineMethod, params: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    signal?.throwIfAborted();
    const source = new CancellationTokenSource();
    const cancel = (): void => source.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return engineRequests[method].result.parse(await live.connection.sendRequest(method, params, source.token));
    } catch (error) {
      if (signal?.aborted) throw abortError();
      throw this.#failure(live, error);
    } finally {
      signal?.removeEventListener('abort', cancel);
      source.dispose();
    }
  }

  /** Converts a received error, or the end of the connection, to the error to throw here. */
  #failure(live: Live, error: unknown): Error {
    if (live.isStopping) return abortError(t('Ariadne was stopped.'));
    if (this.#live !== live || !live.child.connected) return diedError(error);
    if (error instanceof ResponseError) {
      const data = errorData.safeParse(error.data);
      if (data.success && data.data.code === 'aborted') return abortError();
      return data.success ? receivedError(data.data.code, translated(error.message), { cause: error }) : error;
    }
    return error instanceof Error ? error : new Error(String(error));
  }

  #ended(live: Live, how: string): void {
    const wasCrash = !live.isStopping && this.#live === live;
    this.#options.logger.log(wasCrash ? 'error' : 'info', 'engine', `ended (${how})`);
    if (!wasCrash) return;
    this.#live = undefined;
    this.#crashesMs.push(this.#nowMs());
    live.connection.dispose();
    const slower = t(
      "If it is slower then: ONNX Runtime's native library is not used until you run Restart Ariadne, as it may be the cause.",
    );
    const said = t('Ariadne stopped unexpectedly ({0}), and what it was doing was interrupted. It restarts with your next request.', how);
    this.onDidEnd.fire(this.#hadFault ? `${said} ${slower}` : said);
  }

  #nowMs(): number {
    return this.#options.nowMs?.() ?? Date.now();
  }
}

function diedError(cause: unknown): AriadneError {
  return new AriadneError('engine-died', t('Ariadne stopped unexpectedly before it answered. Try again. The log has the reason.'), {
    cause,
  });
}

/** The answer to `door/next`. */
async function nextPiece(fetches: Map<string, Fetching>, params: unknown): Promise<unknown> {
  const { id } = doorId.parse(params);
  try {
    const { pieces } = fetches.get(id) ?? {};
    if (!pieces) throw abortError();
    const next = await pieces.next();
    if (next.done !== true) return { data: Buffer.from(next.value).toString('base64') };
    fetches.delete(id);
    return {};
  } catch (error) {
    fetches.delete(id);
    return refused(error);
  }
}

function refused(error: unknown): ResponseError<{ readonly code: string }> {
  const code = isAbort(error) ? 'aborted' : error instanceof AriadneError ? error.code : 'door-broken';
  return new ResponseError(-32000, messageOf(error), { code });
}
