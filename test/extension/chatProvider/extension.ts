/**
 * An extension that offers simulated language models to VS Code. They answer from the dataset in ARIADNE_TEST_DATASET; each family behaves
 * in its own way.
 */
import * as vscode from 'vscode';
import { choiceOf } from '../../../lab/simulation/completion.ts';
import { readDataset } from '../../../lab/simulation/dataset.ts';
import { readRequest } from '../../../lab/simulation/readRequest.ts';
import { SimulatedModel } from '../../../lab/simulation/simulatedModel.ts';

/** The part of the API that @types/vscode 1.103 does not have. */
interface ProviderApi {
  registerLanguageModelChatProvider(vendor: string, provider: object): vscode.Disposable;
}

interface Message {
  readonly role: vscode.LanguageModelChatMessageRole;
  readonly content: readonly unknown[];
}

const families = ['answering', 'small', 'blocked', 'failing', 'endless', 'refused', 'silent'];
const charactersPerToken = 4;

export interface ChatProviderApi {
  /** How many requests have reached each family. */
  readonly counts: Readonly<Record<string, number>>;
  /** How many requests of the family `endless` were cancelled. */
  readonly cancelled: number;
}

export function activate(context: vscode.ExtensionContext): ChatProviderApi {
  const model = new SimulatedModel(readDataset(process.env['ARIADNE_TEST_DATASET'] ?? ''), {});
  const state = { counts: Object.fromEntries(families.map((family) => [family, 0])), cancelled: 0 };
  const provider = {
    provideLanguageModelChatInformation: () =>
      families.map((family) => ({
        id: family,
        name: `Simulated (${family})`,
        family,
        version: '1',
        maxInputTokens: family === 'small' ? 20 : 8_000,
        maxOutputTokens: 1_000,
        capabilities: {},
      })),
    async provideLanguageModelChatResponse(
      { family }: { readonly family: string },
      messages: readonly Message[],
      _options: unknown,
      progress: vscode.Progress<unknown>,
      token: vscode.CancellationToken,
    ): Promise<void> {
      state.counts[family] = (state.counts[family] ?? 0) + 1;
      if (family === 'blocked') throw vscode.LanguageModelError.Blocked('The monthly quota is used up.');
      // What VS Code throws for the user who has not agreed.
      if (family === 'refused') throw vscode.LanguageModelError.NoPermissions('The user has not agreed.');
      if (family === 'failing') throw new Error('the provider lost its server');
      // Not even when it is cancelled.
      if (family === 'silent') await new Promise(() => undefined);
      if (family === 'endless') {
        progress.report(new vscode.LanguageModelTextPart('It begins'));
        await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
        state.cancelled++;
        return;
      }
      const asked = { model: family, messages: messages.map((message) => ({ role: 'user', content: textOf(message) })) };
      const { text } = choiceOf(model.say(readRequest(asked), 0));
      for (let at = 0; at < text.length; at += 7) progress.report(new vscode.LanguageModelTextPart(text.slice(at, at + 7)));
    },
    provideTokenCount: (_model: unknown, text: string | Message) =>
      Promise.resolve(Math.ceil((typeof text === 'string' ? text : textOf(text)).length / charactersPerToken)),
  };
  const { lm } = vscode as unknown as { readonly lm: ProviderApi };
  context.subscriptions.push(lm.registerLanguageModelChatProvider('simulation', provider));
  return state;
}

function textOf({ content }: Message): string {
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}
