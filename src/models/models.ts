/** The roles models play, as the layers above see them. */

export interface TokenCounts {
  readonly tokens: number;
  readonly fragments: number;
}

/** Turns texts into vectors. */
export interface Embedder {
  /** Names the model and its version; vectors of two ids are never compared. */
  readonly id: string;
  readonly dimension: number;
  /** How much its cosines count beside BM25 when both are fused, > 0; see `fuse` in src/retrieval. */
  readonly fusionWeight?: number;
  /** What was embedded since this was asked last: tokens, and how many of them only continue a word that the model did not know whole. */
  takeTokenCounts?(): TokenCounts;
  /** One row per text, row-major `texts.length × dimension`, L2-normalised; a text without known tokens gives a row of zeros. */
  embed(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<Float32Array>;
}

export interface RerankItem {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
}

/** Scores (query, passage) pairs together. */
export interface Reranker {
  readonly id: string;
  /** Whether scores are in [0, 1] or unbounded logits. */
  readonly scale: 'probability' | 'logit';
  /** One number per passage, same order; higher is better; null means the model gave none. */
  score(query: string, passages: readonly RerankItem[], options?: { readonly signal?: AbortSignal }): Promise<readonly (number | null)[]>;
}

export interface TextPair {
  readonly premise: string;
  readonly hypothesis: string;
}

export type EntailmentLabel = 'entailment' | 'neutral' | 'contradiction';

export interface Entailed {
  /** The most probable; on a tie contradiction before neutral before entailment (pipelines.md 1.1). */
  readonly label: EntailmentLabel;
  readonly probabilities: Readonly<Record<EntailmentLabel, number>>;
}

/** Says what a premise means for a hypothesis (NLI). */
export interface Entailment {
  readonly id: string;
  /** One result per pair, same order; null where the model gave none. */
  label(pairs: readonly TextPair[], options?: { readonly signal?: AbortSignal }): Promise<readonly (Entailed | null)[]>;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  /** The role of `pipelines.md` that asks, e.g. `sunar.step`: for logs and simulations. */
  readonly role: string;
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly maxTokens: number;
  /** JSON schema the reply must satisfy, sent where the server takes one. */
  readonly schema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** 0-based sample and attempt number; part of the key under which the reply is remembered. */
  readonly sample: number;
  readonly attempt: number;
  readonly seed?: number;
  /** Completions asked for in this one request, 1 when absent; more only for `completeMany`, of which `sample` is then the first. */
  readonly n?: number;
  readonly topP?: number;
  /** Ask for the log-probabilities of the tokens. */
  readonly logprobs?: boolean;
}

export interface ChatReply {
  readonly text: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly estimated: boolean;
  readonly finishReason: string;
  /** Natural logarithms of the probabilities of the tokens, in order, end of text left out; absent when they were not asked for or the server has none. */
  readonly logprobs?: readonly number[];
  /** Tries it took, one when absent: also those that failed before. None for a reply that came with the request of another. */
  readonly tries?: number;
}

export interface CompletionOptions {
  readonly signal?: AbortSignal;
}

/** An LLM behind the reasoner. */
export interface ChatModel {
  readonly id: string;
  /** What the server is known to give; what nobody has asked of it yet is absent. */
  readonly gives?: { readonly schema?: boolean; readonly n?: boolean; readonly logprobs?: boolean };
  /**
   * One completion. Transport errors, rate limits and time-outs are retried inside (pipelines.md 1.5).
   * @throws AriadneError `chat-…` when the call has failed for good; AbortError when the signal fires.
   */
  complete(request: ChatRequest, options?: CompletionOptions): Promise<ChatReply>;
  /**
   * Up to `request.n` completions of one request, whose tokens are shared out so that their sum is the request's. Fewer where the server gives fewer, none
   * at once where it is known to give one per request: the rest is to be asked for one by one. A model without it is asked one by one.
   * @throws as `complete`
   */
  completeMany?(request: ChatRequest, options?: CompletionOptions): Promise<readonly ChatReply[]>;
}

/** `fetch` as the engine has it: through the host's door. `purpose` goes to the network ledger. */
export type Fetch = (url: string, init: RequestInit, purpose: string) => Promise<Response>;
