import { AriadneError, isAriadneError } from '../../src/base/errors.ts';
import { lastingFailures } from '../evaluation/evaluate.ts';
import type { Judge, JudgeCosts } from '../evaluation/judgments.ts';
import type { LlmCall } from '../../src/protocol/trace.ts';
import { judgePromptVersion } from '../../src/reasoning/prompts/judge.ts';
import { createReasoner } from '../../src/reasoning/createReasoner.ts';
import type { Memo, TraceSink } from '../../src/trace/recorder.ts';
import type { ModelContext } from '../../src/models/provider.ts';
import type { Providers } from '../../src/engine/providers.ts';

/**
 * A chat model as the judge of answers. Every answer is judged by a model instance and in a separate conversation; no system has either.
 */
export function createJudge(id: string, providers: Providers, { fetch }: Pick<ModelContext, 'fetch'>): Judge {
  return {
    id,
    promptVersion: judgePromptVersion,
    async ask(asked, signal) {
      const calls = new Calls();
      const reasoner = createReasoner({ chat: await providers.chosen('chat', id, { fetch, signal }) }, { recorder: calls });
      if (!reasoner.serves('judge')) throw new AriadneError('usage', `${id} cannot judge. Choose a judge with --judge openai:MODEL.`);
      try {
        const { output, flags } = await reasoner.perform('judge', asked, { node: 'judge', signal });
        if (calls.failure !== undefined) return { failure: calls.failure };
        return { ...output, isReadable: !flags.includes('role_fallback:judge'), costs: calls.costs };
      } catch (error) {
        if (!isAriadneError(error)) throw error;
        if (!lastingFailures.has(error.code)) return { failure: error.message };
        throw new AriadneError(
          'model-unreachable',
          `Cannot reach the judge: ${error.message} The evaluation stops. Rerun the command to continue.`,
          { cause: error },
        );
      }
    },
  };
}

/** What judging one answer took. Nothing is remembered here: a judgment is kept whole. */
export class Calls implements TraceSink, Memo {
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

  get made(): readonly LlmCall[] {
    return this.#calls;
  }

  get costs(): JudgeCosts {
    const sum = (count: (call: LlmCall) => number): number => this.#calls.reduce((total, call) => total + count(call), 0);
    return {
      llm_calls: this.#calls.length,
      llm_requests: sum(({ tries = 1 }) => tries),
      prompt_tokens: sum(({ promptTokens }) => promptTokens),
      completion_tokens: sum(({ completionTokens }) => completionTokens),
      repair_calls: sum(({ attempt }) => Number(attempt > 0)),
      estimated: this.#calls.some(({ estimated }) => estimated),
    };
  }
}
