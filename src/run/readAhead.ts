import { readParts } from '../citations/quoteCandidates.ts';
import { assumedLanguage } from '../language/assumed.ts';
import type { Passage } from '../protocol/passage.ts';
import { sentencesOf } from './evidenceConflicts.ts';

/** Reads passages for the stages after a pipeline while a model writes, so that a person does not wait for it later. */
export class ReadAhead {
  #waiting: Passage[] = [];

  add(passages: readonly Passage[]): void {
    if (this.#waiting.length === 0 && passages.length > 0) setImmediate(() => this.#readNext());
    this.#waiting.push(...passages);
  }

  stop(): void {
    this.#waiting = [];
  }

  /** One at a time: each takes about a millisecond, and calls of the run come in between. */
  #readNext(): void {
    const passage = this.#waiting.shift();
    if (!passage) return;
    try {
      readParts(passage, assumedLanguage);
      sentencesOf(passage);
    } catch {
      // The stage that reads it fails with the same error, and the run records that.
    }
    if (this.#waiting.length > 0) setImmediate(() => this.#readNext());
  }
}
