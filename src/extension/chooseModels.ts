import { window, workspace } from 'vscode';
import { AriadneError } from '../base/errors.ts';
import { builtinModels } from '../protocol/engine.ts';
import type { App } from './app.ts';
import { keyName } from './door.ts';
import { writeSetting } from './settings.ts';

type ModelsApp = Pick<App, 'context' | 'settings'>;

/**
 * `ariadne.chooseModels`: chooses the model that reasons over the evidence and, for a server, its address, model and key. Escape at any
 * step changes nothing.
 */
export async function chooseModels(app: ModelsApp): Promise<void> {
  const { models, baseUrl } = app.settings();
  const isBuiltin = models.chat === builtinModels.chat;
  const builtin = {
    label: '$(shield) Built-in',
    description: isBuiltin ? 'current' : '',
    detail: 'No account, no download, no network. Answers with the words of your documents.',
  };
  const server = {
    label: '$(globe) OpenAI-compatible server…',
    description: isBuiltin ? '' : `current: ${models.chat.replace('openai:', '')} at ${new URL(baseUrl).host}`,
    detail:
      'Sends each question’s prompts, including passages from your documents, to the address you enter: OpenAI, or your own Ollama, LM Studio or vLLM.',
  };
  const forget = {
    label: '$(trash) Forget the key',
    description: new URL(baseUrl).host,
    detail: 'Removes it from this machine’s secret store.',
  };
  const hasKey = (await app.context.secrets.get(keyName(new URL(baseUrl)))) !== undefined;
  const chosen = await window.showQuickPick([builtin, server, ...(hasKey ? [forget] : [])], {
    title: 'Chat Model',
    placeHolder: 'Select the model that reasons over the evidence',
  });
  if (chosen === builtin) await writeSetting('ariadne.chat.model', builtinModels.chat);
  if (chosen === server) await chooseServer(app);
  if (chosen === forget) await app.context.secrets.delete(keyName(new URL(baseUrl)));
}

async function chooseServer(app: ModelsApp): Promise<void> {
  if (!workspace.isTrusted)
    throw new AriadneError('untrusted', 'Ariadne uses no network in a folder that is not trusted. Trust the folder first.');
  const { models, baseUrl } = app.settings();
  const address = await window.showInputBox({
    title: 'Chat Model (1/3): address',
    prompt: 'The server’s base URL, usually ending in /v1. Ollama on this machine: http://127.0.0.1:11434/v1',
    value: baseUrl,
    ignoreFocusOut: true,
    validateInput: addressProblem,
  });
  if (address === undefined) return;
  const model = await window.showInputBox({
    title: 'Chat Model (2/3): model',
    prompt: `Model name on ${new URL(address).host}`,
    value: models.chat.startsWith('openai:') ? models.chat.slice('openai:'.length) : '',
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? 'Enter a model name.' : undefined),
  });
  if (model === undefined) return;
  const secret = keyName(new URL(address));
  const hasKey = (await app.context.secrets.get(secret)) !== undefined;
  const key = await window.showInputBox({
    title: 'Chat Model (3/3): key',
    prompt: hasKey
      ? 'Leave empty to keep the stored key'
      : 'Leave empty if the server needs no key. It is kept in this machine’s secret store and sent only to this address.',
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) return;
  if (key.trim() !== '') await app.context.secrets.store(secret, key.trim());
  await writeSetting('ariadne.openai.baseUrl', address.trim());
  await writeSetting('ariadne.chat.model', `openai:${model.trim()}`);
}

function addressProblem(value: string): string | undefined {
  if (!URL.canParse(value.trim())) return 'Enter an address such as https://api.openai.com/v1';
  const { protocol, username, password } = new URL(value.trim());
  if (username !== '' || password !== '') return 'Remove the user name and password from the address. You enter the key in the next step.';
  return protocol === 'https:' || protocol === 'http:' ? undefined : 'The address must begin with https:// or http://';
}
