/**
 * Learns a vector and a weight per piece such that the weighted, L2-normalized sum over a query is near that over its context and far from
 * the other contexts of the batch: symmetric cross-entropy of the cosines, with Adam on the rows that the batch touches. Source: van den
 * Oord et al. 2018 for the loss; Kingma and Ba 2015 for Adam.
 */
import type { Bags, Pairs } from './inverseCloze.ts';
import type { LearningKernel } from './learningKernel.ts';
import { sumRows } from './rowCosines.ts';
import { seededRandom, shuffle } from '../../base/seededRandom.ts';

/** The learned parameters, changed in place. */
export interface Parameters {
  readonly dimension: number;
  /** `pieces × dimension`. */
  readonly table: Float32Array;
  /** A piece has the weight softplus(weight). */
  readonly weights: Float32Array;
}

export interface TrainingOptions {
  readonly seed: number;
  /** The number of rounds over all pairs. */
  readonly rounds: number;
  readonly batchSize: number;
  readonly learningRate: number;
  /** Called after every batch with the share done, in (0, 1]. */
  readonly onProgress: (share: number) => void;
}

/** The cosines' scale before the softmax. */
const sharpness = 20;
const [beta1, beta2, epsilon] = [0.9, 0.999, 1e-8];

/** Deterministic: equal parameters, pairs and options give identical bits on the same machine. */
export async function train(kernel: LearningKernel, parameters: Parameters, pairs: Pairs, options: TrainingOptions): Promise<void> {
  const batches = Math.max(1, Math.floor(pairs.count / options.batchSize));
  const batchSize = Math.min(options.batchSize, pairs.count);
  const trainer = new Trainer(kernel, parameters, pairs, batchSize, options.learningRate);
  const order = Int32Array.from({ length: pairs.count }, (_, i) => i);
  const random = seededRandom(options.seed);
  for (let round = 0; round < options.rounds; round++) {
    shuffle(order, random);
    for (let batch = 0; batch < batches; batch++) {
      await trainer.step(order.subarray(batch * batchSize, (batch + 1) * batchSize));
      options.onProgress((round * batches + batch + 1) / (options.rounds * batches));
    }
  }
}

class Trainer {
  readonly #kernel: LearningKernel;
  readonly #parameters: Parameters;
  readonly #pairs: Pairs;
  readonly #rate: number;
  readonly #n: number;
  /** First moments by element, second moments by row: the mean square of a row's gradient. */
  readonly #moments: Float32Array;
  readonly #squares: Float32Array;
  readonly #weightMoments: Float32Array;
  readonly #weightSquares: Float32Array;
  /** Texts of the batch, queries first: their sums, which are then L2-normalized. */
  readonly #texts: Float32Array;
  readonly #norms: Float32Array;
  /** The queries multiplied by the sharpness. */
  readonly #sharp: Float32Array;
  /** Gradients with respect to the sums. */
  readonly #gradients: Float32Array;
  /** Gradients with respect to the weighted vectors of the batch's pieces. Kept between steps, because it is the largest buffer. */
  #sums = new Float32Array(0);
  /** Start of each piece's texts in the batch; first holds the pieces' counts. */
  readonly #cursor: Int32Array;
  #step = 0;

  constructor(kernel: LearningKernel, parameters: Parameters, pairs: Pairs, n: number, rate: number) {
    const { table, weights, dimension } = parameters;
    this.#kernel = kernel;
    this.#parameters = parameters;
    this.#pairs = pairs;
    this.#rate = rate;
    this.#n = n;
    this.#moments = new Float32Array(table.length);
    this.#squares = new Float32Array(weights.length);
    this.#weightMoments = new Float32Array(weights.length);
    this.#weightSquares = new Float32Array(weights.length);
    this.#texts = new Float32Array(2 * n * dimension);
    this.#norms = new Float32Array(2 * n);
    this.#sharp = new Float32Array(n * dimension);
    this.#gradients = new Float32Array(2 * n * dimension);
    this.#cursor = new Int32Array(weights.length);
  }

  async step(batch: Int32Array): Promise<void> {
    this.#step++;
    const bags = gather([this.#pairs.queries, this.#pairs.contexts], batch);
    this.#embed(bags);
    await this.#differentiate();
    this.#update(bags);
  }

  #embed({ starts, ids, counts }: Gathered): void {
    const { table, weights, dimension: d } = this.#parameters;
    const scaled = new Float32Array(ids.length);
    for (let k = 0; k < ids.length; k++) scaled[k] = counts[k]! * softplus(weights[ids[k]!]!);
    const texts = this.#texts;
    sumRows({ starts, ids, weights: scaled }, 2 * this.#n, table, d, texts);
    for (let r = 0; r < 2 * this.#n; r++) {
      let squares = 0;
      for (let at = r * d; at < (r + 1) * d; at++) squares += texts[at]! * texts[at]!;
      const norm = Math.sqrt(squares) || 1;
      this.#norms[r] = norm;
      for (let at = r * d; at < (r + 1) * d; at++) texts[at] = texts[at]! / norm;
    }
  }

  /** Turns the normalized texts into the gradients of the loss with respect to their sums. */
  async #differentiate(): Promise<void> {
    const d = this.#parameters.dimension;
    const n = this.#n;
    const texts = this.#texts;
    const half = n * d;
    for (let at = 0; at < half; at++) this.#sharp[at] = sharpness * texts[at]!;
    const { queryPush, contextPush } = await this.#kernel.push(this.#sharp, texts.subarray(half), d);
    const gradients = this.#gradients;
    const pull = sharpness / n;
    for (let at = 0; at < half; at++) {
      gradients[at] = (pull / 2) * queryPush[at]! - pull * texts[half + at]!;
      gradients[half + at] = contextPush[at]! / (2 * n) - pull * texts[at]!;
    }
    for (let r = 0; r < 2 * n; r++) {
      let along = 0;
      for (let at = r * d; at < (r + 1) * d; at++) along += texts[at]! * gradients[at]!;
      const norm = this.#norms[r]!;
      for (let at = r * d; at < (r + 1) * d; at++) gradients[at] = (gradients[at]! - along * texts[at]!) / norm;
    }
  }

  #update(bags: Gathered): void {
    const { pieces, lists } = transpose(bags, this.#cursor);
    const { table, weights, dimension: d } = this.#parameters;
    if (this.#sums.length < pieces.length * d) this.#sums = new Float32Array(Math.ceil(1.2 * pieces.length) * d);
    const sums = this.#sums;
    sumRows(lists, pieces.length, this.#gradients, d, sums);
    const correction1 = 1 - beta1 ** this.#step;
    const correction2 = 1 - beta2 ** this.#step;
    for (let i = 0; i < pieces.length; i++) {
      const id = pieces[i]!;
      const weight = weights[id]!;
      const multiplier = softplus(weight);
      let dot = 0;
      let squares = 0;
      for (let at = i * d, to = id * d; at < (i + 1) * d; at++, to++) {
        dot += sums[at]! * table[to]!;
        squares += sums[at]! * sums[at]!;
      }
      this.#squares[id] = beta2 * this.#squares[id]! + ((1 - beta2) * multiplier * multiplier * squares) / d;
      const scale = this.#rate / correction1 / (Math.sqrt(this.#squares[id] / correction2) + epsilon);
      for (let at = i * d, to = id * d; at < (i + 1) * d; at++, to++) {
        const moment = beta1 * this.#moments[to]! + (1 - beta1) * multiplier * sums[at]!;
        this.#moments[to] = moment;
        table[to] = table[to]! - scale * moment;
      }
      const slope = dot * sigmoid(weight);
      this.#weightMoments[id] = beta1 * this.#weightMoments[id]! + (1 - beta1) * slope;
      this.#weightSquares[id] = beta2 * this.#weightSquares[id]! + (1 - beta2) * slope * slope;
      weights[id] =
        weight - (this.#rate * (this.#weightMoments[id] / correction1)) / (Math.sqrt(this.#weightSquares[id] / correction2) + epsilon);
    }
  }
}

type Gathered = Bags;

/** The bags of the batch: first its queries, then its contexts. */
function gather(sides: readonly Bags[], batch: Int32Array): Gathered {
  let size = 0;
  for (const { starts } of sides) for (const pair of batch) size += starts[pair + 1]! - starts[pair]!;
  const starts = new Int32Array(sides.length * batch.length + 1);
  const ids = new Int32Array(size);
  const counts = new Uint8Array(size);
  let row = 0;
  let at = 0;
  for (const side of sides) {
    for (const pair of batch) {
      const [from, to] = [side.starts[pair]!, side.starts[pair + 1]!];
      ids.set(side.ids.subarray(from, to), at);
      counts.set(side.counts.subarray(from, to), at);
      at += to - from;
      starts[++row] = at;
    }
  }
  return { starts, ids, counts };
}

/**
 * The pieces of a batch in ascending order, with the texts that contain each and its count there. `cursor` is all zeros before and after.
 */
function transpose(
  { starts, ids, counts }: Gathered,
  cursor: Int32Array,
): {
  readonly pieces: Int32Array;
  readonly lists: { readonly starts: Int32Array; readonly ids: Int32Array; readonly weights: Float32Array };
} {
  for (let k = 0; k < ids.length; k++) cursor[ids[k]!] = cursor[ids[k]!]! + 1;
  let distinct = 0;
  for (let id = 0; id < cursor.length; id++) if (cursor[id]! > 0) distinct++;
  const pieces = new Int32Array(distinct);
  const lists = { starts: new Int32Array(distinct + 1), ids: new Int32Array(ids.length), weights: new Float32Array(ids.length) };
  for (let id = 0, i = 0, at = 0; id < cursor.length; id++) {
    const count = cursor[id]!;
    if (count === 0) continue;
    pieces[i] = id;
    cursor[id] = at;
    at += count;
    lists.starts[++i] = at;
  }
  for (let text = 0; text + 1 < starts.length; text++) {
    for (let k = starts[text]!; k < starts[text + 1]!; k++) {
      const at = cursor[ids[k]!]!;
      cursor[ids[k]!] = at + 1;
      lists.ids[at] = text;
      lists.weights[at] = counts[k]!;
    }
  }
  for (const id of pieces) cursor[id] = 0;
  return { pieces, lists };
}

export function softplus(x: number): number {
  return x > 20 ? x : Math.log1p(Math.exp(x));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
