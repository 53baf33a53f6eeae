/** The calls of a previewed run: those that are known or cost nothing have results, the others wait. */
import { abortError, yieldToEventLoop } from '../base/abort.ts';
import { patience, resultOf, type Call, type CallSource, type KnownResults, type Settled } from './callSource.ts';

export interface PreviewedCallsOptions {
  /** Default: no results are known. */
  readonly known?: KnownResults;
  /** Whether a call whose result is not known may be made. */
  readonly isFree: (call: Call) => boolean;
}

export class PreviewedCalls implements CallSource {
  /** Waiting calls in the order in which they were made. */
  readonly waiting: Call[] = [];
  /** Resolves when calls wait and nothing else is active. */
  readonly untilOthersEnd: Promise<void>;
  readonly #options: PreviewedCallsOptions;
  readonly #giveUp: ((error: Error) => void)[] = [];
  #tellQuiet: () => void = () => undefined;
  #underWay = 0;
  #idleTurns = 0;
  #isWatching = false;

  constructor(options: PreviewedCallsOptions) {
    this.#options = options;
    this.untilOthersEnd = new Promise((resolve) => {
      this.#tellQuiet = resolve;
    });
  }

  async settle(call: Call, make: () => Promise<unknown>): Promise<Settled> {
    this.#idleTurns = 0;
    const known = this.#options.known?.find(call);
    if (!known && !this.#options.isFree(call)) return this.#wait(call);
    this.#underWay++;
    try {
      const settled = known ?? { result: await resultOf(make), isRecalled: false };
      await yieldToEventLoop();
      return settled;
    } finally {
      this.#underWay--;
      this.#idleTurns = 0;
    }
  }

  /** Ends the waiting calls as if the run had been stopped. */
  giveUp(): void {
    for (const reject of this.#giveUp.splice(0)) reject(abortError());
  }

  #wait(call: Call): Promise<Settled> {
    this.waiting.push(call);
    if (!this.#isWatching) this.#watch();
    this.#isWatching = true;
    return new Promise((_, reject) => this.#giveUp.push(reject));
  }

  #watch(): void {
    setImmediate(() => {
      if (this.#underWay > 0) this.#idleTurns = 0;
      else if (++this.#idleTurns >= patience) return this.#tellQuiet();
      this.#watch();
    });
  }
}
