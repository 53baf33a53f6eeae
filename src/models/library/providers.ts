/** The registry of providers of models: the only place that knows which there are. */
import { AriadneError } from '../../base/errors.ts';
import { openaiProvider, type OpenAIProviderOptions } from '../endpoint/openaiProvider.ts';
import { dimensionForm, dimensionText, modelIdForms, readModelId, type ModelId } from '../modelId.ts';
import { vscodeProvider, type VSCodeProviderOptions } from '../vscode/vscodeProvider.ts';
import type { ModelContext, ModelProvider, ModelRole, RoleModels, LoadProgress } from '../provider.ts';
import { localProviders, type LocalProvidersOptions } from './localProviders.ts';
import { basename, resolve } from 'node:path';
import type { Entailment, Reranker } from '../models.ts';
import type { Writing } from '../../protocol/writing.ts';
import { planningRole, type ModelIds } from '../../protocol/runSpec.ts';

export interface ProviderOptions {
  readonly openai: OpenAIProviderOptions;
  /** Default: no models on this machine. */
  readonly local?: LocalProvidersOptions;
  /** Default: the host is no editor. */
  readonly vscode?: VSCodeProviderOptions;
}

/** All providers except the built-in one, whose models come from the index. */
export function allProviders({ openai, local, vscode = {} }: ProviderOptions): Providers {
  return new Providers([...(local ? localProviders(local) : []), openaiProvider(openai), vscodeProvider(vscode)]);
}

/** Roles that the built-in rules fill where no model is chosen. */
const filledByRules: ReadonlySet<ModelRole> = new Set<ModelRole>(['chat', 'reader']);

const roleNames: Readonly<Record<ModelRole, string>> = {
  embedder: 'embedder',
  reranker: 'reranker',
  entailment: 'entailment model',
  reader: 'reader',
  chat: 'chat model',
};

type Makers = { readonly [Role in ModelRole]?: (id: ModelId, context: ModelContext) => RoleModels[Role] | Promise<RoleModels[Role]> };

/** Whether this id is of the built-in models, of any role. */
export function isBuiltin(text: string): boolean {
  return readModelId(text)?.provider === 'builtin';
}

export class Providers {
  readonly #providers: readonly ModelProvider[];

  constructor(providers: readonly ModelProvider[]) {
    this.#providers = providers;
  }

  /** With one more provider. */
  with(provider: ModelProvider): Providers {
    return new Providers([...this.#providers, provider]);
  }

  /** @throws AriadneError `model-unknown` when there is no such model or it cannot serve the role; the errors of its provider */
  async get<Role extends ModelRole>(role: Role, text: string, context: ModelContext): Promise<RoleModels[Role]> {
    const { id, make } = this.require(role, text);
    return make(id, context);
  }

  /** Only looks whether there can be such a model. @throws AriadneError `model-unknown` */
  require<Role extends ModelRole>(role: Role, text: string): { readonly id: ModelId; readonly make: NonNullable<Makers[Role]> } {
    const id = readModelId(text);
    const makers: Makers | undefined = this.#providers.find(({ name }) => name === id?.provider);
    const make: Makers[Role] | undefined = makers?.[role];
    if (id?.dimension !== undefined && role !== 'embedder') {
      const cut = dimensionText(id.dimension);
      throw new AriadneError(
        'model-unknown',
        `Only the vectors of an embedder can be cut. Leave out "${cut}" of ${roleNames[role]} "${text}".`,
      );
    }
    if (id && make) return { id, make };
    throw new AriadneError('model-unknown', `There is no ${roleNames[role]} "${text}". Choose ${this.#formsOf(role).join(' or ')}.`);
  }

  /** As `get`; undefined where the built-in rules fill the role. */
  async chosen<Role extends ModelRole>(role: Role, text: string | undefined, context: ModelContext): Promise<RoleModels[Role] | undefined> {
    if (text === undefined || (filledByRules.has(role) && isBuiltin(text))) return undefined;
    return this.get(role, text, context);
  }

  async close(): Promise<void> {
    for (const provider of this.#providers) await provider.close?.();
  }

  #formsOf(role: ModelRole): readonly string[] {
    const serving = this.#providers.flatMap((provider) => (provider[role] ? [provider.name] : []));
    const forms = [...new Set(['builtin' as const, ...serving])].map((name) => modelIdForms[name]);
    return role === 'embedder' ? [...forms.slice(0, -1), `${forms.at(-1)}, with ${dimensionForm} at the end to cut its vectors`] : forms;
  }
}

/** The models with these ids that answer, and the ids of those that take part: a reader only without a chat model. */
export async function answeringOf(providers: Providers, models: ModelIds, context: ModelContext) {
  const chat = await providers.chosen('chat', models.chat, context);
  const planning = await providers.chosen('chat', models[planningRole], context);
  const reader = chat ? undefined : await providers.chosen('reader', models.reader, context);
  return { models: { chat, planning, reader }, ids: { chat: chat?.id ?? models.chat, [planningRole]: planning?.id, reader: reader?.id } };
}

/** @throws as `Providers.get`; AriadneError `model-unknown` also for one that is not needed */
export async function rerankerOf(providers: Providers, chosen: string, context: ModelContext, isNeeded: boolean): Promise<Reranker> {
  const open = (): Promise<Reranker> => providers.get('reranker', chosen, context);
  if (isNeeded || isBuiltin(chosen)) return open();
  providers.require('reranker', chosen);
  return {
    id: nameOf(chosen),
    // Its own is not known before it is opened.
    scale: 'probability',
    score: async (query, passages, options) => (await open()).score(query, passages, options),
  };
}

/** @throws as `rerankerOf` */
export async function entailmentOf(providers: Providers, chosen: string, context: ModelContext, isNeeded: boolean): Promise<Entailment> {
  const open = (): Promise<Entailment> => providers.get('entailment', chosen, context);
  if (isNeeded || isBuiltin(chosen)) return open();
  providers.require('entailment', chosen);
  return { id: nameOf(chosen), label: async (pairs, options) => (await open()).label(pairs, options) };
}

/** What a run shows while a model is loaded. A download is shown by the host. */
export function loadingOf({ stage, model, isOver }: LoadProgress): Writing {
  return { node: '', text: '', isFinal: false, ...(stage === 'load' && !isOver ? { loading: model } : {}) };
}

/** Ids are kept in logs, and paths name people. */
function nameOf(chosen: string): string {
  const { provider, name } = readModelId(chosen) ?? {};
  return provider === 'folder' && name !== undefined ? `folder:${basename(resolve(name))}` : chosen;
}
