import { abortError } from '../../../src/base/abort.ts';
import type { EngineRequestOptions, EngineRequests } from '../../../src/extension/engineProcess/engineClient.ts';
import type { EngineMethod, EngineParams, EngineResult } from '../../../src/protocol/engine.ts';

type Answers = { readonly [M in EngineMethod]?: (params: EngineParams<M>, signal: AbortSignal | undefined) => Promise<EngineResult<M>> };

/** Remembers what it was asked, and answers as told. */
export class FakeEngine implements EngineRequests {
  /** Methods, with the paths or what else tells one request from another. */
  readonly asked: string[] = [];
  answers: Answers;

  constructor(answers: Answers = {}) {
    this.answers = answers;
  }

  /** What was asked since the last look. */
  takeAsked(): string[] {
    return this.asked.splice(0);
  }

  async request<M extends EngineMethod>(
    method: M,
    params: EngineParams<M>,
    { signal }: EngineRequestOptions = {},
  ): Promise<EngineResult<M>> {
    const detail =
      'paths' in params && params.paths
        ? ` ${params.paths.join(' ')}`
        : 'confirmed' in params && params.confirmed === true
          ? ' confirmed'
          : '';
    this.asked.push(`${method}${detail}`);
    if (signal?.aborted) throw abortError();
    const answer = this.answers[method];
    if (!answer) throw new Error(`nobody told what to answer to ${method}`);
    return answer(params, signal);
  }
}
