import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answerRecall, scoreRanking, scoreSet, unionOf } from '../../../../lab/evaluation/retrievalScores.ts';

const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 12 });

test('recall at k never falls with k, is 1 only when all are found, and 0 only when none is', () => {
  fc.assert(
    fc.property(ids, ids, fc.nat(8), (ranked, gold, k) => {
      const [now, next] = [scoreRanking(ranked, gold, k), scoreRanking(ranked, gold, k + 1)];
      assert.equal(now === null, gold.length === 0);
      if (!now || !next) return;
      assert.ok(next.recall >= now.recall);
      assert.deepEqual([now.all === 1, now.hit === 1], [now.recall === 1, now.recall > 0]);
    }),
  );
});

test('the union of the searches finds at least what any one of them finds', () => {
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 4 }), ids, fc.nat(5), (rankings, gold, k) => {
      const union = scoreSet(unionOf(rankings, k), gold);
      for (const ranked of rankings) assert.ok((union?.recall ?? 0) >= (scoreRanking(ranked, gold, k)?.recall ?? 0));
    }),
  );
});

test('a union takes the first k of each search, repeats aside', () => {
  assert.deepEqual([...unionOf([['a', 'a', 'b', 'c'], ['b', 'd', 'e'], []], 2)], ['a', 'b', 'd']);
});

test('an answer is found in a passage whatever its case and punctuation; yes and no are not looked for', () => {
  const texts = ['The river Orrin.', 'It was built by Ines Tarrow, in 1908.'];
  assert.deepEqual(
    [
      answerRecall(texts, ['ines tarrow'], 1),
      answerRecall(texts, ['x', 'Ines Tarrow'], 2),
      answerRecall(texts, ['Yes'], 2),
      answerRecall(texts, ['the'], 2),
    ],
    [0, 1, null, null],
  );
});
