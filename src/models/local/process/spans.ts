/** The places of an answer in passages, by a model of the SQuAD 2 kind. */
import { AriadneError } from '../../../base/errors.ts';
import type { FoundSpan, SpansCall } from '../messages.ts';
import { batchesByLength } from './batches.ts';
import type { Encoder, Output } from './encoder.ts';
import { tokenBudget, type Steps } from './steps.ts';
import type { PlacedTokens, Sequence } from './tokens.ts';

/** Longer windows cost more per token, and the models are trained on 384. */
const windowTokens = 384;
/** Shared by two windows, so that every answer is in the middle of one. */
const overlapTokens = 128;
/** Tokens of an answer, and how many are looked at as its beginning and end. */
const maxAnswerTokens = 40;
const mostEdges = 20;
const maxSpans = 20;

interface Window extends Sequence {
  readonly passage: number;
  readonly secondAt: number;
  readonly places: PlacedTokens['places'];
}

export async function* findSpans(encoder: Encoder, { question, passages }: SpansCall): Steps<readonly FoundSpan[]> {
  const { outputs, spec } = encoder;
  const names = ['start_logits', 'end_logits'];
  if (!names.every((name) => outputs.has(name))) {
    throw new AriadneError(
      'model-unfit',
      `${spec.name} does not mark answers in texts. Choose a model for question answering, trained on SQuAD 2.`,
    );
  }
  const asked = encoder.tokens.of(question);
  const windows: Window[] = [];
  for (const [passage, text] of passages.entries()) {
    windows.push(...windowsOf(encoder, asked, passage, text));
    yield { done: 0, of: passages.length };
  }
  const found: FoundSpan[] = [];
  let done = 0;
  for (const batch of batchesByLength(
    windows.map(({ ids }) => ids.length),
    tokenBudget,
  )) {
    const [starts, ends] = await encoder.run(
      batch.map((at) => windows[at]!),
      names,
    );
    batch.forEach((at, row) => found.push(...spansOf(windows[at]!, rowOf(starts!, row), rowOf(ends!, row))));
    done += batch.length;
    yield { done, of: windows.length };
  }
  return bestApart(found);
}

function* windowsOf({ tokens, layout, spec }: Encoder, asked: readonly number[], passage: number, text: string): Generator<Window> {
  const { ids, places } = tokens.placed(text);
  const maxTokens = Math.min(spec.maxTokens, windowTokens);
  const room = maxTokens - layout.pairOverhead;
  const question = asked.slice(0, Math.floor(room / 2));
  const length = room - question.length;
  const step = length - Math.min(overlapTokens, Math.floor(length / 3));
  for (let from = 0; from < ids.length; from += step) {
    const part = ids.slice(from, from + length);
    yield { ...layout.pair(question, part, maxTokens), passage, places: places.slice(from, from + length) };
    if (from + length >= ids.length) return;
  }
}

function rowOf({ data, dims }: Output, row: number): Float32Array {
  const width = dims[1]!;
  return data.subarray(row * width, (row + 1) * width);
}

/** The first token's scores are those of "not in this text". */
function spansOf({ passage, secondAt, places }: Window, starts: Float32Array, ends: Float32Array): readonly FoundSpan[] {
  const none = starts[0]! + ends[0]!;
  const spans: FoundSpan[] = [];
  for (const from of highest(starts.subarray(secondAt, secondAt + places.length))) {
    for (const to of highest(ends.subarray(secondAt, secondAt + places.length))) {
      if (to < from || to - from >= maxAnswerTokens) continue;
      const margin = starts[secondAt + from]! + ends[secondAt + to]! - none;
      spans.push({ passage, start: places[from]!.start, end: places[to]!.end, margin });
    }
  }
  return bestApart(spans);
}

function highest(values: Float32Array): readonly number[] {
  return [...values.keys()].sort((a, b) => values[b]! - values[a]! || a - b).slice(0, mostEdges);
}

/** Best first, without those that overlap a better one: they are the same answer with more or fewer words, or from another window. */
function bestApart(spans: readonly FoundSpan[]): readonly FoundSpan[] {
  const kept: FoundSpan[] = [];
  const order = [...spans].sort((a, b) => b.margin - a.margin || a.passage - b.passage || a.start - b.start || a.end - b.end);
  for (const span of order) {
    if (kept.length === maxSpans) break;
    if (!kept.some(({ passage, start, end }) => passage === span.passage && start < span.end && span.start < end)) kept.push(span);
  }
  return kept;
}
