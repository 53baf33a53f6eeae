import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DocumentChecks } from '../../../../src/check/documentChecks.ts';
import { root } from '../../../support/cli.ts';
import { assertClose } from '../../../support/models/closeTo.ts';
import { constructedShape, pairWeights, withoutPositions } from '../../../support/models/constructed.ts';
import { startLocalModels } from '../../../support/models/localModels.ts';
import { makeModelFolder, type MadeModel, type MadeModelOptions } from '../../../support/models/modelFolder.ts';
import { bertRows, linearOf, softmax } from '../../../support/models/referenceBert.ts';
import { type Ending, tempFolder } from '../../../support/tempFolder.ts';

const local = startLocalModels();
const item = (text: string) => ({ title: '', headings: [], text });

test('of a pair the question comes first: weights that know the order say so', async (t) => {
  const reranker = await local.reranker({ name: 'known', folder: constructed(t).folder });
  assert.equal(reranker.scale, 'logit');
  const [none, right] = await reranker.score('where is paris', [item('the river is in london'), item('it is in france')]);
  const [reversed] = await reranker.score('where is france', [item('it is in paris')]);
  assert.ok(right! > none! + 1 && right! > reversed! + 1, `${none} ${right} ${reversed}`);
});

test('scores agree with plain matrix products, in the order of the passages', async (t) => {
  const made = makeModelFolder(t, { head: { labels: 1 } });
  const reranker = await local.reranker({ name: 'small', folder: made.folder });
  const passages = ['a', 'the capital of france is paris', 'the river'];
  const scores = await reranker.score('what is the capital', passages.map(item));
  assertClose(
    scores.map((score) => score!),
    passages.map((text) => logitsOf(made, 'what is the capital', text)[0]!),
  );
});

test('of two labels the probability of the second is the score', async (t) => {
  const made = makeModelFolder(t, { head: { labels: 2 } });
  const reranker = await local.reranker({ name: 'small', folder: made.folder });
  assert.equal(reranker.scale, 'probability');
  assertClose([(await reranker.score('where', [item('in paris')]))[0]!], [softmax(logitsOf(made, 'where', 'in paris'))[1]!]);
});

test('title and headings come before the text, and a long passage is cut, not the question', async (t) => {
  const made = makeModelFolder(t, { head: { labels: 1 }, shape: { maxTokens: 12 } });
  const reranker = await local.reranker({ name: 'small', folder: made.folder });
  const passage = { title: 'paris', headings: ['river'], text: 'the '.repeat(50) };
  assertClose([(await reranker.score('what is it', [passage]))[0]!], [logitsOf(made, 'what is i ##t', 'paris [UNK] river the the')[0]!]);
});

const orders = {
  'entailment first': { 0: 'ENTAILMENT', 1: 'NEUTRAL', 2: 'CONTRADICTION' },
  'contradiction first': { 0: 'contradiction', 1: 'entailment', 2: 'neutral' },
} as const;
for (const [name, id2label] of Object.entries(orders)) {
  test(`labels are those that the model's files name, ${name}`, async (t) => {
    const made = makeModelFolder(t, { head: { labels: 3 }, config: { id2label } });
    const entailment = await local.entailment({ name: 'small', folder: made.folder });
    const [entailed] = await entailment.label([{ premise: 'paris is in france', hypothesis: 'france' }]);
    const shares = softmax(logitsOf(made, 'paris is in france', 'france'));
    const labels = Object.values(id2label).map((label) => label.toLowerCase());
    const wanted = Object.fromEntries(labels.map((label, i) => [label, shares[i]!]));
    assertClose(
      Object.values(entailed!.probabilities),
      Object.keys(entailed!.probabilities).map((label) => wanted[label]!),
    );
    assert.equal(entailed!.label, labels[shares.indexOf(Math.max(...shares))]);
  });
}

test('a generated model judges a cited claim, and no number that its source gives otherwise', async (t) => {
  const made = makeModelFolder(t, { head: { labels: 3 }, config: { id2label: orders['entailment first'] } });
  const entailment = await local.entailment({ name: 'small', folder: made.folder });
  const labels: string[] = [];
  const label: typeof entailment.label = async (pairs, options) => {
    const found = await entailment.label(pairs, options);
    labels.push(...found.map((one) => one?.label ?? ''));
    return found;
  };
  const folder = tempFolder(t, { 'a.md': 'The lamp of the river was lit in 1871 by Quenby.', 'refs.bib': '@misc{a, file={a.md}}' });
  const reader = join(root, 'src', 'corpus', 'readWorker.ts');
  const checks = new DocumentChecks({ folder, reader, entailment: () => ({ id: entailment.id, label }) });
  t.after(() => checks.close());
  const text = 'The lamp of the river was once kindled [@a].\n\nThe lamp of the river was lit in 1872 [@a].';
  const [open, wrong] = await checks.check(join(folder, 'n.md'), text, { signal: new AbortController().signal });
  assert.equal(labels.length, 1);
  const supports = { entailment: 'supported', neutral: 'partly', contradiction: 'contradicted' } as const;
  assert.equal(open?.support, supports[labels[0] as keyof typeof supports]);
  assert.equal(wrong?.support, 'contradicted');
});

test('on ties the most cautious label counts', async (t) => {
  const given = (): Map<string, { dims: number[]; data: Float32Array }> =>
    new Map([
      ['labels', { dims: [32, 3], data: new Float32Array(96) }],
      ['labels.bias', { dims: [3], data: new Float32Array(3) }],
    ]);
  const made = makeModelFolder(t, { head: { labels: 3 }, given, config: { id2label: orders['entailment first'] } });
  const entailment = await local.entailment({ name: 'small', folder: made.folder });
  assert.equal((await entailment.label([{ premise: 'a', hypothesis: 'a' }]))[0]!.label, 'contradiction');
});

const unfit: Readonly<Record<string, readonly [role: 'reranker' | 'entailment' | 'reader', made: MadeModelOptions]>> = {
  'an embedder is no reranker': ['reranker', {}],
  'a model with three labels is no reranker': ['reranker', { head: { labels: 3 } }],
  'labels without names say nothing': [
    'entailment',
    { head: { labels: 3 }, config: { id2label: { 0: 'LABEL_0', 1: 'LABEL_1', 2: 'LABEL_2' } } },
  ],
  'two labels are no three': ['entailment', { head: { labels: 2 }, config: { id2label: { 0: 'entailment', 1: 'not_entailment' } } }],
  'a reranker is no reader': ['reader', { head: { labels: 1 } }],
};
for (const [name, [role, made]] of Object.entries(unfit)) {
  test(`${name}: one sentence says what to choose`, async (t) => {
    await assert.rejects(local[role]({ name: 'wrong', folder: makeModelFolder(t, made).folder }), (error: Error & { code: string }) => {
      assert.equal(error.code, 'model-unfit');
      assert.match(error.message, /^wrong .*\. Choose [^.]*\.$/);
      return true;
    });
  });
}

function constructed(t: Ending): MadeModel {
  return makeModelFolder(t, {
    head: { labels: 1 },
    shape: constructedShape,
    given: (tokenizer, shape) => withoutPositions(pairWeights(tokenizer, { first: ['paris'], second: ['france'] }), shape),
  });
}

/** Words are separated by spaces here, and known or written as pieces. */
function logitsOf(made: MadeModel, first: string, second: string): number[] {
  const { vocabulary } = made.tokenizer;
  const ids = (text: string): number[] => text.split(' ').map((piece) => vocabulary.get(piece)!);
  const [cls, sep] = [vocabulary.get('[CLS]')!, vocabulary.get('[SEP]')!];
  const [a, b] = [ids(first), ids(second)];
  const types = [0, ...a.map(() => 0), 0, ...b.map(() => 1), 1];
  return linearOf(made.bert, 'labels', bertRows(made.bert, [cls, ...a, sep, ...b, sep], types)[0]!);
}
