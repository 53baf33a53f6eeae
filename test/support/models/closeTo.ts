/** Numbers as a model and its reference compute them. */
import assert from 'node:assert/strict';

/** @throws AssertionError unless all are within a thousandth of those that are wanted */
export function assertClose(actual: Iterable<number>, wanted: readonly number[]): void {
  const values = [...actual];
  assert.equal(values.length, wanted.length);
  const furthest = Math.max(...values.map((value, i) => Math.abs(value - wanted[i]!)));
  assert.ok(furthest < 1e-3, `off by ${furthest}`);
}

/** The same direction with length 1. */
export function unit(vector: readonly number[]): number[] {
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}
