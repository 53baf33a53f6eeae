import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { bertScoreModel } from '../../../../lab/commands/evalBertScore.ts';
import type { ChosenSystem } from '../../../../lab/commands/evalSystems.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';

function chosen(embedders: readonly string[], bertscore?: string): Promise<string | undefined> {
  const systems = embedders.map((embedder, i): ChosenSystem => ({
    name: `s${i}`,
    system: { pipeline: 'sunar-nar', params: {}, models: { ...builtinModels, embedder }, firstStage: 'linked' },
    isNamed: true,
  }));
  const values = bertscore === undefined ? {} : { bertscore };
  return bertScoreModel({ values, positionals: [], isJson: true, signal: new AbortController().signal }, systems);
}

test('without an option, the one local embedder of the systems computes BERTScore; several could not be compared', async () => {
  assert.equal(await chosen(['builtin', 'folder:/a', 'folder:/a']), 'folder:/a');
  assert.equal(await chosen(['hf:org/name#q8']), 'hf:org/name#q8');
  assert.equal(await chosen(['builtin', 'openai:words']), undefined);
  assert.equal(await chosen(['folder:/a', 'hf:org/name']), undefined);
});

test('a model that cannot be used is refused before any question is asked', async () => {
  await assert.rejects(chosen(['builtin'], 'openai:words'), { code: 'usage' });
  await assert.rejects(chosen(['folder:/a'], 'folder:nowhere'), ({ message }: Error) => message.includes(resolve('nowhere')));
  await assert.rejects(chosen(['builtin'], 'hf:nonsense'), {
    code: 'model-unknown',
    message: 'There is no model for BERTScore "hf:nonsense". Choose folder:PATH[#DTYPE] or hf:ORG/NAME[@REVISION][#DTYPE].',
  });
});
