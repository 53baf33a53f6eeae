import { t } from '@vscode/l10n';
import { workspace, type SecretStorage } from 'vscode';
import { HostDoor } from '../../door/hostDoor.ts';
import { fetchThrough } from '../../door/nodeFetch.ts';
import type { ModelIds } from '../../protocol/runSpec.ts';
import type { Settings } from '../settings.ts';

/** The servers that may be contacted: those of the chosen models, and one that is being chosen. */
export class Destinations {
  readonly #settings: () => Settings;
  readonly #choosing = new Set<string>();

  constructor(settings: () => Settings) {
    this.#settings = settings;
  }

  /** Allows an address while the user is choosing it, to list its models. */
  async whileChoosing<T>(address: string, work: () => Promise<T>): Promise<T> {
    const { origin } = new URL(address);
    this.#choosing.add(origin);
    try {
      return await work();
    } finally {
      this.#choosing.delete(origin);
    }
  }

  /** Whether it is the hub's address, and not also that of the chosen models. */
  isHub(url: URL): boolean {
    const { baseUrl, hubUrl } = this.#settings();
    return url.origin === new URL(hubUrl).origin && url.origin !== new URL(baseUrl).origin;
  }

  get isOffline(): boolean {
    return this.#settings().isOffline;
  }

  headersFor(url: URL): Readonly<Record<string, string>> {
    const { baseUrl, headers } = this.#settings();
    return url.origin === new URL(baseUrl).origin ? headers : {};
  }

  /** Undefined when the address is allowed, otherwise a sentence. */
  refusal(url: URL): string | undefined {
    if (!workspace.isTrusted)
      return t('Ariadne uses no network in a folder that is not trusted. Trust the folder, or use the built-in models.');
    const { models, baseUrl, hubUrl } = this.#settings();
    // Only the engine's downloads lead there, and each begins with a question.
    if (this.#choosing.has(url.origin) || url.origin === new URL(hubUrl).origin) return undefined;
    if (!usesServer(models))
      return t('The built-in models need no network, so {0} was not contacted. Choose a model to allow it.', url.host);
    const allowed = new URL(baseUrl);
    if (url.origin === allowed.origin) return undefined;
    return t('Ariadne only connects to {0} ("ariadne.openai.baseUrl"), so {1} was not contacted.', allowed.origin, url.host);
  }
}

/** VS Code has patched this process's `fetch` to use the user's proxy and certificates. */
export function createDoor(secrets: SecretStorage, destinations: Destinations): HostDoor {
  return new HostDoor({
    fetch: (input, init) => globalThis.fetch(input, init),
    refusal: (url) => destinations.refusal(url),
    headersFor: (url) => destinations.headersFor(url),
    getKey: async (url) => secrets.get(keyName(url)),
    isOffline: () => destinations.isOffline,
    // VS Code has patched these as well, but there it keeps the lookup.
    hub: { isAt: (url) => destinations.isHub(url), fetch: fetchThrough },
  });
}

/** The secret's name for an origin. A key belongs to the origin for which it was entered; another address in the settings never gets it. */
export function keyName(url: URL): string {
  return `ariadne.key:${url.origin}`;
}

/** Whether a chosen model is at `ariadne.openai.baseUrl`. */
function usesServer(models: ModelIds): boolean {
  return Object.values(models).some((id) => id?.startsWith('openai:') === true);
}
