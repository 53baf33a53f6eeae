/** The tools of agents as language model tools of VS Code. */
import {
  CancellationError,
  type CancellationToken,
  type LanguageModelTool,
  LanguageModelTextPart,
  LanguageModelToolResult,
  type LanguageModelToolInvocationOptions,
} from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { isAriadneError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { AgentTool } from '../../protocol/agentTools.ts';
import { logFailure, sentenceOf } from '../failures.ts';
import { callTool, questionBefore, whichFolder, type AgentApp } from './agentCalls.ts';
import { fitted, invocationSentence } from './agentTexts.ts';

export function languageModelTool(app: AgentApp & { readonly logger: Logger }, tool: AgentTool): LanguageModelTool<unknown> {
  return {
    async prepareInvocation({ input }) {
      const confirmationMessages = await questionBefore(app, tool, input);
      return { invocationMessage: invocationSentence(tool, input, whichFolder(app.folder())), confirmationMessages };
    },
    async invoke({ input, tokenizationOptions }: LanguageModelToolInvocationOptions<unknown>, token: CancellationToken) {
      try {
        const result = await callTool(app, tool, input, signalOf(token));
        const fits = async (text: string): Promise<boolean> =>
          !tokenizationOptions || (await tokenizationOptions.countTokens(text, token)) <= tokenizationOptions.tokenBudget;
        return new LanguageModelToolResult([new LanguageModelTextPart(await fitted(result, input, fits))]);
      } catch (error) {
        if (isAbort(error)) throw new CancellationError();
        logFailure(app.logger, error);
        // The agent reads it.
        throw new Error(`${sentenceOf(error)}${isAriadneError(error) ? ` (${error.code})` : ''}`, { cause: error });
      }
    },
  };
}

export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
