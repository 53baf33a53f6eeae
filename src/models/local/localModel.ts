/** What is loaded, and how. */

export interface LocalModel {
  /** Names the model in messages and ids. */
  readonly name: string;
  readonly folder: string;
  /** transformers.js's name of a precision. Default: the best that is there for a processor. */
  readonly dtype?: string;
}

export interface LoadOptions {
  readonly signal?: AbortSignal;
  /** Called unless the model is in memory. */
  readonly onLoad?: () => void;
}
