/** Counts what a table spends, and keeps it within its limits. */
import { isAriadneError } from '../base/errors.ts';
import type { NewRunEvent } from '../protocol/events.ts';
import type { RunBudget } from '../protocol/runOptions.ts';
import type { TableSummary } from '../protocol/table.ts';
import { BudgetGuard, requirePrices } from '../run/budget.ts';
import type { CallFacts, Recorder } from '../trace/recorder.ts';

/** In place of a run's recorder: a table has no log, because its record has what was answered. */
export class TableMeter implements Recorder {
  readonly #guard: BudgetGuard;
  readonly #beganMs = performance.now();
  #calls = 0;
  #promptTokens = 0;
  #completionTokens = 0;

  /** @throws AriadneError `budget-invalid` */
  constructor(budget: RunBudget = {}) {
    requirePrices(budget);
    this.#guard = new BudgetGuard(budget);
  }

  get cost(): TableSummary['cost'] {
    const seconds = Math.round(this.now() / 100) / 10;
    return { llmCalls: this.#calls, promptTokens: this.#promptTokens, completionTokens: this.#completionTokens, seconds };
  }

  now(): number {
    return performance.now() - this.#beganMs;
  }

  emit(event: NewRunEvent): void {
    if (event.kind !== 'llm-called') return;
    this.#calls++;
    this.#promptTokens += Math.max(0, event.call.promptTokens);
    this.#completionTokens += Math.max(0, event.call.completionTokens);
    this.#guard.observe({ n: 0, at: 0, ...event });
  }

  async remember<T>(of: string, input: unknown, make: () => Promise<T>, { isFinal = false, completions = 1 }: CallFacts = {}): Promise<T> {
    const call = { of, key: '', nth: 0, isFinal, completions, inputChars: JSON.stringify(input).length, atMs: this.now() };
    // The guard passes on what the call gives.
    return (await this.#guard.make(call, make)) as T;
  }
}

/** Whether an error only means that a limit was reached. */
export function isSpent(error: unknown): boolean {
  return isAriadneError(error, 'budget-exhausted');
}
