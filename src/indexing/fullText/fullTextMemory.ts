import type { Row } from '../interfaces.ts';

/** Cached full-text data that the readers of one database share, so that the cost of a search after a change depends on the change. */
export class FullTextMemory {
  #statistics: IndexStatistics | undefined;
  /** Bags of the passages outside the index, from the last search. */
  #bags: ReadonlyMap<string, TermBag> = new Map();

  ofIndex(uuid: string): IndexStatistics {
    if (this.#statistics?.uuid !== uuid) this.#statistics = new IndexStatistics(uuid);
    return this.#statistics;
  }

  bags(passages: readonly { readonly row: Row; readonly terms: string }[]): readonly { readonly row: Row; readonly bag: TermBag }[] {
    const bags = new Map<string, TermBag>();
    const found = passages.map(({ row, terms }) => {
      const bag = bags.get(terms) ?? this.#bags.get(terms) ?? bagOf(terms);
      bags.set(terms, bag);
      return { row, bag };
    });
    this.#bags = bags;
    return found;
  }
}

const maxWorths = 20_000;

/** Statistics of one full-text index. A rebuilt index has a new UUID. */
export class IndexStatistics {
  readonly uuid: string;
  #averageLength: number | undefined;
  /** The oldest entries are dropped first. */
  readonly #worths = new Map<string, number | undefined>();

  constructor(uuid: string) {
    this.uuid = uuid;
  }

  async averageLength(measure: () => Promise<number>): Promise<number> {
    return (this.#averageLength ??= await measure());
  }

  /** @returns undefined for a term that is not in the index */
  async worth(term: string, measure: () => Promise<number | undefined>): Promise<number | undefined> {
    if (!this.#worths.has(term)) {
      this.#worths.set(term, await measure());
      const [first] = this.#worths.keys();
      if (this.#worths.size > maxWorths && first !== undefined) this.#worths.delete(first);
    }
    return this.#worths.get(term);
  }
}

/** The terms of a text with their counts, and the total number including repetitions. */
export interface TermBag {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** @param terms separated by blanks, as the index stores them */
export function bagOf(terms: string): TermBag {
  const counts = new Map<string, number>();
  const all = terms === '' ? [] : terms.split(' ');
  for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: all.length };
}
