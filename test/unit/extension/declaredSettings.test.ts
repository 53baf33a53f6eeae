import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contributedSettings } from '../../../scripts/manifest.ts';
import { type SettingId, settingValue } from '../../../src/extension/declaredSettings.ts';

function read(id: SettingId, value: unknown): { readonly value: unknown; readonly problems: readonly string[] } {
  const problems: string[] = [];
  return { value: settingValue(id, value, (problem) => problems.push(problem)), problems };
}

test('a value that the editor would mark is not read either: the default applies, and the problem is named', () => {
  const invalid: readonly (readonly [SettingId, unknown])[] = [
    ['ariadne.pipeline', ''],
    ['ariadne.pipelineParameters', { sunar: 3 }],
    ['ariadne.firstStage', 'bm26'],
    ['ariadne.chat.model', 'gpt'],
    ['ariadne.openai.baseUrl', 'no address'],
    ['ariadne.confirmAboveCalls', 1.5],
    ['ariadne.exclude', ['a', 1]],
    ['ariadne.maxFileSizeMB', 501],
    ['ariadne.maxFileSizeMB', 0],
    ['ariadne.watch', 'yes'],
    ['ariadne.storage', 'here'],
  ];
  for (const [id, value] of invalid) {
    const { value: taken, problems } = read(id, value);
    assert.deepEqual(taken, contributedSettings[id]?.default, id);
    assert.equal(problems.length, 1, id);
    assert.match(problems[0] ?? '', new RegExp(`^"${id.replaceAll('.', '\\.')}" has an invalid value; using the default\\. `));
  }
});

test('a value within its range is read as it is, without a complaint', () => {
  assert.deepEqual(read('ariadne.maxFileSizeMB', 500), { value: 500, problems: [] });
  assert.deepEqual(read('ariadne.storage', 's3://bucket/folder'), { value: 's3://bucket/folder', problems: [] });
  assert.deepEqual(read('ariadne.exclude', ['drafts']), { value: ['drafts'], problems: [] });
});

test('what package.json says of ranges and forms is what is read', () => {
  const facts = (id: SettingId): unknown => {
    const { type, minimum, maximum, pattern, format } = contributedSettings[id] ?? {};
    return { type, minimum, maximum, hasPattern: pattern !== undefined, format };
  };
  assert.deepEqual(facts('ariadne.maxFileSizeMB'), { type: 'number', minimum: 0.1, maximum: 500, hasPattern: false, format: undefined });
  assert.deepEqual(facts('ariadne.confirmAboveCalls'), {
    type: 'integer',
    minimum: 0,
    maximum: undefined,
    hasPattern: false,
    format: undefined,
  });
  assert.deepEqual(facts('ariadne.storage'), {
    type: 'string',
    minimum: undefined,
    maximum: undefined,
    hasPattern: true,
    format: undefined,
  });
});
