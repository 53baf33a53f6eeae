/** The roles of models, as the layers above see them. */

export interface TokenCounts {
  readonly tokens: number;
  readonly fragments: number;
}

/** Turns texts into vectors. */
export interface Embedder {
  /** Names the model and its version. Vectors of two ids are never compared. */
  readonly id: string;
  readonly dimension: number;
  /** Weight of its cosines relative to BM25 in fusion, > 0; see `fuse` in src/retrieval. None where it was not measured. */
  readonly fusionWeight?: number;
  /** The tokens embedded since the last call, and how many of them only continue a word that is not in the vocabulary. */
  takeTokenCounts?(): TokenCounts;
  /** One row per text, row-major `texts.length × dimension`, L2-normalized. A text without known tokens gives a row of zeros. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array>;
}

export interface EmbedOptions {
  readonly signal?: AbortSignal;
  /** What the texts are: some models expect another prefix before what is searched for. Default: `passage`. */
  readonly as?: 'query' | 'passage';
  /** Told how many of the texts are embedded, by embedders that take long. Never decreases, unless a model has to begin again. */
  readonly onEmbedded?: (count: number) => void;
  /** As of `CompletionOptions`. */
  readonly onWait?: (ms: number) => void;
}

export interface RerankItem {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
}

/** Scores (query, passage) pairs jointly. */
export interface Reranker {
  readonly id: string;
  /** Whether scores are in [0, 1] or unbounded logits. */
  readonly scale: 'probability' | 'logit';
  /** One number per passage in the same order; higher is better; null when the model gave none. */
  score(query: string, passages: readonly RerankItem[], options?: { readonly signal?: AbortSignal }): Promise<readonly (number | null)[]>;
}

export interface TextPair {
  readonly premise: string;
  readonly hypothesis: string;
}

export type EntailmentLabel = 'entailment' | 'neutral' | 'contradiction';

export interface Entailed {
  /** The most probable label. On ties, contradiction precedes neutral, and neutral precedes entailment (pipelines.md 1.1). */
  readonly label: EntailmentLabel;
  readonly probabilities: Readonly<Record<EntailmentLabel, number>>;
}

/** Decides whether a premise entails a hypothesis (NLI). */
export interface Entailment {
  readonly id: string;
  /** One result per pair in the same order; null where the model gave none. */
  label(pairs: readonly TextPair[], options?: { readonly signal?: AbortSignal }): Promise<readonly (Entailed | null)[]>;
}

/** A quote that may answer the question. */
export interface ReadSpan {
  /** Position of the passage in the request. */
  readonly passage: number;
  /** UTF-16 offsets in that passage's text; `end` is exclusive, and never equals `start`. */
  readonly start: number;
  readonly end: number;
  /** In [0, 1]: how likely this is the answer rather than that these passages have none. */
  readonly score: number;
}

/** Finds the answer to a question in passages. It can only quote. */
export interface Reader {
  readonly id: string;
  /** What its scores were fitted to; absent while they are the model's own. */
  readonly calibration?: { readonly dataset: string; readonly questions: number };
  /** The best quotes of all passages together, best first; none if there is no text to quote. */
  read(question: string, passages: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<readonly ReadSpan[]>;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  /** The calling role in `pipelines.md`, e.g. `sunar.step`, for logs and simulations. */
  readonly role: string;
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly maxTokens: number;
  /** JSON schema of the reply, sent if the server accepts one. */
  readonly schema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** 0-based sample and attempt number, part of the key under which the reply is recorded. */
  readonly sample: number;
  readonly attempt: number;
  readonly seed?: number;
  /** The number of completions in this request. Default: 1. More only for `completeMany`, where `sample` is the first of them. */
  readonly n?: number;
  readonly topP?: number;
  /** Whether to request the log-probabilities of tokens. */
  readonly logprobs?: boolean;
  /** How many likely alternatives of each token to request with the log-probabilities. Default: none. */
  readonly alternatives?: number;
}

export interface ChatReply {
  readonly text: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly estimated: boolean;
  readonly finishReason: string;
  /** Natural logarithms of the token probabilities in order, without the end of text; absent when not requested or not provided. */
  readonly logprobs?: readonly number[];
  /** The tokens of the reply in order; absent when alternatives were not requested or not provided. */
  readonly tokens?: readonly ReplyToken[];
  /** The number of tries, including failed ones. Default: 1. Zero for a reply that came with another's request. */
  readonly tries?: number;
}

/** A token with what the model could have written in its place. */
export interface ReplyToken {
  readonly text: string;
  /** Texts with the natural logarithms of their probabilities, the token itself among them if the server says it; none below 0.001. */
  readonly alternatives: readonly (readonly [text: string, logprob: number])[];
}

export interface CompletionOptions {
  readonly signal?: AbortSignal;
  /** Called with each part of the reply as it is written, by models that can. */
  readonly onText?: (text: string) => void;
  /** Called when a try has failed after parts of its reply, which do not count: the reply begins again, or the call fails. */
  readonly onRestart?: () => void;
  /** Called with the time in milliseconds that is left of a wait for the server's rate limit, and with 0 at its end. */
  readonly onWait?: (ms: number) => void;
}

/** The language model behind the reasoner. */
export interface ChatModel {
  readonly id: string;
  /** What the server is known to provide; absent entries are unknown. */
  readonly gives?: { readonly schema?: boolean; readonly n?: boolean; readonly logprobs?: boolean };
  /**
   * One completion. Transport errors, rate limits and time-outs are retried internally (pipelines.md 1.5).
   * @throws AriadneError `chat-…` when the call has failed permanently; AbortError when the signal fires
   */
  complete(request: ChatRequest, options?: CompletionOptions): Promise<ChatReply>;
  /**
   * Up to `request.n` completions of one request, whose token counts add up to the request's. Fewer if the server gives fewer, and none if
   * it is known to give one per request; the caller requests the rest separately. A model without this method gets separate requests.
   * @throws the errors of `complete`
   */
  completeMany?(request: ChatRequest, options?: CompletionOptions): Promise<readonly ChatReply[]>;
}

/** `fetch` in the engine, which goes through the host's door. `purpose` and the run that asks are recorded in the network ledger. */
export type Fetch = (url: string, init: RequestInit, purpose: string, runId?: string) => Promise<Response>;

/** A passage as rerankers read it: where it is, then its text. */
export function rerankText({ title, headings, text }: RerankItem): string {
  const place = [title, ...headings.filter((heading) => heading !== title)].filter((part) => part !== '').join(' › ');
  return place === '' ? text : `${place}\n${text}`;
}
