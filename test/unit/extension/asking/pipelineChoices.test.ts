import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePipeline, pipelines } from '../../../../src/pipelines/registry.ts';
import { pipelineGroups, pipelinePresets, presetCost } from '../../../../src/extension/asking/pipelineChoices.ts';

/** Characters of a line that VS Code's quick pick shows without cutting it. */
const longestLine = 90;

const expected = { runs: 3, llmCalls: 11.5, promptTokens: 9000, completionTokens: 400, retrievals: 2, rerankPairs: 200, seconds: 8.04 };

test('every preset is a pipeline, and no line of the picker is cut', () => {
  const known = pipelines.map(describePipeline);
  assert.deepEqual(
    pipelinePresets.filter(({ id }) => !known.some((pipeline) => pipeline.id === id)),
    [],
  );
  const lines = [
    ...pipelinePresets.map(({ detail }) => detail),
    ...known.map(({ description }) => /^.*?[.](?= |$)/.exec(description)?.[0] ?? description),
  ];
  assert.deepEqual(
    lines.filter((line) => line.length > longestLine),
    [],
  );
});

const [quick, balanced] = pipelinePresets;
assert.ok(quick && balanced);
for (const [preset, estimate, usesChatModel, words] of [
  [quick, {}, false, 'no model calls'],
  [balanced, { expected }, false, 'no model calls · 8.0 s'],
  [quick, {}, true, 'about 1 model call'],
  [balanced, {}, true, 'about 7 model calls'],
  [balanced, { expected: { ...expected, seconds: 64.2 } }, true, 'usually 12 model calls · 64 s'],
] as const) {
  test(`the cost of ${preset.id} reads “${words}”`, () => assert.equal(presetCost(preset, estimate, usesChatModel), words));
}

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
