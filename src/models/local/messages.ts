/** What the engine and the process of local models say to each other. */
import type { ErrorCode } from '../../base/errors.ts';
import type { LoadFailure } from '../../base/nativeLibrary.ts';
import type { ChatMessage, ReplyToken } from '../models.ts';

/** ONNX Runtime as a native library, or compiled to WebAssembly: slower, but it runs wherever Node does. */
export type Runtime = 'native' | 'wasm';

export type Pooling = 'mean' | 'cls' | 'last';

/** One session: the same files in the same precision. */
export interface ModelSpec {
  /** Names the model in messages to users. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  /** The folder of the graph in `folder`; may be empty. */
  readonly subfolder: string;
  /** Name of the graph's file without precision and `.onnx`: `model`. */
  readonly base: string;
  /** Names of the files beside the graph with its weights. */
  readonly weightsBeside: readonly string[];
  /** transformers.js's name of the precision. */
  readonly dtype: string;
  /** Tokens of one input, special ones included. */
  readonly maxTokens: number;
  readonly isDecoder: boolean;
}

export interface EmbedCall {
  readonly task: 'embed';
  readonly texts: readonly string[];
  readonly pooling: Pooling;
  /** Components kept of each vector; all if absent. */
  readonly dimension?: number;
}

export interface ClassifyCall {
  readonly task: 'classify';
  readonly pairs: readonly (readonly [first: string, second: string])[];
}

export interface SpansCall {
  readonly task: 'spans';
  readonly question: string;
  readonly passages: readonly string[];
}

export interface GenerateCall {
  readonly task: 'generate';
  readonly messages: readonly ChatMessage[];
  /** Template of the prompt, if the tokenizer's files have it elsewhere. */
  readonly template?: string;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topP?: number;
  readonly seed: number;
  /** Whether to return the logarithms of the tokens' probabilities. */
  readonly logprobs?: boolean;
  /** How many likely alternatives of each token to return with them. */
  readonly alternatives?: number;
  /** Whether the reply is one JSON object. */
  readonly isObject: boolean;
}

export type ModelCall = EmbedCall | ClassifyCall | SpansCall | GenerateCall;

/** `count × width` numbers, row-major. */
export interface Rows {
  readonly width: number;
  readonly data: Float32Array;
}

export interface FoundSpan {
  readonly passage: number;
  /** UTF-16 offsets in the passage. */
  readonly start: number;
  readonly end: number;
  /** Logits of beginning and end, less those of "not in this text" in the same window. */
  readonly margin: number;
}

export interface Generated {
  readonly text: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly finishReason: string;
  /** Empty unless wanted. */
  readonly logprobs: readonly number[];
  /** Only if alternatives are wanted. */
  readonly tokens?: readonly ReplyToken[];
}

export interface Results {
  readonly embed: Rows;
  /** One logit per label, before any softmax. */
  readonly classify: Rows;
  readonly spans: readonly FoundSpan[];
  readonly generate: Generated;
}

export type ToModels =
  /** `niceness` is added to that of the process. */
  | { readonly kind: 'start'; readonly runtime: Runtime; readonly wasm: string; readonly niceness: number }
  | { readonly kind: 'call'; readonly id: number; readonly model: ModelSpec; readonly call: ModelCall }
  | { readonly kind: 'cancel'; readonly id: number };

export type FromModels =
  | { readonly kind: 'ready' }
  /** ONNX Runtime cannot be used in this process. */
  | ({ readonly kind: 'unusable' } & LoadFailure)
  | { readonly kind: 'progress'; readonly id: number; readonly fraction: number }
  /** More of a reply. */
  | { readonly kind: 'text'; readonly id: number; readonly text: string }
  | { readonly kind: 'result'; readonly id: number; readonly result: Results[keyof Results]; readonly residentBytes: number }
  | { readonly kind: 'failed'; readonly id: number; readonly code: ErrorCode; readonly message: string };
