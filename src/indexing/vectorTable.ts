/** Vectors of the passages that have one: `values` is `rows.length × dimension`, row-major, L2-normalized; `rows` ascends. */
export interface VectorTable {
  readonly rows: Int32Array;
  readonly values: Float32Array;
  readonly dimension: number;
}
