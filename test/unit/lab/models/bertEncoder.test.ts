/** BERTScore of answers with a generated model, against cosines of what the same weights give as plain matrix products. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAbort } from '../../../../src/base/abort.ts';
import { openBertEncoder } from '../../../../lab/models/bertEncoder.ts';
import { ModelLibrary } from '../../../../src/models/library/modelLibrary.ts';
import { scoredPair, scorePairs, type BertEncoder, type BertScores } from '../../../../lab/evaluation/bertScores.ts';
import type { EvalRecord } from '../../../../lab/evaluation/evalRecord.ts';
import { LinesFile } from '../../../../lab/evaluation/linesFile.ts';
import { modelProcessFiles } from '../../../support/models/localModels.ts';
import { assertClose, unit } from '../../../support/models/closeTo.ts';
import { makeModelFolder, type MadeModel } from '../../../support/models/modelFolder.ts';
import { bertRows } from '../../../support/models/referenceBert.ts';
import { entailmentFolder, failingEncoderFolder } from '../../../support/models/roleFolders.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { recordOf } from '../evaluation/evalRecords.ts';

const { signal } = new AbortController();

function answered(number: number, answer: string | null, ...answers: readonly string[]): EvalRecord {
  return { ...recordOf('sunar-nar', number, 1, 1), answer, answers: [...answers] };
}

type Told = { readonly done: number; readonly of: number; readonly reused: number };

function opened(modelFolder: string, storage: string): Promise<BertEncoder> {
  const fetch = (): Promise<never> => Promise.reject(new Error('no network'));
  const options = {
    library: new ModelLibrary(fetch, storage),
    files: modelProcessFiles,
    host: { consent: () => Promise.resolve(false), onDownload: () => undefined },
  };
  return openBertEncoder(`folder:${modelFolder}`, options, signal);
}

/** Scores the answers as `ariadne eval` does. */
async function scored(
  modelFolder: string,
  file: string,
  records: readonly EvalRecord[],
  { told = [], stop = signal, onDone }: { told?: Told[]; stop?: AbortSignal; onDone?: (done: number) => void } = {},
): Promise<BertScores> {
  const encoder = await opened(modelFolder, join(file, '..', 'models'));
  return scorePairs({
    encoder,
    records,
    stored: new LinesFile(file, scoredPair),
    signal: stop,
    onProgress: (progress) => {
      told.push(progress);
      onDone?.(progress.done);
    },
  });
}

/** Precision, recall and F by the definition, with special tokens as match targets only. */
function expected(made: MadeModel, candidate: string, reference: string): readonly [number, number, number] {
  const rows = (text: string): number[][] => {
    const ids = ['[CLS]', ...text.split(' '), '[SEP]'].map((word) => made.tokenizer.vocabulary.get(word) ?? assert.fail(word));
    return bertRows(made.bert, ids).map(unit);
  };
  const [said, wanted] = [rows(candidate), rows(reference)];
  const matched = (from: number[][], to: number[][]): number => {
    const best = from
      .slice(1, -1)
      .map((row) => Math.max(...to.map((target) => target.reduce((sum, value, d) => sum + value * row[d]!, 0))));
    return best.reduce((sum, value) => sum + value, 0) / best.length;
  };
  const [precision, recall] = [matched(said, wanted), matched(wanted, said)];
  return [precision, recall, (2 * precision * recall) / (precision + recall)];
}

test('scores are greedy matches of the last layer; the best accepted answer counts, no answer scores 0, and no pair is scored twice', async (t) => {
  const made = makeModelFolder(t);
  const file = join(tempFolder(t), 'bertscores.jsonl');
  const records = [
    answered(1, 'the river', 'the capital of france', 'a city'),
    answered(2, 'paris', 'paris'),
    answered(3, 'paris', 'paris'),
    answered(4, null, 'paris'),
    answered(5, 'paris'),
  ];
  const told: Told[] = [];
  const scores = await scored(made.folder, file, records, { told });
  assert.match(scores.encoder, /^folder:[^/]+#fp32\/[0-9a-f]{12}$/);
  assert.deepEqual(told.at(-1), { done: 3, of: 3, reused: 0 });
  const mean = (one: EvalRecord): number[] => {
    const { precision, recall, f } = scores.meanOf([one]);
    return [precision, recall, f];
  };
  const both = [expected(made, 'the river', 'the capital of france'), expected(made, 'the river', 'a city')] as const;
  assertClose(
    mean(records[0]!),
    both[0].map((value, i) => Math.max(value, both[1][i]!)),
  );
  assertClose(mean(records[1]!), [1, 1, 1]);
  assertClose(mean(records[3]!), [0, 0, 0]);
  // The last has no accepted answer and does not count.
  assertClose([scores.meanOf(records).f], [(mean(records[0]!)[2]! + 1 + 1 + 0) / 4]);
  const { f, interval } = scores.meanOf(records);
  assert.ok(interval.low < f && f < interval.high && interval.high <= 1.000001, JSON.stringify(interval));
  assert.deepEqual(scores.meanOf([records[3]!]).interval, { low: 0, high: 0 });

  const again: Told[] = [];
  const same = await scored(made.folder, file, records, { told: again });
  assert.deepEqual(again, [{ done: 3, of: 3, reused: 3 }]);
  assert.deepEqual(same.meanOf(records), scores.meanOf(records));
  const other = makeModelFolder(t, { seed: 2 });
  const ofOther: Told[] = [];
  await scored(other.folder, file, records, { told: ofOther });
  assert.deepEqual(ofOther[0], { done: 0, of: 3, reused: 0 }, 'scores of one model are never those of another');
});

test('a model that fails in the middle keeps what was scored before', async (t) => {
  const folder = failingEncoderFolder(t, 'kelmouth');
  const file = join(tempFolder(t), 'bertscores.jsonl');
  const words = ['the', 'river', 'paris', 'city', 'a', 'is', 'of', 'capital'];
  const records = [...words.map((word, i) => answered(i, word, 'france')), answered(9, 'kelmouth', 'france')];
  await assert.rejects(scored(folder, file, records), { code: 'model-failed' });
  assert.equal(new LinesFile(file, scoredPair).all().length, 8);
});

test('cancelling ends it between two batches', async (t) => {
  const file = join(tempFolder(t), 'bertscores.jsonl');
  const records = Array.from({ length: 40 }, (_, i) => answered(i, 'the '.repeat(i + 1), 'paris'));
  const controller = new AbortController();
  const onDone = (done: number): void => {
    if (done > 0) controller.abort();
  };
  await assert.rejects(scored(makeModelFolder(t).folder, file, records, { stop: controller.signal, onDone }), isAbort);
  assert.equal(new LinesFile(file, scoredPair).all().length, 8);
});

test('every token has the vector of the last layer, special ones have no weight, and a long text is cut before the last of them', async (t) => {
  const made = makeModelFolder(t, { shape: { maxTokens: 8 } });
  const encoder = await opened(made.folder, tempFolder(t));
  const texts = ['the river', 'paris is the capital of france', '', 'the '.repeat(100).trim()];
  const found = await encoder.encode(texts, signal);
  texts.forEach((text, i) => {
    const words = [
      '[CLS]',
      ...text
        .split(' ')
        .filter((word) => word !== '')
        .slice(0, 6),
      '[SEP]',
    ];
    const { vectors, weights } = found[i] ?? assert.fail(text);
    assert.deepEqual(
      weights,
      words.map((word) => Number(!word.startsWith('['))),
    );
    const rows = bertRows(
      made.bert,
      words.map((word) => made.tokenizer.vocabulary.get(word) ?? assert.fail(word)),
    );
    assertClose(
      vectors.flatMap((vector) => Array.from(vector)),
      rows.flat(),
    );
  });
  await assert.rejects(opened(entailmentFolder(t), tempFolder(t)), { code: 'model-unfit', message: /Choose an encoder whose ONNX file/ });
});
