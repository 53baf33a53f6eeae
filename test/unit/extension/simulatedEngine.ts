/**
 * An engine process as its host sees it, simulated: logs on a disk that outlive it, requests that take their time, and one pipe on which
 * events and replies arrive in order. It does one step when the test says so, and dies when the test says so, with what is still on the
 * pipe.
 */
import { abortError } from '../../../src/base/abort.ts';
import { Emitter } from '../../../src/base/emitter.ts';
import { AriadneError } from '../../../src/base/errors.ts';
import type { EngineRequestOptions, EngineRequests } from '../../../src/extension/engineProcess/engineClient.ts';
import type { EngineMethod, EngineParams, EngineResult, RunSummary } from '../../../src/protocol/engine.ts';
import { Notifications } from '../../../src/extension/engineProcess/notifications.ts';
import type { NewRunEvent, RunEvent } from '../../../src/protocol/events.ts';
import { emptySnapshot, fold, follow } from '../../../src/trace/fold.ts';
import { runStarted } from '../../support/runStarted.ts';

/** What a request still has to do, one step at a time. */
type Steps = Generator<void, unknown>;

interface Asked {
  readonly method: EngineMethod;
  readonly steps: Steps;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class SimulatedEngine implements EngineRequests {
  readonly notifications = new Notifications();
  readonly onDidEnd = new Emitter<string | undefined>();
  readonly disk = new Map<string, RunEvent[]>();
  readonly #running = new Set<string>();
  #asked: Asked[] = [];
  /** Their replies are on the pipe, or have arrived. */
  readonly #replying = new Set<Asked>();
  #pipe: (() => void)[] = [];

  request<M extends EngineMethod>(method: M, params: EngineParams<M>, { signal }: EngineRequestOptions = {}): Promise<EngineResult<M>> {
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#asked.push({ method, steps: this.#stepsOf(method, params as Params, signal), resolve, reject });
    });
    return answer as Promise<EngineResult<M>>;
  }

  /** Goes on with one of the requests. @param pick which one, counted around */
  step(pick: number): void {
    const asked = this.#asked[pick % Math.max(1, this.#asked.length)];
    if (asked) this.#advance(asked);
  }

  /** Goes on with one of the requests until it is answered, and all that was sent arrives. */
  answer(pick: number): void {
    const asked = this.#asked[pick % Math.max(1, this.#asked.length)];
    while (asked && this.#asked.includes(asked)) this.#advance(asked);
    while (this.#pipe.length > 0) this.deliver();
  }

  #advance(asked: Asked): void {
    try {
      const { done, value } = asked.steps.next();
      if (done !== true) return;
      this.#pipe.push(() => asked.resolve(value));
    } catch (error) {
      this.#pipe.push(() => asked.reject(error as Error));
    }
    this.#asked = this.#asked.filter((other) => other !== asked);
    this.#replying.add(asked);
  }

  /** What was sent first arrives. */
  deliver(): void {
    this.#pipe.shift()?.();
  }

  /** The process is gone, and with it what it had not sent; what it had written stays. */
  die(): void {
    const open = [...this.#asked, ...this.#replying];
    this.#asked = [];
    this.#pipe = [];
    this.#replying.clear();
    this.#running.clear();
    this.onDidEnd.fire('It died.');
    for (const { reject } of open) reject(new AriadneError('engine-died', 'The engine died.'));
  }

  /** Everything that was asked is answered, and everything that was sent arrives. */
  async settle(): Promise<void> {
    while (this.#asked.length + this.#pipe.length > 0) {
      this.step(0);
      this.deliver();
      await settled();
    }
  }

  #stepsOf(method: EngineMethod, params: Params, signal: AbortSignal | undefined): Steps {
    const { runId = params.run?.runId ?? '' } = params;
    switch (method) {
      case 'look':
        return this.#look();
      case 'snapshot':
        return this.#snapshot(runId);
      case 'noteRun':
        return this.#delete(runId);
      case 'ask':
        return params.run ? this.#resume(runId, signal) : this.#run(runId, begun(runId, params.question ?? ''), signal);
      default:
        throw new Error(`not simulated: ${method}`);
    }
  }

  *#look(): Steps {
    yield;
    this.#list();
    yield;
    return {};
  }

  #list(): void {
    const value = [...this.disk].map(([runId, events]) => this.summary(runId, events));
    this.#pipe.push(() => this.notifications.fire('state', { runs: { version: 0, value } }));
  }

  *#snapshot(runId: string): Steps {
    yield;
    const events = this.disk.get(runId);
    if (!events) throw new AriadneError('log-missing', 'There is no such log.');
    const snapshot = follow(emptySnapshot, events);
    yield;
    return snapshot;
  }

  *#delete(runId: string): Steps {
    yield;
    if (this.#running.has(runId)) throw new AriadneError('run-running', 'This run is still running.');
    this.disk.delete(runId);
    this.#list();
    yield;
    return {};
  }

  *#resume(runId: string, signal: AbortSignal | undefined): Steps {
    yield;
    const events = this.disk.get(runId);
    if (!events) throw new AriadneError('log-missing', 'There is no such log.');
    if (fold(events).answer !== null) throw new AriadneError('run-finished', 'This run is finished.');
    if (this.#running.has(runId)) throw new AriadneError('run-running', 'This run is still running.');
    return yield* this.#run(runId, { kind: 'run-resumed', resumedAtUtc: '', indexEpoch: '' }, signal);
  }

  *#run(runId: string, first: NewRunEvent, signal: AbortSignal | undefined): Steps {
    yield;
    if (signal?.aborted) throw abortError();
    if (first.kind === 'run-started' && first.spec.question === '') throw new AriadneError('question-empty', 'The question is empty.');
    this.#running.add(runId);
    this.#tell(runId, first);
    yield;
    this.#list();
    for (let step = 0; step < 3 && signal?.aborted !== true; step++) {
      yield;
      this.#tell(runId, { kind: 'flagged', flag: `f${step}` });
    }
    yield;
    this.#tell(runId, ended(signal?.aborted === true ? 'cancelled' : 'ok'));
    this.#running.delete(runId);
    this.#list();
    yield;
    if (signal?.aborted === true) throw abortError();
    return { runId, log: '' };
  }

  #tell(runId: string, event: NewRunEvent): void {
    const events = this.disk.get(runId) ?? [];
    const told: RunEvent = { ...event, n: events.length, at: events.length };
    this.disk.set(runId, [...events, told]);
    this.#pipe.push(() => this.notifications.fire('runEvent', { runId, event: told }));
  }

  summary(runId: string, events: readonly RunEvent[]): RunSummary {
    const { question, finished, status, answer, startedAtUtc } = fold(events);
    const isRunning = this.#running.has(runId);
    return {
      runId,
      log: '',
      question,
      pipeline: 'p',
      startedAtUtc,
      status: isRunning ? 'running' : finished ? status : 'interrupted',
      answer,
      abstained: false,
      seconds: 0,
      canResume: !isRunning && (!finished || status !== 'ok'),
    };
  }
}

interface Params {
  readonly runId?: string;
  readonly run?: { readonly runId: string };
  readonly question?: string;
}

/** Until all that follows from what has arrived is done. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function begun(runId: string, question: string): NewRunEvent {
  return runStarted({ runId, spec: { question, pipeline: 'p' }, startedAtUtc: '2024-01-01T00:00:00Z' });
}

function ended(status: 'ok' | 'cancelled'): NewRunEvent {
  const answer = status === 'ok' ? 'Because.' : null;
  return { kind: 'run-finished', status, answer, abstained: false, stopReason: '', bytesSent: 0 };
}
