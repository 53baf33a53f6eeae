import type { LlmCall } from '../protocol/trace.ts';
import type { Memo, TraceSink } from './recorder.ts';

/** The calls of a role that is asked outside a run: they are in no log, and nothing is remembered. */
export class UnrecordedCalls implements TraceSink, Memo {
  readonly #calls: LlmCall[] = [];
  readonly #began = performance.now();
  /** Why a call failed for good. */
  failure: string | undefined;

  emit(event: Parameters<TraceSink['emit']>[0]): void {
    if (event.kind === 'llm-called') this.#calls.push(event.call);
    if (event.kind === 'node-changed') this.failure ??= event.set?.failure;
  }

  now(): number {
    return performance.now() - this.#began;
  }

  remember<T>(_of: string, _input: unknown, call: () => Promise<T>): Promise<T> {
    return call();
  }

  /** In the order in which they ended. */
  get made(): readonly LlmCall[] {
    return this.#calls;
  }
}
