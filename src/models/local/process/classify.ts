/** Labels of pairs: rerankers have one, entailment models three. */
import { AriadneError } from '../../../base/errors.ts';
import type { ClassifyCall, Rows } from '../messages.ts';
import { batchesByLength } from './batches.ts';
import type { Encoder } from './encoder.ts';
import { textsPerStep, tokenBudget, type Steps } from './steps.ts';
import type { Sequence } from './tokens.ts';

/**
 * transformers.js has no pipeline for this: its `text-classification` takes no pairs, and there is no `text-ranking`. A pair must be one
 * input with both texts: two inputs get scores too, but of nothing.
 */
export async function* classify(encoder: Encoder, { pairs }: ClassifyCall): Steps<Rows> {
  const { layout, outputs, spec } = encoder;
  if (!outputs.has('logits')) throw new AriadneError('model-unfit', `${spec.name} does not compare texts. Choose a cross-encoder.`);
  const sequences: Sequence[] = [];
  const idsOf = remembering(encoder);
  for (const [first, second] of pairs) {
    sequences.push(layout.pair(idsOf(first), idsOf(second), spec.maxTokens));
    if (sequences.length % textsPerStep === 0) yield { done: 0, of: pairs.length };
  }
  let rows: Rows = { width: 0, data: new Float32Array() };
  let done = 0;
  for (const batch of batchesByLength(
    sequences.map(({ ids }) => ids.length),
    tokenBudget,
  )) {
    const [logits] = await encoder.run(
      batch.map((at) => sequences[at]!),
      ['logits'],
    );
    if (logits!.dims.length !== 2) throw new AriadneError('model-unfit', `${spec.name} labels words, not texts. Choose a cross-encoder.`);
    const width = logits!.dims[1]!;
    if (rows.width === 0) rows = { width, data: new Float32Array(pairs.length * width) };
    batch.forEach((at, row) => rows.data.set(logits!.data.subarray(row * width, (row + 1) * width), at * width));
    done += batch.length;
    yield { done, of: pairs.length };
  }
  return rows;
}

/** A question occurs in every pair, a passage in every pair of an answer's sentences. */
function remembering({ tokens }: Encoder): (text: string) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  return (text) => {
    const ids = known.get(text) ?? tokens.of(text);
    known.set(text, ids);
    return ids;
  };
}
