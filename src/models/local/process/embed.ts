/** Vectors of texts. */
import { AriadneError } from '../../../base/errors.ts';
import type { EmbedCall, Pooling, Rows } from '../messages.ts';
import { batchesByLength } from './batches.ts';
import type { Encoder, Output } from './encoder.ts';
import { textsPerStep, tokenBudget, type Steps } from './steps.ts';
import type { Sequence } from './tokens.ts';

/** Outputs that are already one vector per text. */
const pooledOutputs = ['sentence_embedding', 'embeddings', 'text_embeds'];

export async function* embed(encoder: Encoder, { texts, pooling, dimension }: EmbedCall): Steps<Rows> {
  const { layout, tokens, outputs, spec } = encoder;
  const sequences: Sequence[] = [];
  for (const text of texts) {
    sequences.push(layout.single(tokens.of(text), spec.maxTokens));
    if (sequences.length % textsPerStep === 0) yield { done: 0, of: texts.length };
  }
  const name = [...(pooling === 'mean' ? pooledOutputs : []), 'last_hidden_state', 'token_embeddings'].find((known) => outputs.has(known));
  if (name === undefined) throw notAnEmbedder(spec.name);
  let rows: Rows = { width: 0, data: new Float32Array() };
  let done = 0;
  for (const batch of batchesByLength(
    sequences.map(({ ids }) => ids.length),
    tokenBudget,
  )) {
    const [output] = await encoder.run(
      batch.map((at) => sequences[at]!),
      [name],
    );
    const all = output!.dims.at(-1)!;
    const width = Math.min(dimension ?? all, all);
    if (rows.width === 0) rows = { width, data: new Float32Array(texts.length * width) };
    batch.forEach((at, row) => {
      const vector = rows.data.subarray(at * width, (at + 1) * width);
      pool(output!, row, sequences[at]!.ids.length, pooling, vector);
      if (!normalize(vector)) throw noVector(spec.name);
    });
    done += batch.length;
    yield { done, of: texts.length };
  }
  return rows;
}

/** Writes as many components as `vector` has: the first ones, which are the important ones in models that can be cut. */
function pool({ data, dims }: Output, row: number, length: number, pooling: Pooling, vector: Float32Array): void {
  const all = dims.at(-1)!;
  if (dims.length === 2) return vector.set(data.subarray(row * all, row * all + vector.length));
  const at = (token: number): number => (row * dims[1]! + token) * all;
  if (pooling === 'cls') return vector.set(data.subarray(at(0), at(0) + vector.length));
  if (pooling === 'last') return vector.set(data.subarray(at(length - 1), at(length - 1) + vector.length));
  for (let token = 0; token < length; token++) {
    const from = at(token);
    for (let d = 0; d < vector.length; d++) vector[d]! += data[from + d]!;
  }
}

function normalize(vector: Float32Array): boolean {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const norm = Math.sqrt(squares);
  if (norm < 1e-12) return false;
  for (let d = 0; d < vector.length; d++) vector[d]! /= norm;
  return true;
}

function noVector(name: string): AriadneError {
  return new AriadneError('model-failed', `${name} gives vectors of zeros. Choose another precision or another model.`);
}

function notAnEmbedder(name: string): AriadneError {
  return new AriadneError(
    'model-unfit',
    `${name} gives no vectors of texts. Choose an embedder, for example a sentence-transformers model.`,
  );
}
