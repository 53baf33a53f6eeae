import { untilAborted } from '../../base/abort.ts';

/**
 * How long a language model of VS Code may say nothing. Ends the wait when that is over or the user cancels, also where the extension that
 * offers the model ignores both.
 */
export class ModelSilence {
  /** Fires when the wait is over. */
  readonly signal: AbortSignal;
  readonly #ms: number;
  readonly #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(cancelled: AbortSignal, ms: number) {
    this.signal = AbortSignal.any([cancelled, this.#over.signal]);
    this.#ms = ms;
  }

  /** Whether the model said nothing for too long. */
  get isTooLong(): boolean {
    return this.#over.signal.aborted;
  }

  begin(): void {
    this.end();
    this.#timer = setTimeout(() => this.#over.abort(), this.#ms);
  }

  /** The model speaks, or waits for a person. */
  end(): void {
    clearTimeout(this.#timer);
  }

  /**
   * The result of `work`, without waiting for it once `signal` fires.
   * @throws AbortError
   */
  until<T>(work: Promise<T>): Promise<T> {
    return untilAborted(work, this.signal);
  }
}
