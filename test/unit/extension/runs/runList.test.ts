import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunList } from '../../../../src/extension/runs/runList.ts';
import type { RunSummary } from '../../../../src/protocol/engine.ts';

const run = (runId: string, answer = 'x'): RunSummary => ({
  runId,
  log: '',
  question: '',
  pipeline: '',
  startedAtUtc: '',
  status: 'ok',
  answer,
  abstained: false,
  seconds: 1,
});
const listOf = (list: RunList): string[] => list.all.map(({ runId, answer }) => `${runId} ${answer}`);

test('what ended or was deleted after a list was asked for holds against that list', () => {
  const list = new RunList();
  list.asking()([run('a'), run('b')]);
  const take = list.asking();
  list.put(run('new'));
  list.put(run('a', 'renamed'));
  list.remove('b');
  take([run('a'), run('b'), run('c')]);
  assert.deepEqual(listOf(list).toSorted(), ['a renamed', 'c x', 'new x']);
});

test('a list that was asked for later has the last word, also on what is missing', () => {
  const list = new RunList();
  list.put(run('a'));
  list.put(run('b'));
  list.asking()([run('b', 'more')]);
  assert.deepEqual(listOf(list), ['b more']);
});

test('of two lists on their way the one that was asked for last counts, whichever comes last', () => {
  const list = new RunList();
  const [first, second] = [list.asking(), list.asking()];
  second([run('a'), run('b')]);
  first([run('a')]);
  assert.deepEqual(listOf(list), ['a x', 'b x']);
});

test('after all were deleted, a list that was asked for before brings none back', () => {
  const list = new RunList();
  list.put(run('a'));
  const take = list.asking();
  list.clear();
  take([run('a')]);
  assert.deepEqual(listOf(list), []);
});
