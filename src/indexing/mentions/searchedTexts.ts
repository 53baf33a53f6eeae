/** What finding new names in old passages takes. Indexes made from one another share it. */
import { yieldToEventLoop } from '../../base/abort.ts';
import { isAddress } from './addresses.ts';
import { NameMatcher } from './nameMatcher.ts';
import type { NameOwner } from './names.ts';
import type { PackedMap } from './packedMap.ts';
import { WordSets, type WordsOfRows } from './wordSet.ts';

/** Each part is made only where it is needed: an index that is only read needs none. */
export class SearchedTexts {
  readonly #stored: PackedMap<readonly NameOwner[]>;
  #matcher: NameMatcher | undefined;
  #words: WordSets | undefined;

  constructor(stored: PackedMap<readonly NameOwner[]>) {
    this.#stored = stored;
  }

  /** Finds the names that all passages with a record have been searched for, including those of documents that were removed since. */
  get matcher(): NameMatcher {
    if (this.#matcher) return this.#matcher;
    this.#matcher = new NameMatcher();
    for (const key of this.#stored.keys()) if (!isAddress(key)) this.#matcher.add(key);
    return this.#matcher;
  }

  /**
   * The words of all passages with a record.
   * @param stored reads them
   */
  async words(stored: () => AsyncIterable<WordsOfRows>): Promise<WordSets> {
    if (this.#words) return this.#words;
    const words = new WordSets();
    for await (const some of stored()) {
      words.put(some);
      await yieldToEventLoop();
    }
    words.trim();
    return (this.#words = words);
  }

  /** Must be called after records were stored and removed. */
  stored(words: WordsOfRows, removed: Iterable<number>): void {
    this.#words?.delete(removed);
    this.#words?.put(words);
  }
}
