/** What makes models: one file per provider behind this interface. */
import type { ModelId, ProviderName } from './modelId.ts';
import type { ChatModel, Embedder, Entailment, Fetch, Reader, Reranker } from './models.ts';

/** A model of each role. */
export interface RoleModels {
  readonly embedder: Embedder;
  readonly reranker: Reranker;
  readonly entailment: Entailment;
  readonly reader: Reader;
  readonly chat: ChatModel;
}

export type ModelRole = keyof RoleModels;

/** What one request for a model comes with. */
export interface ModelContext {
  /** The one door, for calls and downloads. What is sent is counted for the run that asks. */
  readonly fetch: Fetch;
  /** Ends loading and downloading. Calls of the model have their own. */
  readonly signal: AbortSignal;
  /** Told while a model is downloaded or loaded. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

export interface LoadProgress {
  readonly stage: 'download' | 'load';
  /** Id of the model. */
  readonly model: string;
  /** In [0, 1]; absent until it is known. */
  readonly fraction?: number;
  /** It is loaded, or cannot be. */
  readonly isOver?: true;
}

/**
 * Makes models from ids. Roles that no model of this provider can serve are absent; whether one model serves a role may only show when it
 * is loaded. Models are cheap to request again: what is expensive is kept by the provider.
 * @throws AriadneError with what to do when the model is missing, unfit for the role, or cannot be loaded; AbortError
 */
export type ModelProvider = {
  readonly name: ProviderName;
  /** Ends processes and frees memory. No model is used afterwards. */
  readonly close?: () => Promise<void>;
} & { readonly [Role in ModelRole]?: (id: ModelId, context: ModelContext) => RoleModels[Role] | Promise<RoleModels[Role]> };
