/** Vectors as the log has them: consecutive little-endian floats in base64, an eighth of their length as numbers. */
export interface StoredVectors {
  readonly dimension: number;
  readonly base64: string;
  /** Why there are no vectors. */
  readonly failure?: string;
}

export function encodeVectors(rows: Float32Array, dimension: number): StoredVectors {
  const bytes = Buffer.alloc(rows.length * Float32Array.BYTES_PER_ELEMENT);
  rows.forEach((value, i) => bytes.writeFloatLE(value, i * Float32Array.BYTES_PER_ELEMENT));
  return { dimension, base64: bytes.toString('base64') };
}

export function decodeVectors({ dimension, base64 }: StoredVectors): readonly Float32Array[] {
  const bytes = Buffer.from(base64, 'base64');
  const values = Float32Array.from({ length: bytes.length / Float32Array.BYTES_PER_ELEMENT }, (_, i) =>
    bytes.readFloatLE(i * Float32Array.BYTES_PER_ELEMENT),
  );
  return Array.from({ length: dimension === 0 ? 0 : values.length / dimension }, (_, row) =>
    values.subarray(row * dimension, (row + 1) * dimension),
  );
}
