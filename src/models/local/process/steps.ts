/** Long computations take turns, batch by batch. */
import { yieldToEventLoop } from '../../../base/abort.ts';

/** Yields after each batch. */
export type Steps<T> = AsyncGenerator<Progress, T, void>;

interface Progress {
  readonly done: number;
  readonly of: number;
}

/**
 * Tokens of a batch, padding included. Activations of more do not stay in the cache of a processor: with 6 layers of 384 and inputs of 8 to
 * 500 tokens, 2,048 take 10 to 33 % more processor time than 512, and 256 no less. A query waits for one batch at most.
 */
export const tokenBudget = 512;

/** Texts that are split into tokens before others have their turn: about a millisecond each. */
export const textsPerStep = 8;

export interface Finish<T> {
  readonly onProgress: (progress: Progress) => void;
  readonly onResult: (result: T) => void;
  readonly onError: (error: unknown) => void;
}

interface Job<T> extends Finish<T> {
  readonly id: number;
  readonly steps: Steps<T>;
  left: number;
}

/** Of all jobs, the one with the least left comes next: a query does not wait until a folder is embedded. */
export class Turns<T> {
  readonly #jobs = new Map<number, Job<T>>();
  #isRunning = false;

  add(id: number, steps: Steps<T>, finish: Finish<T>): void {
    this.#jobs.set(id, { ...finish, id, steps, left: 0 });
    if (!this.#isRunning) void this.#run();
  }

  /** The batch that is being computed ends; no other begins. */
  cancel(id: number): void {
    this.#jobs.delete(id);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      await this.#step(job);
      // Messages come in here: cancellations and shorter jobs.
      await yieldToEventLoop();
    }
    this.#isRunning = false;
  }

  #next(): Job<T> | undefined {
    let next: Job<T> | undefined;
    for (const job of this.#jobs.values()) if (next === undefined || job.left < next.left) next = job;
    return next;
  }

  async #step(job: Job<T>): Promise<void> {
    try {
      const step = await job.steps.next();
      if (!this.#jobs.has(job.id)) return;
      if (step.done !== true) {
        job.left = step.value.of - step.value.done;
        return job.onProgress(step.value);
      }
      this.#jobs.delete(job.id);
      job.onResult(step.value);
    } catch (error) {
      if (this.#jobs.delete(job.id)) job.onError(error);
    }
  }
}
