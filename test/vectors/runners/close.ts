import assert from 'node:assert/strict';

/** Deep equality in which numbers may differ by 1e-9. */
export function assertClose(actual: unknown, expected: unknown): void {
  assert.deepEqual(snapped(actual, expected), expected);
}

/** `actual` with every number replaced by the expected one beside it, where they are close. */
function snapped(actual: unknown, expected: unknown): unknown {
  if (typeof actual === 'number' && typeof expected === 'number') return Math.abs(actual - expected) <= 1e-9 ? expected : actual;
  if (Array.isArray(actual)) return actual.map((one, i) => snapped(one, Array.isArray(expected) ? expected[i] : undefined));
  if (typeof actual !== 'object' || actual === null || typeof expected !== 'object' || expected === null) return actual;
  const beside = new Map<string, unknown>(Object.entries(expected));
  return Object.fromEntries(Object.entries(actual).map(([key, value]) => [key, snapped(value, beside.get(key))]));
}
