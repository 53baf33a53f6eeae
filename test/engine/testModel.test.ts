/** `ariadne models test`, with a generated model in a folder. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testedModel } from '../../src/protocol/modelLibrary.ts';
import { runCli } from '../support/cli.ts';
import { constructedShape, pairWeights, withoutPositions } from '../support/models/constructed.ts';
import { makeModelFolder } from '../support/models/modelFolder.ts';
import { tempFolder } from '../support/tempFolder.ts';

test('a model in a folder is asked one question of the role that its files name, or of another', async (t) => {
  const { folder } = makeModelFolder(t, {
    shape: { ...constructedShape, maxTokens: 128 },
    head: { labels: 1 },
    given: (tokenizer, shape) => withoutPositions(pairWeights(tokenizer, { first: ['capital'], second: ['paris'] }), shape),
    config: { architectures: ['BertForSequenceClassification'] },
  });
  const env = { XDG_CACHE_HOME: tempFolder(t) };
  const { code, stdout } = await runCli(['models', 'test', `folder:${folder}`, '--json'], { env });
  const tested = testedModel.parse(JSON.parse(stdout));
  assert.deepEqual([code, tested.role, tested.works], [0, 'reranker', true]);
  assert.ok(tested.facts.includes('ranks the right passage first'), stdout);
  const other = await runCli(['models', 'test', `folder:${folder}`, '--role', 'entailment'], { env });
  assert.equal(other.code, 3);
  assert.match(other.stdout, /^folder:.+ does not work as entailment\. /);
});
