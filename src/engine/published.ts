/** The engine's state as its host has it. Each part is sent when it differs from what was sent last. */
import type { EngineNotificationParams, EngineState, StatePart } from '../protocol/engine.ts';

type Parts = EngineNotificationParams<'state'>;

/** Progress is sent at most ten times a second: more would only keep the host busy. */
const soonMs = 100;

export class Published {
  readonly #send: (parts: Parts) => void;
  readonly #sent = new Map<StatePart, { readonly version: number; readonly text: string }>();
  readonly #waiting = new Map<StatePart, NodeJS.Timeout>();

  constructor(send: (parts: Parts) => void) {
    this.#send = send;
  }

  set<P extends StatePart>(part: P, value: EngineState[P]): void {
    clearTimeout(this.#waiting.get(part));
    this.#waiting.delete(part);
    const text = JSON.stringify(value);
    const { version = 0, text: before } = this.#sent.get(part) ?? {};
    if (text === before) return;
    this.#sent.set(part, { version: version + 1, text });
    this.#send({ [part]: { version: version + 1, value } });
  }

  /** Sets what the value is then. */
  setSoon<P extends StatePart>(part: P, value: () => EngineState[P]): void {
    if (!this.#waiting.has(part))
      this.#waiting.set(
        part,
        setTimeout(() => this.set(part, value()), soonMs),
      );
  }
}

/** Work that is done once for all that call for it before it begins, and never twice at a time. */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return () =>
    (waiting ??= last = last.then(() => {
      waiting = undefined;
      return work();
    }));
}
