import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fitted, invocationSentence } from '../../../../src/extension/agents/agentTexts.ts';

test('what a call does is one sentence, whatever an agent gave', () => {
  assert.equal(invocationSentence('ariadne_read', { path: 'a.md' }, undefined), 'Reading “a.md”');
  assert.equal(invocationSentence('ariadne_search', { question: 'a\nb' }, 'docs'), 'Searching the documents for “a b” in docs');
  for (const input of [undefined, null, 5, {}, { question: 'x'.repeat(5_000) }])
    assert.ok(invocationSentence('ariadne_ask', input, undefined).length < 160);
});

test('of a result that does not fit, as many passages as fit are kept, and the rest can be had', async () => {
  const result = fc.record({
    results: fc.array(fc.record({ path: fc.string({ maxLength: 9 }), text: fc.string({ maxLength: 40 }) }), { maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(result, fc.nat(1_500), async (given, most) => {
      const whole = JSON.parse(JSON.stringify(given)) as typeof given;
      const fits = (text: string): Promise<boolean> => Promise.resolve(text.length <= most);
      const kept = JSON.parse(await fitted(whole, {}, fits)) as typeof whole & { cut?: { shown: number; of: number; next: string } };
      assert.deepEqual(kept.results, whole.results.slice(0, kept.results.length));
      if (kept.results.length === whole.results.length) return assert.equal(kept.cut, undefined);
      assert.deepEqual([kept.cut?.shown, kept.cut?.of], [kept.results.length, whole.results.length]);
      const oneMore = {
        ...kept,
        results: whole.results.slice(0, kept.results.length + 1),
        cut: { ...kept.cut!, shown: kept.results.length + 1 },
      };
      assert.ok(oneMore.results.length === whole.results.length || JSON.stringify(oneMore).length > most, 'no more would fit');
    }),
  );
});

test('a text and a list of citations that are cut say where to go on', async () => {
  const fits = (text: string): Promise<boolean> => Promise.resolve(text.length < 130);
  const lines = Array.from({ length: 50 }, (_, i) => `line ${i + 11}`).join('\n');
  const read = JSON.parse(await fitted({ startLine: 11, endLine: 60, text: lines }, {}, fits)) as {
    text: string;
    endLine: number;
    cut: object;
  };
  assert.equal(read.text.split('\n').at(-1), `line ${read.endLine}`);
  assert.deepEqual(read.cut, { shown: read.endLine - 10, of: 50, next: `Call again with "line": ${read.endLine + 1}.` });
  const citations = Array.from({ length: 40 }, (_, line) => ({ line, state: 'current' }));
  const checked = JSON.parse(await fitted({ citations }, { from: 7 }, fits)) as { citations: object[]; cut: { next: string } };
  assert.equal(checked.cut.next, `Call again with "from": ${7 + checked.citations.length}.`);
});
