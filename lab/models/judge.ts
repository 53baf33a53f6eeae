import { AriadneError, isAriadneError } from '../../src/base/errors.ts';
import { lastingFailures } from '../evaluation/evaluate.ts';
import type { Judge, JudgeCosts } from '../evaluation/judgments.ts';
import type { LlmCall } from '../../src/protocol/trace.ts';
import { judgePromptVersion } from './judgePrompt.ts';
import { judgeRole } from './judgeRole.ts';
import { createReasoner } from '../../src/reasoning/createReasoner.ts';
import { UnrecordedCalls } from '../../src/trace/unrecordedCalls.ts';
import type { ModelContext } from '../../src/models/provider.ts';
import type { Providers } from '../../src/models/library/providers.ts';

/**
 * A chat model as the judge of answers. Every answer is judged by a model instance and in a separate conversation; no system has either.
 */
export function createJudge(id: string, providers: Providers, { fetch }: Pick<ModelContext, 'fetch'>): Judge {
  return {
    id,
    promptVersion: judgePromptVersion,
    async ask(asked, signal) {
      const calls = new UnrecordedCalls();
      const reasoner = createReasoner({ chat: await providers.chosen('chat', id, { fetch, signal }) }, { recorder: calls });
      if (!reasoner.serves(judgeRole)) throw new AriadneError('usage', `${id} cannot judge. Choose a judge with --judge openai:MODEL.`);
      try {
        const { output, flags } = await reasoner.perform(judgeRole, asked, { node: 'judge', signal });
        if (calls.failure !== undefined) return { failure: calls.failure };
        return { ...output, isReadable: !flags.includes('role_fallback:judge'), costs: costsOf(calls.made) };
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

function costsOf(calls: readonly LlmCall[]): JudgeCosts {
  const sum = (count: (call: LlmCall) => number): number => calls.reduce((total, call) => total + count(call), 0);
  return {
    llm_calls: calls.length,
    llm_requests: sum(({ tries = 1 }) => tries),
    prompt_tokens: sum(({ promptTokens }) => promptTokens),
    completion_tokens: sum(({ completionTokens }) => completionTokens),
    repair_calls: sum(({ attempt }) => Number(attempt > 0)),
    estimated: calls.some(({ estimated }) => estimated),
  };
}
