export interface Disposable {
  dispose(): void;
}

/** Owns disposables and disposes of them once, in reverse order. Anything added after `dispose` is disposed of immediately. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #isDisposed = false;

  add<T extends Disposable>(item: T): T {
    if (this.#isDisposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const item of this.#items.reverse()) item.dispose();
    this.#items.length = 0;
  }
}
