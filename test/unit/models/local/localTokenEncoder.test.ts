import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbort } from '../../../../src/base/abort.ts';
import { assertClose } from '../../../support/models/closeTo.ts';
import { startLocalModels } from '../../../support/models/localModels.ts';
import { makeModelFolder, type MadeModel } from '../../../support/models/modelFolder.ts';
import { bertRows } from '../../../support/models/referenceBert.ts';
import { entailmentFolder } from '../../../support/models/roleFolders.ts';

const local = startLocalModels();

function idsOf({ tokenizer: { vocabulary } }: MadeModel, text: string): number[] {
  const words = text.split(' ').filter((word) => word !== '');
  return ['[CLS]', ...words, '[SEP]'].map((word) => vocabulary.get(word) ?? assert.fail(word));
}

test('every token has the vector of the last layer, whatever is computed with its text, and special tokens are marked', async (t) => {
  const made = makeModelFolder(t);
  const encoder = await local.encoder({ name: 'small', folder: made.folder });
  assert.match(encoder.id, /^small#fp32\/[0-9a-f]{12}$/);
  const texts = ['the river', 'paris is the capital of france', '', 'the city'];
  const found = await encoder.encode(texts);
  assert.equal(found.length, texts.length);
  texts.forEach((text, i) => {
    const ids = idsOf(made, text);
    const { width, data, textFrom, textTo } = found[i] ?? assert.fail(text);
    assert.deepEqual([width, textFrom, textTo], [32, 1, ids.length - 1]);
    assertClose(data, bertRows(made.bert, ids).flat());
  });
});

test('a text that is too long is cut before the last special token', async (t) => {
  const made = makeModelFolder(t, { shape: { maxTokens: 8 } });
  const encoder = await local.encoder({ name: 'small', folder: made.folder });
  const [found] = await encoder.encode(['the '.repeat(100)]);
  assert.deepEqual([found?.textFrom, found?.textTo], [1, 7]);
  assertClose(found?.data ?? [], bertRows(made.bert, idsOf(made, 'the '.repeat(6))).flat());
});

test('a model of another kind is refused with what to choose', async (t) => {
  await assert.rejects(local.encoder({ name: 'nli', folder: entailmentFolder(t) }), {
    code: 'model-unfit',
    message: 'nli gives no vectors of tokens. Choose an encoder whose ONNX file has the output last_hidden_state.',
  });
});

test('a cancelled call ends with AbortError', async (t) => {
  const encoder = await local.encoder({ name: 'small', folder: makeModelFolder(t).folder });
  const controller = new AbortController();
  const encoding = encoder.encode(Array<string>(400).fill('the river is in the city'), { signal: controller.signal });
  controller.abort();
  await assert.rejects(encoding, isAbort);
});
