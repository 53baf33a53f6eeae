import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePipeline, pipelines } from '../../../../src/pipelines/registry.ts';
import { otherMethods, pipelinePresets, presetCost } from '../../../../src/extension/asking/pipelineChoices.ts';

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

test('the others are listed once, with what they do in one sentence; one from outside is not lost', () => {
  const outside = { id: 'mine', title: 'Mine', description: 'From outside. More.', paper: '', parameters: [] };
  const others = otherMethods([...pipelines.map(describePipeline), outside]);
  assert.deepEqual(
    others.map(({ id }) => id),
    ['leapquery', 'self-dc', 'drr-rag', 'bridge-rag', 'self-ask', 'ircot', 'mine'],
  );
  assert.deepEqual(
    others.filter(({ description }) => !/^[^.]+\.$/.test(description)).map(({ id }) => id),
    [],
  );
});
