/** Vectors with one byte per component. Similarities of unit vectors are off by about 0.001, which moves few passages by a rank. */
import { zeroBytes } from '../base/scannableBytes.ts';
import type { QuantizedRows } from '../models/nearestRows.ts';
import type { VectorForm } from './vectorTable.ts';

export const quantized: VectorForm<QuantizedRows> = {
  zeros: (count, d) => ({ codes: zeroBytes(count * d), scales: new Float32Array(count) }),
  part: ({ codes, scales }, from, to, d) => ({ codes: codes.subarray(from * d, to * d), scales: scales.subarray(from, to) }),
  put({ codes, scales }, at, vector) {
    scales[at] = quantize(vector, codes.subarray(at * vector.length, (at + 1) * vector.length));
  },
  get: ({ codes, scales }, at, d) => Float32Array.from(codes.subarray(at * d, (at + 1) * d), (code) => code * scales[at]!),
  copy(from, at, count, to, toAt, d) {
    to.codes.set(from.codes.subarray(at * d, (at + count) * d), toAt * d);
    to.scales.set(from.scales.subarray(at, at + count), toAt);
  },
};

/**
 * Scales a vector to whole numbers up to 127.
 * @returns the factor that scales them back, never 0
 */
export function quantize(vector: Float32Array, codes: Int8Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i]!;
    if (value > largest) largest = value;
    else if (-value > largest) largest = -value;
  }
  const scale = largest === 0 ? 1 : largest / 127;
  // A million vectors take 2 s of processor time so, and 3 s with a division and Math.round for each component.
  const steps = 1 / scale;
  for (let i = 0; i < vector.length; i++) {
    const code = vector[i]! * steps;
    codes[i] = Math.trunc(code < 0 ? code - 0.5 : code + 0.5);
  }
  return scale;
}
