/** Language models of the editor, which its host asks: those of Copilot and of other extensions. */
import pLimit from 'p-limit';
import { AriadneError } from '../../base/errors.ts';
import { editorModelsUrl } from '../../protocol/editorModels.ts';
import type { Service } from '../chat/chatErrors.ts';
import { OpenAIChatModel } from '../chat/openaiChatModel.ts';
import { fullShape, type ShapeMemory } from '../chat/requestShape.ts';
import { chatService } from '../chat/services.ts';
import { formatModelId } from '../modelId.ts';
import type { ModelProvider } from '../provider.ts';

export interface VSCodeProviderOptions {
  /** Whether the host is an editor. On the command line there are no such models. */
  readonly isInEditor?: boolean;
  readonly chatTimeoutMs?: number;
}

/** The editor takes messages and options for sampling, and gives text. */
const textOnly: ShapeMemory = {
  shape: { ...fullShape, format: 'none', seed: false, topP: false, n: false, logprobs: false, streamUsage: false },
  learn: () => undefined,
};

const service: Service = { ...chatService, server: 'language model provider' };

/** The first request may wait until the user has answered the editor's question for consent. */
const usualTimeoutMs = 180_000;

export function vscodeProvider({ isInEditor = false, chatTimeoutMs = usualTimeoutMs }: VSCodeProviderOptions): ModelProvider {
  // Providers limit requests per minute, and all models of one provider count together.
  const limit = pLimit(4);
  return {
    name: 'vscode',
    chat: (id, { fetch }) => {
      const named = formatModelId(id);
      if (!isInEditor) {
        throw new AriadneError(
          'model-unknown',
          `${named} is a language model of VS Code, which the command line cannot use. Choose openai:MODEL, or ask in VS Code.`,
        );
      }
      const times = { timeoutMs: chatTimeoutMs, deadlineMs: 2 * chatTimeoutMs };
      return new OpenAIChatModel({
        id: named,
        service,
        model: id.name,
        baseUrl: editorModelsUrl,
        fetch,
        limit,
        shapes: textOnly,
        ...times,
      });
    },
  };
}
