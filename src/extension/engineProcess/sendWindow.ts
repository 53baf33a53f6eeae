/** Enough for a fast connection while the engine is busy for a moment; little for the engine to hold. */
const windowBytes = 4_000_000;

/** Holds back a reply that its receiver does not read as fast as it arrives: a model can have gigabytes. */
export class SendWindow {
  readonly #signal: AbortSignal;
  #waitingBytes = 0;
  #wake: () => void = () => undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  sent(bytes: number): void {
    this.#waitingBytes += bytes;
  }

  taken(bytes: number): void {
    this.#waitingBytes -= bytes;
    this.#wake();
  }

  /**
   * Resolves when more may be sent.
   * @throws AbortError when the request is cancelled
   */
  async room(): Promise<void> {
    while (this.#waitingBytes >= windowBytes) {
      this.#signal.throwIfAborted();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
