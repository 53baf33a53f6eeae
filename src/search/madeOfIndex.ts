/** What is made of an index, kept until that changes. What has failed is made again. */
export class MadeOfIndex<T> {
  #made: { readonly epoch: string; readonly value: Promise<T> } | undefined;

  of({ epoch }: { readonly epoch: string }, make: () => Promise<T>): Promise<T> {
    if (this.#made?.epoch === epoch) return this.#made.value;
    const made = { epoch, value: make() };
    this.#made = made;
    made.value.catch(() => {
      if (this.#made === made) this.#made = undefined;
    });
    return made.value;
  }
}
