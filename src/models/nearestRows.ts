/** What is compared with queries, and what is found for them. */

export interface NearestRows {
  readonly k: number;
  /** `queries × k`, row-major, best first; -1 where there are fewer than k passages. Ties by ascending row. */
  readonly rows: Int32Array;
  /** Same shape as `rows`; 0 where there is no passage. */
  readonly similarities: Float32Array;
}

/** `n × d` components, row-major. Whole numbers are multiplied by the scale of their row. */
export type PassageRows = Float32Array | QuantizedRows;

export interface QuantizedRows {
  readonly codes: Int8Array;
  readonly scales: Float32Array;
}

export function noneFound(queries: number, k: number): NearestRows {
  return { k, rows: new Int32Array(queries * k).fill(-1), similarities: new Float32Array(queries * k) };
}
