/** Which of the passages that a walk scores come first where the query names a document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Reranker } from '../../../src/models/models.ts';
import { createBatchScorer } from '../../../src/retrieval/batchScorer.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

const passageCount = 100;
const query = 'What are the dues of Tarrow?';
const rest = 'What are the dues of ?';

/** Two documents long enough for names to choose between them; passages are named by document and number. */
const index = new MemoryIndex(
  ['Tarrow', 'Bellmare'].flatMap((name) =>
    Array.from({ length: passageCount }, (_, i) => ({
      ...passageOf(`${name} ${i}`),
      path: `${name}.md`,
      identity: {
        title: name,
        titleFrom: 'fileName' as const,
        parts: [{ kind: 'organization' as const, value: `${name} Inc.`, from: 'firstPage' as const }],
      },
    })),
  ),
);

async function scoresOf(
  passageIds: readonly string[],
  scoreOf: (id: string) => number | null,
  { scale = 'probability', prefersNamed = true }: { readonly scale?: Reranker['scale']; readonly prefersNamed?: boolean } = {},
) {
  const asked = new Map<string, string>();
  const reranker: Reranker = {
    id: 'given',
    scale,
    score: async (asking, passages) =>
      passages.map(({ text }) => {
        const id = /Text of (.*)\./.exec(text)![1]!;
        assert.ok(!asked.has(id), `${id} is scored twice`);
        asked.set(id, asking);
        return scoreOf(id);
      }),
  };
  const scorer = createBatchScorer(index, 'vectors', reranker, prefersNamed);
  const { scores } = await scorer.score(query, passageIds, 0, { node: 'q', signal: new AbortController().signal });
  return { scores, asked };
}

const batch = ['Bellmare 1', 'Tarrow 1', 'Bellmare 2', 'Tarrow 2'];

test('a passage of a named document is scored for the rest of the query and comes before a somewhat better one of another', async () => {
  const { scores, asked } = await scoresOf(
    batch,
    (id) => ({ 'Bellmare 1': 0.5, 'Tarrow 1': 0.4, 'Bellmare 2': 0.9, 'Tarrow 2': 0.05 })[id]!,
  );
  const [bellmare, tarrow, better, worse] = scores.map(Number);
  assert.ok(better! > tarrow! && tarrow! > bellmare! && bellmare! > worse!, String(scores));
  assert.deepEqual(Object.fromEntries(asked), { 'Bellmare 1': query, 'Bellmare 2': query, 'Tarrow 1': rest, 'Tarrow 2': rest });
});

test('without the preference every passage is scored for the query, and scores are the given ones', async () => {
  const { scores, asked } = await scoresOf(batch, () => 0.3, { prefersNamed: false });
  assert.deepEqual(scores, [0.3, 0.3, 0.3, 0.3]);
  assert.deepEqual(new Set(asked.values()), new Set([query]));
});

test('probabilities stay probabilities, logits rise by the same, the order inside a document and missing scores stay', async () => {
  const probability = fc.nat(1000).map((thousandths) => thousandths / 1000);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(probability), { minLength: 2, maxLength: 8 }), async (given) => {
      const ids = given.map((_, i) => `Tarrow ${i}`);
      const scoreOf = (id: string) => given[ids.indexOf(id)]!;
      const { scores } = await scoresOf(ids, scoreOf);
      const logits = (await scoresOf(ids, scoreOf, { scale: 'logit' })).scores;
      given.forEach((score, i) => {
        if (score === null) return assert.deepEqual([scores[i], logits[i]], [null, null]);
        assert.ok(score <= scores[i]! && scores[i]! <= 1);
        assert.ok(Math.abs(logits[i]! - score - (logits[0] === null ? logits[i]! - score : logits[0]! - given[0]!)) < 1e-9);
        for (const [j, other] of given.entries()) if (other !== null && other < score) assert.ok(scores[j]! <= scores[i]!);
      });
    }),
  );
});
