import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePlainModel } from '../../../../src/models/builtin/learnModels.ts';
import { StaticEmbedder } from '../../../../src/models/builtin/staticEmbedder.ts';

test('words that a model did not learn are counted as fragments, once', async () => {
  const passage = { title: 'Tides', headings: [], text: 'the tide turns at the barrage '.repeat(50) };
  const embedder = new StaticEmbedder(makePlainModel([passage]));
  await embedder.embed(['the tide turns']);
  assert.deepEqual(embedder.takeTokenCounts(), { tokens: 3, fragments: 0 });
  await embedder.embed(['tideturns']);
  const { tokens, fragments } = embedder.takeTokenCounts();
  assert.ok(fragments > 0 && fragments === tokens - 1);
  assert.deepEqual(embedder.takeTokenCounts(), { tokens: 0, fragments: 0 });
});
