/** The servers that "Ariadne: Choose Models…" offers. Their addresses are those of their documentation. Does not use VS Code. */
import { t } from '@vscode/l10n';
import { isThisMachine } from '../../base/networkAddress.ts';

export interface ServerPreset {
  readonly name: string;
  /** Up to and including the version; what the user has to fill in is in capitals. */
  readonly baseUrl: string;
  readonly key: 'needed' | 'optional';
  /** What one has to know before choosing it. */
  readonly detail: string;
}

const onThisComputer = t('Runs on this computer. Nothing is sent elsewhere. Free.');

export const serverPresets: readonly ServerPreset[] = [
  {
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    key: 'optional',
    detail: t('Runs on this computer, except models whose name ends in -cloud. Free.'),
  },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', key: 'optional', detail: onThisComputer },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', key: 'optional', detail: t('{0} Also ranks passages.', onThisComputer) },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1', key: 'optional', detail: t('{0} Also ranks passages.', onThisComputer) },
  {
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    key: 'needed',
    detail: t('Sends questions and passages to OpenAI. You pay per token.'),
  },
  {
    name: 'Azure OpenAI',
    baseUrl: 'https://RESOURCE.openai.azure.com/openai/v1',
    key: 'needed',
    detail: t('Sends questions and passages to your Azure resource. You pay per token.'),
  },
  {
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    key: 'needed',
    detail: t('Sends questions and passages to it and the model’s provider. Most cost per token.'),
  },
];

/** Servers that run without having been set up for anyone else. They are offered if they run. */
export const discoverable: readonly ServerPreset[] = serverPresets.filter(({ name }) => name === 'Ollama' || name === 'LM Studio');

export function isOnThisComputer(address: string): boolean {
  return isThisMachine(new URL(address).hostname);
}
