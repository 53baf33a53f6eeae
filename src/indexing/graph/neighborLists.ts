/** Input and output types of the neighbor graph builders. */

/** Vectors that may not fit in memory: `count × dimension`, L2-normalized, in a fixed order. */
export interface VectorSource {
  readonly count: number;
  readonly dimension: number;
  /** Vectors `[from, to)`, row-major. */
  read(from: number, to: number): Promise<Float32Array>;
}

/** One list per vector, as positions in the source. */
export interface NeighborLists {
  readonly k: number;
  /** `count × k`, nearest first, ties by position, without the vector itself; -1 fills shorter lists. */
  readonly neighbors: Int32Array;
  /** Same shape as `neighbors`; 0 where there is no neighbor. */
  readonly similarities: Float32Array;
}

/** Lists by row of the index. List `row` of `neighbors` and `similarities` starts at `row * k`; rows that do not exist have -1. */
export interface RowLists {
  readonly k: number;
  readonly neighbors: Int32Array;
  readonly similarities: Float32Array;
}

/** Lists that differ after a change of passages and replace the old ones: `rows.length × k`. */
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
