/** What the builders of the neighbor graph take and give. */

/** Vectors that may be more than fit in memory: `count × dimension`, L2-normalised, in a fixed order. */
export interface VectorSource {
  readonly count: number;
  readonly dimension: number;
  /** Vectors `[from, to)`, row-major. */
  read(from: number, to: number): Promise<Float32Array>;
}

/** One list per vector, as positions in the source. */
export interface NeighborLists {
  readonly k: number;
  /** `count × k`, nearest first, ties by position, the vector itself left out; -1 fills lists that are shorter. */
  readonly neighbors: Int32Array;
  /** Same shape; 0 where there is no neighbor. */
  readonly similarities: Float32Array;
}

/** Lists by row of the index. `neighbors` and `similarities` are indexed by `row * k`; rows that do not exist have -1. */
export interface RowLists {
  readonly k: number;
  readonly neighbors: Int32Array;
  readonly similarities: Float32Array;
}

/** Lists that a change of passages has changed, to be written over the old ones: `rows.length × k`. */
export interface ChangedLists {
  readonly rows: Int32Array;
  readonly neighbors: Int32Array;
  readonly similarities: Float32Array;
}

export interface GraphOptions {
  readonly signal?: AbortSignal;
  /** Share done, in [0, 1]. */
  readonly onShare?: (share: number) => void;
}
