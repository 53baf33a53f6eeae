/** Half-precision numbers (IEEE 754 binary16) as bits, for storage; single precision for arithmetic. */

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);
/** Lookup table from half-precision bits to single-precision numbers. */
const singles = Float32Array.from({ length: 0x10000 }, (_, half) => singleOf(half));

/** Rounds to nearest, ties to even; a value that is too large becomes infinite. */
export function toHalf(values: Float32Array): Uint16Array {
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    float[0] = values[i]!;
    halves[i] = halfOf(bits[0]!);
  }
  return halves;
}

export function fromHalf(halves: Uint16Array): Float32Array {
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = singles[halves[i]!]!;
  return values;
}

function halfOf(single: number): number {
  const sign = (single >>> 16) & 0x8000;
  const exponent = (single >>> 23) & 0xff;
  const fraction = single & 0x7fffff;
  if (exponent === 0xff) return sign | 0x7c00 | (fraction ? 0x200 : 0);
  const scale = exponent - 112;
  if (scale >= 31) return sign | 0x7c00;
  if (scale > 0) return sign | rounded((scale << 23) | fraction, 13);
  if (scale < -10) return sign;
  return sign | rounded(fraction | 0x800000, 14 - scale);
}

/** Drops the low `count` bits with rounding. A carry correctly continues into the exponent. */
function rounded(value: number, count: number): number {
  const kept = value >>> count;
  const rest = value & ((1 << count) - 1);
  const half = 1 << (count - 1);
  return rest > half || (rest === half && (kept & 1) === 1) ? kept + 1 : kept;
}

function singleOf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
