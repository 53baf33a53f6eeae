/** Lists of the neighbor graph, nearest first, ties by row, without the passage itself. */

/**
 * Lists by row of the index. List `row` of `neighbors` and `similarities` starts at `row * k`; -1 fills shorter lists and those of rows
 * that do not exist.
 */
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
