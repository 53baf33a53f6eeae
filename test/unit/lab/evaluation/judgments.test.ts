import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAbort } from '../../../../src/base/abort.ts';
import { AriadneError } from '../../../../src/base/errors.ts';
import type { EvalRecord } from '../../../../lab/evaluation/evalRecord.ts';
import {
  accuracy,
  costsOfJudging,
  judgeAnswers,
  judgmentKey,
  openJudgments,
  type Judge,
  type JudgedAnswer,
  type Verdict,
} from '../../../../lab/evaluation/judgments.ts';
import { recordOf } from './evalRecords.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const isAbstention = (answer: string): boolean => answer.trim() === '' || answer === 'unknown';
const costs = { llm_calls: 2, llm_requests: 3, prompt_tokens: 10, completion_tokens: 4, repair_calls: 1, estimated: false };
const said = (correct: boolean, isReadable = true): Verdict => ({ correct, reasoning: null, isReadable, costs });

function answered(question: string, answer: string | null, more: Partial<EvalRecord> = {}): EvalRecord {
  return { ...recordOf('retrieve-read', 1, 0, 0), question, answer, answers: ['Oslo'], ...more };
}

/** Finds right what is accepted, and keeps what it was asked. */
function judgeWith(reply: (asked: JudgedAnswer) => ReturnType<Judge['ask']> | Awaited<ReturnType<Judge['ask']>>, id = 'openai:judge') {
  const asked: JudgedAnswer[] = [];
  const judge: Judge = {
    id,
    promptVersion: 1,
    ask: async (answer) => {
      asked.push(answer);
      return reply(answer);
    },
  };
  return { judge, asked };
}

const strict = ({ prediction, golds }: JudgedAnswer): Verdict => said(golds.includes(prediction));

function judging(file: string, judge: Judge, records: readonly EvalRecord[]) {
  return {
    judge,
    records,
    isAbstention,
    judgments: openJudgments(file),
    concurrency: 1,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
}

test('what is no answer is wrong without a call, what has no accepted answer is not scored, and one answer is judged once', async (t) => {
  const records = [
    answered('a', 'Oslo'),
    answered('b', 'Bergen'),
    answered('c', null),
    answered('d', 'unknown'),
    answered('e', 'Oslo', { status: 'failed' }),
    answered('f', 'Oslo', { answers: [] }),
    answered('a', 'Oslo', { pipeline: 'cot' }),
  ];
  const { judge, asked } = judgeWith(strict);
  const told: unknown[] = [];
  const file = join(tempFolder(t), 'out', 'judgments.jsonl');
  const judged = await judgeAnswers({ ...judging(file, judge, records), onProgress: (progress) => told.push(progress) });
  assert.deepEqual(asked, [
    { question: 'a', prediction: 'Oslo', golds: ['Oslo'] },
    { question: 'b', prediction: 'Bergen', golds: ['Oslo'] },
  ]);
  assert.deepEqual(told.at(-1), { done: 2, of: 2, reused: 0 });
  assert.deepEqual(accuracy(records.slice(0, 6), judged, judge, isAbstention), {
    acc: 1 / 5,
    correct: 1,
    scored: 5,
    unasked: 3,
    judge_errors: 0,
  });
  assert.deepEqual(accuracy([], judged, judge, isAbstention), { acc: 0, correct: 0, scored: 0, unasked: 0, judge_errors: 0 });
  assert.deepEqual(costsOfJudging(judged), {
    llm_calls: 4,
    llm_requests: 6,
    prompt_tokens: 20,
    completion_tokens: 8,
    repair_calls: 2,
    estimated: false,
  });
});

test('a judgment is not asked for twice, not even one that could not be read; a line cut short is, and so is what failed', async (t) => {
  const file = join(tempFolder(t), 'judgments.jsonl');
  const records = ['a', 'b', 'c', 'd'].map((question) => answered(question, 'Oslo'));
  const first = judgeWith(({ question }) => (question === 'c' ? { failure: 'Timed out.' } : said(question === 'a', question !== 'b')));
  const judged = await judgeAnswers(judging(file, first.judge, records));
  assert.deepEqual([...judged.failures.values()], ['Timed out.']);
  assert.deepEqual(accuracy(records, judged, first.judge, isAbstention), { acc: 0.25, correct: 1, scored: 4, unasked: 0, judge_errors: 2 });
  const lines = readFileSync(file, 'utf8');
  writeFileSync(file, lines.slice(0, -30));
  const second = judgeWith(() => said(true));
  const again = await judgeAnswers(judging(file, second.judge, records));
  assert.deepEqual([second.asked.map(({ question }) => question), again.reused, again.failures.size], [['c', 'd'], 2, 0]);
  appendFileSync(file, 'no JSON\n');
  const third = judgeWith(() => assert.fail('nothing is left to ask'));
  assert.equal((await judgeAnswers(judging(file, third.judge, records))).reused, 4);
});

test('another judge, prompt, question, prediction or list of accepted answers is judged again; nothing else is', () => {
  const judge = { id: 'openai:a', promptVersion: 1 };
  const asked = { question: 'Where?', prediction: 'Oslo', golds: ['Oslo', 'Christiania'] };
  const keys = [
    judgmentKey(judge, asked),
    judgmentKey({ ...judge, id: 'openai:b' }, asked),
    judgmentKey({ ...judge, promptVersion: 2 }, asked),
    judgmentKey(judge, { ...asked, question: 'Where' }),
    judgmentKey(judge, { ...asked, prediction: 'oslo' }),
    judgmentKey(judge, { ...asked, golds: ['Oslo'] }),
    judgmentKey(judge, { ...asked, golds: ['Oslo,Christiania'] }),
  ];
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(judgmentKey({ ...judge }, { ...asked }), keys[0]);
});

test('an unreachable judge ends it, and so does a stop; what was judged is kept', async (t) => {
  const file = join(tempFolder(t), 'judgments.jsonl');
  const records = ['a', 'b', 'c'].map((question) => answered(question, 'Oslo'));
  const gone = judgeWith(({ question }) => {
    if (question === 'b') throw new AriadneError('model-unreachable', 'It is gone.');
    return said(true);
  });
  await assert.rejects(judgeAnswers(judging(file, gone.judge, records)), { code: 'model-unreachable' });
  const stop = new AbortController();
  const stopping = judgeWith(() => {
    stop.abort();
    return said(true);
  });
  await assert.rejects(judgeAnswers({ ...judging(file, stopping.judge, records), signal: stop.signal }), isAbort);
  assert.deepEqual([gone.asked.length, stopping.asked.map(({ question }) => question)], [2, ['b']]);
  const last = judgeWith(() => said(true));
  await judgeAnswers(judging(file, last.judge, records));
  assert.deepEqual(
    last.asked.map(({ question }) => question),
    ['c'],
  );
});
