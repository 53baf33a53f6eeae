/** Spherical k-means, which partitions vectors into groups of near ones. */
import { yieldToEventLoop } from '../../base/abort.ts';
import type { NearestKernel } from '../../models/nearest.ts';
import type { VectorSource } from './neighborLists.ts';

/**
 * Partitions per square root of the count. Twice the usual number: with finer partitions, the same number of comparisons misses fewer
 * neighbors.
 */
const partitionsPerRoot = 2;
const sampledPerPartition = 32;
const rounds = 5;
const readAtOnce = 8192;

export interface Partitions {
  /** `size × dimension`, row-major, L2-normalized. */
  readonly centroids: Float32Array;
  readonly size: number;
  /** Partition of each vector. */
  readonly of: Int32Array;
}

/**
 * Partitions of similar size, twice the square root of the count, from a few rounds over a sample. Deterministic for a given `random`.
 * @throws AbortError
 */
export async function partition(
  kernel: NearestKernel,
  source: VectorSource,
  random: () => number,
  signal: AbortSignal | undefined,
): Promise<Partitions> {
  const { count, dimension } = source;
  const size = Math.max(1, Math.round(partitionsPerRoot * Math.sqrt(count)));
  const sample = await readSample(source, sampleOf(count, Math.min(count, size * sampledPerPartition), random));
  // The sample has the order of the source, in which neighbors are adjacent, so seeds are taken at equal distances.
  const stride = sample.length / dimension / size;
  let centroids = new Float32Array(size * dimension);
  for (let c = 0; c < size; c++) {
    const seed = Math.floor(c * stride) * dimension;
    centroids.set(sample.subarray(seed, seed + dimension), c * dimension);
  }
  for (let round = 0; round < rounds; round++) {
    const { rows } = await kernel.nearest(sample, centroids, dimension, 1, signal ? { signal } : {});
    centroids = meansOf(sample, rows, centroids, dimension);
    await yieldToEventLoop();
  }
  const of = new Int32Array(count);
  for (let from = 0; from < count; from += readAtOnce) {
    const vectors = await source.read(from, Math.min(count, from + readAtOnce));
    of.set((await kernel.nearest(vectors, centroids, dimension, 1, signal ? { signal } : {})).rows, from);
  }
  return { centroids, size, of };
}

/** `size` different positions below `count`, ascending. */
export function sampleOf(count: number, size: number, random: () => number): Int32Array {
  // Selection sampling (Knuth, TAOCP 2, algorithm S): each position is taken with the probability that yields exactly `size`.
  const taken = new Int32Array(size);
  let filled = 0;
  for (let at = 0; at < count && filled < size; at++) {
    if (random() * (count - at) < size - filled) taken[filled++] = at;
  }
  return taken;
}

/** Reads vectors at ascending positions, with at most one block in memory beside them. */
export async function readSample(source: VectorSource, positions: Int32Array): Promise<Float32Array> {
  const { count, dimension } = source;
  const sample = new Float32Array(positions.length * dimension);
  let i = 0;
  for (let from = 0; from < count && i < positions.length; from += readAtOnce) {
    const to = Math.min(count, from + readAtOnce);
    if (positions[i]! >= to) continue;
    const block = await source.read(from, to);
    for (; i < positions.length && positions[i]! < to; i++) {
      const at = (positions[i]! - from) * dimension;
      sample.set(block.subarray(at, at + dimension), i * dimension);
    }
  }
  return sample;
}

/** The normalized sums; an empty partition keeps its centroid. */
function meansOf(vectors: Float32Array, partitionOf: Int32Array, before: Float32Array, d: number): Float32Array<ArrayBuffer> {
  const means = new Float32Array(before.length);
  partitionOf.forEach((to, i) => {
    for (let j = 0; j < d; j++) means[to * d + j]! += vectors[i * d + j]!;
  });
  for (let at = 0; at < means.length; at += d) {
    let squares = 0;
    for (let j = at; j < at + d; j++) squares += means[j]! * means[j]!;
    if (squares === 0) means.set(before.subarray(at, at + d), at);
    else for (let j = at; j < at + d; j++) means[j]! /= Math.sqrt(squares);
  }
  return means;
}
