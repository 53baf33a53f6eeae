/**
 * Finds passages by id and by document. What is made of the passages that were read with the index is made when it is first needed, and
 * shared by all copies: for a million passages it takes a second.
 */
import type { Row } from './interfaces.ts';
import type { PassageKeys } from './passageReader.ts';

type Keys = Pick<PassageKeys, 'rows' | 'ids'> & { readonly paths: Iterable<string> };

interface Added {
  readonly row: Row;
  readonly passage: { readonly id: string; readonly path: string };
}

export class PassageLookup {
  readonly #first: FirstPassages;
  /** Of passages that came later. */
  readonly #ids: ReadonlyMap<string, Row>;
  readonly #paths: ReadonlyMap<string, readonly Row[]>;

  private constructor(first: FirstPassages, ids: ReadonlyMap<string, Row>, paths: ReadonlyMap<string, readonly Row[]>) {
    this.#first = first;
    this.#ids = ids;
    this.#paths = paths;
  }

  static of(keys: Keys): PassageLookup {
    return new PassageLookup(new FirstPassages(keys), new Map(), new Map());
  }

  /** A copy with the passages of new and changed documents, at the cost of what was added since `of`. */
  with(added: readonly Added[]): PassageLookup {
    const ids = new Map(this.#ids);
    for (const { row, passage } of added) ids.set(passage.id, row);
    const paths = new Map(this.#paths);
    for (const [path, of] of Map.groupBy(added, ({ passage }) => passage.path))
      paths.set(
        path,
        of.map(({ row }) => row),
      );
    return new PassageLookup(this.#first, ids, paths);
  }

  /** May be of a passage that is gone. */
  rowOf(id: string): Row | undefined {
    return this.#ids.get(id) ?? this.#first.rowOfId.get(id);
  }

  /** The ascending rows of a document. May be of passages that are gone. */
  rowsOf(path: string): readonly Row[] {
    return this.#paths.get(path) ?? this.#first.rowsOf(path);
  }
}

class FirstPassages {
  readonly #keys: Keys;
  #rowOfId: ReadonlyMap<string, Row> | undefined;
  /** By path, where the rows of the document are: they follow each other. */
  #stretches: ReadonlyMap<string, readonly [from: number, to: number]> | undefined;

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  get rowOfId(): ReadonlyMap<string, Row> {
    return (this.#rowOfId ??= new Map(Array.from(this.#keys.ids, (id, i) => [id, this.#keys.rows[i]!])));
  }

  rowsOf(path: string): readonly Row[] {
    const [from, to] = (this.#stretches ??= stretchesOf(this.#keys.paths)).get(path) ?? [0, 0];
    return [...this.#keys.rows.subarray(from, to)];
  }
}

function stretchesOf(paths: Iterable<string>): ReadonlyMap<string, readonly [from: number, to: number]> {
  const stretches = new Map<string, [number, number]>();
  let [last, stretch]: [string | undefined, [number, number]] = [undefined, [0, 0]];
  for (const path of paths) {
    if (path !== last) stretches.set(path, (stretch = [stretch[1], stretch[1]]));
    stretch[1]++;
    last = path;
  }
  return stretches;
}
