/** A value that is made when it is first asked for. Where that fails, the next one who asks tries again. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #making: Promise<T> | undefined;
  #known: T | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  static of<T>(value: T): Lazy<T> {
    const made = new Lazy<T>(() => Promise.resolve(value));
    made.#known = value;
    return made;
  }

  /** Undefined until it is made. */
  get known(): T | undefined {
    return this.#known;
  }

  value(): Promise<T> {
    this.#making ??= this.#remembered();
    return this.#making;
  }

  async #remembered(): Promise<T> {
    try {
      const made = await this.#make();
      this.#known = made;
      return made;
    } catch (error) {
      this.#making = undefined;
      throw error;
    }
  }
}
