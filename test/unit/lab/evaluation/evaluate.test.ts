import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAbort } from '../../../../src/base/abort.ts';
import { isAriadneError } from '../../../../src/base/errors.ts';
import type { Dataset, DatasetQuestion } from '../../../../lab/evaluation/dataset.ts';
import { evaluate, type EvalProgress, type Evaluation } from '../../../../lab/evaluation/evaluate.ts';
import { type PassageLookup, recordKey, type System } from '../../../../lab/evaluation/evalRecord.ts';
import { ResultsFile } from '../../../../lab/evaluation/resultsFile.ts';
import { summarize } from '../../../../lab/evaluation/summary.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { Passage } from '../../../../src/protocol/passage.ts';
import type { Retrieval, Trace } from '../../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../../src/trace/fold.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const system: System = { pipeline: 'retrieve-read', params: { n: 5 }, models: builtinModels, firstStage: 'bm25' };
const questions = Array.from({ length: 6 }, (_, i): DatasetQuestion => ({
  id: `q${i}`,
  question: `Question ${i}?`,
  answers: i === 5 ? [] : ['Paris'],
  gold: i === 5 ? [] : ['d0', 'd1'],
  facets: { type: i % 2 === 0 ? 'even' : 'odd' },
  lineNumber1: i + 1,
}));
const dataset: Dataset = {
  name: 'cities',
  folder: '/cities',
  documents: { kind: 'docs', folder: '/cities/docs' },
  questions,
  fingerprint: 'f',
};

/** The passage `d1#2` is of the document `d1`. */
const lookup: PassageLookup = (ids) =>
  Promise.resolve(new Map(ids.map((id) => [id, { passage: passageOf(id), documentId: id.replace(/#.*/, '') }])));

function passageOf(id: string): Passage {
  const range = { startLine: 0, endLine: 1, startOffset: 0, endOffset: 1 };
  return { id, path: id, title: '', headings: [], text: `${id} is in Paris`, range, runs: [], documentHash: '' };
}

function searched(...passageIds: readonly string[]): Retrieval {
  const results = passageIds.map((passageId, rank) => ({ passageId, score: -rank, rank }));
  return { id: 'retrieval-0', node: 'root', query: 'x', method: 'bm25', results, ms: 1 };
}

const answered: Trace = {
  ...emptyTrace,
  pipeline: 'retrieve-read',
  finished: true,
  answer: 'Paris',
  retrievals: [searched('d0#1', 'd0#2', 'd2')],
  totals: { ...emptyTrace.totals, retrievals: 1 },
};
const failed: Trace = { ...answered, status: 'failed', answer: null, stopReason: 'chat-refused', failure: 'The server refused.' };
const unreachable: Trace = { ...failed, stopReason: 'chat-unreachable', failure: 'The server cannot be reached.' };

test('results of other means, words of the prompts among them, are not taken for these', () => {
  const [first] = questions;
  assert.ok(first);
  const means: readonly System[] = [
    system,
    { ...system, promptVersion: 1 },
    { ...system, promptVersion: 2 },
    { ...system, params: { n: 6 } },
    { ...system, firstStage: 'dense' },
    { ...system, scope: 'in:notes/' },
  ];
  assert.equal(new Set(means.map((one) => recordKey('f', one, first))).size, means.length);
  assert.equal(recordKey('f', { ...system }, first), recordKey('f', system, first));
});

test('candidates are part of what an answer depends on only where they are searched', () => {
  const [first] = questions;
  assert.ok(first);
  const others = { ...first, candidates: ['d1'] };
  const among: System = { ...system, pipeline: 'drr-rag', params: { scope: 'candidates' } };
  assert.equal(recordKey('f', system, others), recordKey('f', system, first));
  assert.notEqual(recordKey('f', among, others), recordKey('f', among, { ...first, candidates: ['d2'] }));
});

/** Asks with a script: question number to trace. */
function evaluation(file: string, traceOf: (number: number) => Trace, options: Partial<Evaluation> = {}) {
  const asked: number[] = [];
  const told: EvalProgress[] = [];
  const results = new ResultsFile(file);
  const run = evaluate({
    dataset,
    questions,
    system,
    concurrency: 1,
    results,
    lookup,
    signal: new AbortController().signal,
    onProgress: (progress) => told.push(progress),
    ask: async (_, question) => {
      const number = questions.findIndex(({ id }) => id === question.id);
      asked.push(number);
      return { trace: traceOf(number), log: 'log' };
    },
    ...options,
  });
  return { run, asked, told };
}

test('every question is asked once; its line has answer, scores, retrieval and costs', async (t) => {
  const file = join(tempFolder(t), 'out', 'answers.jsonl');
  const { run, asked, told } = evaluation(file, () => answered);
  const records = await run;
  assert.deepEqual(asked, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(told.at(-1), { done: 6, of: 6, reused: 0, remainingSeconds: 0 });
  assert.deepEqual(
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    records,
  );
  const [first, , , , , last] = records;
  assert.deepEqual(first?.retrieval, {
    'recall@k': { 1: 0.5, 3: 0.5, 5: 0.5, 10: 0.5 },
    'hit@k': { 1: 1, 3: 1, 5: 1, 10: 1 },
    'all@k': { 1: 0, 3: 0, 5: 0, 10: 0 },
    'answer_recall@k': { 1: 1, 3: 1, 5: 1, 10: 1 },
    'recall_union@k': { 1: 0.5, 3: 0.5, 5: 0.5, 10: 0.5 },
    'union_size@k': { 1: 1, 3: 2, 5: 2, 10: 2 },
    'evidence_recall@k': { 1: 0, 3: 0, 5: 0, 10: 0 },
    'evidence_size@k': { 1: 0, 3: 0, 5: 0, 10: 0 },
  });
  assert.deepEqual([first.metrics?.em, first.costs.retrieval_calls, last?.metrics, last?.retrieval['recall@k']], [1, 1, null, null]);
});

test('what was answered is not asked again; what failed, or is in a line cut short, is', async (t) => {
  const file = join(tempFolder(t), 'answers.jsonl');
  const first = evaluation(file, (number) => (number === 1 ? failed : answered), { questions: questions.slice(0, 4) });
  await first.run;
  const whole = readFileSync(file, 'utf8').trimEnd().split('\n');
  const cut = whole.slice(0, 3).join('\n') + '\n' + (whole[3] ?? '').slice(0, 40);
  const again = join(tempFolder(t), 'answers.jsonl');
  appendFileSync(again, cut);
  const second = evaluation(again, () => answered);
  const records = await second.run;
  assert.deepEqual(second.asked, [1, 3, 4, 5]);
  assert.equal(second.told.at(-1)?.reused, 2);
  assert.deepEqual(
    records.map(({ id, status }) => [id, status]),
    questions.map(({ id }) => [id, 'ok']),
  );
  const third = evaluation(again, () => assert.fail('nothing is left to ask'));
  assert.deepEqual(await third.run, records);
});

test('another parameter, model or set of documents is another question', async (t) => {
  const file = join(tempFolder(t), 'answers.jsonl');
  await evaluation(file, () => answered).run;
  for (const options of [
    { system: { ...system, params: { n: 6 } } },
    { system: { ...system, models: { ...builtinModels, chat: 'openai:x' } } },
    { system: { ...system, firstStage: 'dense' as const } },
    { dataset: { ...dataset, fingerprint: 'g' } },
  ]) {
    const { run, asked } = evaluation(file, () => answered, options);
    await run;
    assert.equal(asked.length, 6, JSON.stringify(options));
  }
});

test('a run that fails scores 0, is counted, and stops nothing', async (t) => {
  const { run } = evaluation(join(tempFolder(t), 'answers.jsonl'), (number) =>
    number === 2 ? failed : number === 3 ? { ...answered, answer: null } : answered,
  );
  const {
    n,
    scored,
    unscorable,
    abstained,
    failed: failures,
    scores,
  } = summarize({ name: 'retrieve-read', pipeline: 'retrieve-read' }, await run);
  assert.deepEqual(
    { n, scored, unscorable, abstained, failures, em: scores.em },
    { n: 6, scored: 5, unscorable: 1, abstained: 2, failures: 1, em: 3 / 5 },
  );
});

test('a failed run scores 0 also where an empty answer would be right', async (t) => {
  const emptied = questions.slice(0, 1).map((question) => ({ ...question, answers: ['the'] }));
  const [record] = await evaluation(join(tempFolder(t), 'a.jsonl'), () => failed, { questions: emptied }).run;
  assert.deepEqual(new Set(Object.values(record?.metrics ?? {})), new Set([0]));
});

test('a model that cannot be reached stops the evaluation: at the first question at once, later after three in a row', async (t) => {
  const isUnreachable = (error: unknown): boolean =>
    isAriadneError(error, 'model-unreachable') &&
    /cannot be reached\. The evaluation stops\. Rerun the command to continue/.test(error.message);
  const atOnce = evaluation(join(tempFolder(t), 'a.jsonl'), () => unreachable);
  await assert.rejects(atOnce.run, isUnreachable);
  assert.deepEqual(atOnce.asked, [0]);
  const file = join(tempFolder(t), 'b.jsonl');
  const later = evaluation(file, (number) => (number === 0 || number === 2 ? answered : unreachable));
  await assert.rejects(later.run, isUnreachable);
  assert.deepEqual(later.asked, [0, 1, 2, 3, 4, 5]);
  const after = evaluation(file, () => answered);
  await after.run;
  assert.deepEqual(after.asked, [1, 3, 4, 5]);
});

test('stopped, it waits for the run that is going on and keeps what was answered', async (t) => {
  const stop = new AbortController();
  const file = join(tempFolder(t), 'answers.jsonl');
  const { run } = evaluation(file, () => answered, {
    signal: stop.signal,
    ask: async (_, question, signal) => {
      if (question.id === 'q2') stop.abort();
      return { trace: signal.aborted ? { ...answered, status: 'cancelled', answer: null } : answered, log: '' };
    },
  });
  await assert.rejects(run, isAbort);
  assert.equal(readFileSync(file, 'utf8').trimEnd().split('\n').length, 2);
});

test('asked several at once, the records come in the order of the questions', async (t) => {
  const { run } = evaluation(join(tempFolder(t), 'answers.jsonl'), () => answered, {
    concurrency: 3,
    ask: async (_, question) => {
      for (let turns = 6 - Number(question.id.slice(1)); turns > 0; turns--) await Promise.resolve();
      return { trace: answered, log: '' };
    },
  });
  assert.deepEqual(
    (await run).map(({ id }) => id),
    questions.map(({ id }) => id),
  );
});
