/** The architecture of the entailment models in the catalog: no segments, and a tokenizer from SentencePiece. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../support/models/closeTo.ts';
import { debertaFolder, type Deberta } from '../../../support/models/deberta.ts';
import { startLocalModels } from '../../../support/models/localModels.ts';
import { debertaLabels } from '../../../support/models/referenceDeberta.ts';
import { softmax } from '../../../support/models/referenceBert.ts';

const local = startLocalModels();
/** Of different lengths, so that one is padded, and longer than the distances that are told apart one by one. */
const pairs = [
  { premise: 'paris is in france', hypothesis: 'france' },
  { premise: 'the capital of france is paris and a river is in the city of london', hypothesis: 'who is in the river' },
];
const orders = [
  { 0: 'contradiction', 1: 'entailment', 2: 'neutral' },
  { 0: 'neutral', 1: 'contradiction', 2: 'entailment' },
];

for (const id2label of orders) {
  test(`labels agree with plain matrix products, in the order ${Object.values(id2label).join(', ')}`, async (t) => {
    const made = debertaFolder(t, id2label);
    const entailment = await local.entailment({ name: 'deberta', folder: made.folder });
    const entailed = await entailment.label(pairs);
    for (const [i, { premise, hypothesis }] of pairs.entries()) {
      const shares = softmax(debertaLabels(made, idsOf(made, premise, hypothesis)));
      const { label, probabilities } = entailed[i]!;
      assertClose(
        Object.values(id2label).map((name) => probabilities[name as typeof label]),
        shares,
      );
      assert.equal(label, Object.values(id2label)[shares.indexOf(Math.max(...shares))]);
    }
  });
}

function idsOf({ tokenizer: { vocabulary } }: Deberta, premise: string, hypothesis: string): number[] {
  const ids = (text: string): number[] => text.split(' ').map((word) => vocabulary.get(`▁${word}`)!);
  const [cls, sep] = [vocabulary.get('[CLS]')!, vocabulary.get('[SEP]')!];
  return [cls, ...ids(premise), sep, ...ids(hypothesis), sep];
}
