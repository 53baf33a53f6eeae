import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage } from '../../../../src/protocol/passage.ts';
import { compose } from '../../../../lab/questions/compose.ts';
import type { Draft } from '../../../../lab/questions/interfaces.ts';
import { flawByModel, type AnsweringModel } from '../../../../lab/questions/verify.ts';
import { allPairs, proposals, sourcePassages } from './questionDocuments.ts';

const passages = sourcePassages(proposals);
const { drafts } = await compose(passages, allPairs(passages), { count: 100, seed: 1, signal: new AbortController().signal });

function draftOf(question: string): Draft {
  const draft = drafts.find((one) => one.question === question);
  assert.ok(draft, question);
  return draft;
}

/** A simulation that answers right when it sees enough documents. */
function simulation(leastDocuments: number, right: string, asked: (readonly Passage[] | undefined)[] = []): AnsweringModel {
  return {
    answer: (_question, seen) => {
      asked.push(seen);
      return Promise.resolve(new Set((seen ?? []).map(({ path }) => path)).size >= leastDocuments ? right : null);
    },
    isRight: (answer, accepted) => accepted.includes(answer),
  };
}

const bridge = draftOf('Who is the author of the RFP that supersedes RFP 7?');

test('a question that needs both of its documents is fit', async () => {
  const asked: (readonly Passage[] | undefined)[] = [];
  assert.equal(await flawByModel(bridge, simulation(2, 'Amos Reed', asked)), undefined);
  assert.deepEqual(
    asked.map((seen) => seen?.map(({ path }) => path)),
    [['rfp-0007.md', 'rfp-0031.md'], undefined, ['rfp-0007.md'], ['rfp-0031.md']],
  );
});

test('a question is unfit that its sources do not answer, that one of them answers, or that needs none', async () => {
  assert.equal(await flawByModel(bridge, simulation(3, 'Amos Reed')), 'unanswerable');
  assert.equal(await flawByModel(bridge, simulation(2, 'Mara Lind')), 'unanswerable');
  assert.equal(await flawByModel(bridge, simulation(1, 'Amos Reed')), 'one-document');
  assert.equal(await flawByModel(bridge, simulation(0, 'Amos Reed')), 'from-memory');
});

test('a lucky yes or no proves nothing', async () => {
  const same = drafts.find(({ answers: [answer] }) => answer === 'no');
  assert.ok(same);
  assert.equal(await flawByModel(same, simulation(0, 'no')), undefined);
});
