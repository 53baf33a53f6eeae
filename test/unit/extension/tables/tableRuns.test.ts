import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortError } from '../../../../src/base/abort.ts';
import type { EngineRequestOptions } from '../../../../src/extension/engineProcess/engineClient.ts';
import { modelsThatAnswered, otherModelOf, TableRuns } from '../../../../src/extension/tables/tableRuns.ts';
import { Notifications } from '../../../../src/extension/engineProcess/notifications.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';

const order = { questions: ['Who?'], out: '/t/gates.md', models: builtinModels };
const progress = { documents: 1, cells: 1, done: 0, due: 1, answeredNow: 0 };

test('a table that is filled tells by its record how far it is, stops when asked to, and is then filled no longer', async () => {
  const notifications = new Notifications();
  const asked: unknown[] = [];
  const tables = new TableRuns({
    notifications,
    request: (method: string, params: unknown, { signal }: EngineRequestOptions = {}) => {
      asked.push([method, params]);
      return new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(abortError())));
    },
  });
  const changes: unknown[] = [];
  tables.onDidChange.on((change) => changes.push(change));
  const filling = tables.fill(order);
  notifications.fire('tableProgress', { ...progress, out: '/t/gates.md' });
  notifications.fire('tableProgress', { ...progress, out: '/t/other.md' });
  const record = '/t/gates.ariadne-table.json';
  assert.deepEqual(tables.toldOf(record), [progress]);
  tables.stop(record);
  await assert.rejects(filling, { name: 'AbortError' });
  assert.equal(tables.toldOf(record), undefined);
  assert.deepEqual(changes, [
    { record, progress },
    { record, progress: undefined },
  ]);
  assert.deepEqual(asked, [['fillTable', order]]);
  tables.dispose();
});

test('cells of another model are counted, except where the same model answers', () => {
  const cells = [{ state: 'not-stated', key: 'a' } as const, { state: 'open' } as const];
  const record = { format: 'ariadne-table', version: 1, folder: '.', questions: ['Who?', 'When?'] } as const;
  const by = (answeredBy: string): Parameters<typeof otherModelOf>[0] => {
    return { ...record, questions: [...record.questions], answeredBy, rows: [{ path: 'a.md', title: '', documentHash: '', cells }] };
  };
  const models = { ...builtinModels, chat: 'openai:large' };
  assert.deepEqual(otherModelOf(by('builtin'), models), { cells: 1, now: 'openai:large' });
  assert.deepEqual(otherModelOf(by('openai:small'), builtinModels), { cells: 1, now: 'builtin' });
  assert.equal(otherModelOf(by('openai:large'), models), undefined);
  assert.equal(otherModelOf(by('builtin'), builtinModels), undefined);
  const answered = 'hf:org/writer#q4f16/0123456789ab';
  for (const chat of ['hf:org/writer', 'hf:org/writer#q4f16', 'hf:org/writer@main'])
    assert.equal(otherModelOf(by(answered), { ...builtinModels, chat }), undefined);
  for (const chat of ['hf:org/other', 'hf:org/writer#q8', 'openai:large', 'builtin'])
    assert.deepEqual(otherModelOf(by(answered), { ...builtinModels, chat }), { cells: 1, now: chat });
  const inFolder = { ...builtinModels, reader: 'folder:/models/my#reader/' };
  assert.equal(otherModelOf(by('folder:my#reader#fp32/0123456789ab'), inFolder), undefined);
});

test('what answered a table answers it again, unless it is not known where', () => {
  const models = { ...builtinModels, chat: 'openai:new', reader: 'hf:a/reader' };
  assert.equal(modelsThatAnswered('openai:new', models).chat, 'openai:new');
  assert.equal(modelsThatAnswered('openai:old', models).chat, 'openai:old');
  assert.deepEqual(modelsThatAnswered('builtin', models), { ...builtinModels, chat: 'builtin' });
  const local = { ...builtinModels, reader: 'hf:a/reader' };
  assert.equal(modelsThatAnswered('hf:a/reader#q8/0123456789ab', local), local);
  assert.equal(modelsThatAnswered('hf:another/one', models), models);
});
