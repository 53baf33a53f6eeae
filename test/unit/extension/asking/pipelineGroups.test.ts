import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pipelineGroups } from '../../../../src/extension/asking/pipelineGroups.ts';
import { describePipeline, pipelines } from '../../../../src/pipelines/registry.ts';
import { ExtractiveReasoner } from '../../../../src/reasoning/extractive/extractiveReasoner.ts';

const outside = { id: 'mine', title: 'Mine', description: 'From outside. More.', paper: '', parameters: [] };
const groups = pipelineGroups([...pipelines.map(describePipeline), outside], 'self-dc');

test('pipelines are grouped as systems, baselines and approximations, the current one first; one from outside is not lost', () => {
  assert.deepEqual(
    groups.map(({ label, pipelines: group }) => [label, group.map(({ id }) => id).join(' ')]),
    [
      ['Current', 'self-dc'],
      ['Published methods', 'sunar sunar-nar leapquery drr-rag'],
      ['Baselines', 'direct cot cot-few-shot genread retrieve-read retrieve-cot self-ask ircot refeed iter-retgen'],
      ['Approximations: prompts only, not the published methods', 'self-rag-lite r2ag-lite gear-lite efficientrag-lite auto-rag-lite'],
      ['Others', 'mine'],
    ],
  );
});

test('every choice says in one sentence what it does, and those that the built-in models cannot run say that they need a language model', () => {
  const choices = groups.flatMap((group) => group.pipelines);
  assert.deepEqual(
    choices.filter(({ description }) => !/^[^.]+\.$/.test(description)).map(({ id }) => id),
    [],
  );
  const reasoner = new ExtractiveReasoner();
  assert.deepEqual(
    choices.filter(({ needsModel }) => needsModel === 'yes').map(({ id }) => id),
    pipelines.filter(({ needs = [] }) => !needs.every((role) => reasoner.serves(role))).map(({ id }) => id),
  );
});
