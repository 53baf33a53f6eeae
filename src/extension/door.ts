import { workspace } from 'vscode';
import type { SecretStorage } from 'vscode';
import { HostDoor } from '../door/hostDoor.ts';
import { offlineRefusal } from '../door/offline.ts';
import type { Settings } from './settings.ts';

/** VS Code has patched this process's `fetch` to use the user's proxy and certificates. */
export function createDoor(secrets: SecretStorage, settings: () => Settings): HostDoor {
  return new HostDoor({
    fetch: (input, init) => globalThis.fetch(input, init),
    refusal: (url) => refusal(url, settings()),
    getKey: async (url) => secrets.get(keyName(url)),
    isHub: (url) => url.origin === new URL(settings().hubUrl).origin && url.origin !== new URL(settings().baseUrl).origin,
  });
}

/** The secret's name for an origin. A key belongs to the origin for which it was entered; another address in the settings never gets it. */
export function keyName(url: URL): string {
  return `ariadne.key:${url.origin}`;
}

function refusal(url: URL, { models, baseUrl, hubUrl, isOffline }: Settings): string | undefined {
  if (!workspace.isTrusted) return 'Ariadne uses no network in a folder that is not trusted. Trust the folder, or use the built-in models.';
  const offline = isOffline ? offlineRefusal(url) : undefined;
  if (offline !== undefined) return offline;
  // Only the engine's downloads lead there, and each begins with a question.
  if (url.origin === new URL(hubUrl).origin) return undefined;
  if (!models.chat.startsWith('openai:'))
    return `The built-in models need no network, so ${url.host} was not contacted. Choose a model to allow it.`;
  const allowed = new URL(baseUrl);
  if (url.origin === allowed.origin) return undefined;
  return `Ariadne only connects to ${allowed.origin} ("ariadne.openai.baseUrl"), so ${url.host} was not contacted.`;
}
