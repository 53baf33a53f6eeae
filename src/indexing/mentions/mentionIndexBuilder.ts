/** Makes the index of mentions from stored records, with no more in memory than the index itself. */
import type { Row } from '../interfaces.ts';
import { GrowingInts } from './growingInts.ts';
import { MentionIndex, noPath } from './mentionIndex.ts';
import { MentionListsBuilder } from './mentionLists.ts';
import type { MentionRecord } from './mentionTable.ts';
import { changedDocument, documentPacking, ownersPacking, ownerWidth, packedOwner, sortPackedOwners } from './namedDocument.ts';
import { namesOf, type KnownFile, type NameOwner } from './names.ts';
import { PackedMap, PackedValues } from './packedMap.ts';
import { PackedStrings } from './packedStrings.ts';
import { SearchedTexts } from './searchedTexts.ts';

/** Names of this many documents are collected in a few milliseconds. */
const documentsPerTurn = 50;
const keysPerTurn = 10_000;
/** Numbers per collected owner: its name, then those of the owner. */
const collectedWidth = 1 + ownerWidth;

export class MentionIndexBuilder {
  readonly #strings = new PackedStrings();
  readonly #documents = new PackedValues<KnownFile>(this.#strings, documentPacking);
  /** Their strings are apart, because each change of the index makes lists as long as there are strings. */
  readonly #lists = new MentionListsBuilder(new PackedStrings());
  readonly #pathOfRow = new GrowingInts();
  #count = 0;

  /** @param records of different rows, which were searched for the names of all records */
  add(records: readonly MentionRecord[]): void {
    for (let first = 0; first < records.length;) {
      const { path } = records[first]!;
      let end = first + 1;
      while (records[end]?.path === path) end++;
      this.#addPart(path, records.slice(first, end));
      first = end;
    }
  }

  /** Yields where other work may have a turn. */
  *finish(): Generator<undefined, MentionIndex> {
    const owners = new PackedMap(yield* this.#owners());
    this.#documents.trim();
    this.#strings.trim();
    return new MentionIndex({
      strings: this.#strings,
      documents: new PackedMap(this.#documents),
      owners,
      lists: this.#lists.finish(this.#pathOfRow.length),
      pathOfRow: this.#pathOfRow.toArray(),
      count: this.#count,
      searched: new SearchedTexts(owners),
    });
  }

  /** Passages of one document mostly follow each other; what an update has changed comes later. */
  #addPart(path: string, records: readonly MentionRecord[]): void {
    const document = changedDocument(path, this.#documents.get(path), new Set<Row>(), records);
    if (document) this.#documents.put(path, document);
    const id = this.#strings.of(path);
    for (const { row, places } of records) {
      while (this.#pathOfRow.length <= row) this.#pathOfRow.push(noPath);
      this.#pathOfRow.set(row, id);
      this.#lists.add(row, places);
    }
    this.#count += records.length;
  }

  *#owners(): Generator<undefined, PackedValues<readonly NameOwner[]>> {
    const collected = new GrowingInts();
    let done = 0;
    for (const document of this.#documents.values()) {
      for (const [key, owners] of namesOf(document)) {
        const id = this.#strings.of(key);
        for (const owner of owners) collected.pushAll([id, ...packedOwner(owner, this.#strings)]);
      }
      if (++done % documentsPerTurn === 0) yield;
    }
    return yield* this.#byKey(collected);
  }

  /** A counting sort by name. */
  *#byKey(collected: GrowingInts): Generator<undefined, PackedValues<readonly NameOwner[]>> {
    const starts = new Int32Array(this.#strings.size + 1);
    for (let at = 0; at < collected.length; at += collectedWidth) starts[collected.at(at) + 1]! += ownerWidth;
    for (let id = 0; id < this.#strings.size; id++) starts[id + 1]! += starts[id]!;
    const owners = new Int32Array(starts.at(-1)!);
    const next = starts.slice();
    for (let at = 0; at < collected.length; at += collectedWidth) {
      const id = collected.at(at);
      owners.set(collected.slice(at + 1, at + collectedWidth), next[id]);
      next[id]! += ownerWidth;
    }
    const values = new PackedValues<readonly NameOwner[]>(this.#strings, ownersPacking);
    for (let id = 0; id + 1 < starts.length; id++) {
      const own = owners.subarray(starts[id], starts[id + 1]);
      if (own.length === 0) continue;
      sortPackedOwners(own, this.#strings);
      values.putNumbers(id, own);
      if (id % keysPerTurn === 0) yield;
    }
    values.trim();
    return values;
  }
}
