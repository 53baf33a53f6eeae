import { abortError } from '../../../src/base/abort.ts';
import type { EngineRequestOptions, EngineRequests } from '../../../src/extension/engineProcess/engineClient.ts';
import { noIndex } from '../../../src/extension/index/indexMirror.ts';
import type { EngineMethod, EngineParams, EngineResult } from '../../../src/protocol/engine.ts';

type Answers = { readonly [M in EngineMethod]?: (params: EngineParams<M>, signal: AbortSignal | undefined) => Promise<EngineResult<M>> };

/** Remembers what it was asked; answers `status` from a field, the rest as told. */
export class FakeEngine implements EngineRequests {
  /** Methods, with the paths or what else tells one request from another. */
  readonly asked: string[] = [];
  status = noIndex;
  answers: Answers;

  constructor(answers: Answers = {}) {
    this.answers = answers;
  }

  /** What was asked since the last look, without `status`. */
  takeAsked(): string[] {
    return this.asked.splice(0).filter((request) => request !== 'status');
  }

  async request<M extends EngineMethod>(
    method: M,
    params: EngineParams<M>,
    { signal }: EngineRequestOptions = {},
  ): Promise<EngineResult<M>> {
    const detail =
      'paths' in params ? ` ${params.paths.join(' ')}` : 'confirmed' in params && params.confirmed === true ? ' confirmed' : '';
    this.asked.push(`${method}${detail}`);
    if (signal?.aborted) throw abortError();
    if (method === 'status') return this.status as EngineResult<M>;
    const answer = this.answers[method];
    if (!answer) throw new Error(`nobody told what to answer to ${method}`);
    return answer(params, signal);
  }
}

/** Work that ends when the test says so, or when it is cancelled. */
export class HeldWork<T> {
  readonly #waiting: { readonly resolve: (value: T) => void; readonly reject: (error: unknown) => void }[] = [];

  begin(signal: AbortSignal | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      signal?.addEventListener('abort', () => reject(abortError()), { once: true });
    });
  }

  finish(value: T): void {
    this.#waiting.shift()?.resolve(value);
  }

  fail(error: unknown): void {
    this.#waiting.shift()?.reject(error);
  }
}
