/** Paths by the hash of a name. Most names are of one document, and a set for each of them takes twice the memory. */
export class PathsByHash {
  readonly #paths = new Map<number, string | Set<string>>();

  has(hash: number): boolean {
    return this.#paths.has(hash);
  }

  of(hash: number): ReadonlySet<string> {
    const found = this.#paths.get(hash) ?? none;
    return typeof found === 'string' ? new Set([found]) : found;
  }

  add(hash: number, path: string): void {
    const found = this.#paths.get(hash);
    if (found === undefined) this.#paths.set(hash, path);
    else if (typeof found !== 'string') found.add(path);
    else if (found !== path) this.#paths.set(hash, new Set([found, path]));
  }

  delete(hash: number, path: string): void {
    const found = this.#paths.get(hash);
    if (found === path) this.#paths.delete(hash);
    if (typeof found !== 'object') return;
    found.delete(path);
    if (found.size === 0) this.#paths.delete(hash);
  }
}

const none: ReadonlySet<string> = new Set();
