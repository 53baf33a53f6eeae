import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pipelineGroups } from '../../../../src/extension/asking/pipelineGroups.ts';
import { describePipeline, pipelines } from '../../../../src/pipelines/registry.ts';

const outside = { id: 'mine', title: 'Mine', description: 'From outside. More.', paper: '', parameters: [] };
const groups = pipelineGroups([...pipelines.map(describePipeline), outside], 'self-dc');

test('pipelines are grouped as systems and baselines, the current one first; one from outside is not lost', () => {
  assert.deepEqual(
    groups.map(({ label, pipelines: group }) => [label, group.map(({ id }) => id).join(' ')]),
    [
      ['Current', 'self-dc'],
      ['Published methods', 'sunar sunar-nar leapquery drr-rag'],
      ['Baselines', 'retrieve-read self-ask ircot'],
      ['Others', 'mine'],
    ],
  );
});

test('every choice says in one sentence what it does', () => {
  const choices = groups.flatMap((group) => group.pipelines);
  assert.deepEqual(
    choices.filter(({ description }) => !/^[^.]+\.$/.test(description)).map(({ id }) => id),
    [],
  );
});
