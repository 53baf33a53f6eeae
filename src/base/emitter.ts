import type { Disposable } from './disposable.ts';

export type Listener<T> = (value: T) => void;

/** A list of listeners. An error in one does not keep the others from being called. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<Listener<T>>();

  on(listener: Listener<T>): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  fire(value: T): void {
    const failures: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'a listener failed');
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
