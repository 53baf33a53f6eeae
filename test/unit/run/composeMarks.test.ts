/** Marks of passages that were not shown, in whatever a model writes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../../../src/trace/fold.ts';
import { Writer, run, written, sentences } from '../../support/composing.ts';

test('a passage that was not shown is no source, whatever its number, even if its words are in another', async () => {
  const marks = ['0', '4', '999', '-1', '1234567', '１', 'Passage 0'].map((number) => `[${number}: "cast in 1952"]`);
  for (const mark of [...marks, '[0]', '[4]', '[999]', '[1-300]', '[1-9999999]', '[-1]', '[１]']) {
    const answer = await written(() => `The tide bell was cast in 1952 ${mark}.`);
    assert.deepEqual([sentences(answer), answer.citations], [['unsupported no-quote 0'], []], mark);
  }
  const both = await written(({ tide }) => `The tide bell was cast in 1952 [0: "cast in 1949"; ${tide}: "cast in 1952"].\n\n- [${tide}]`);
  assert.deepEqual([sentences(both), both.blocks.length], [['supported 1'], 1]);
});

test('whatever a model writes, citations are of passages that were shown, and only what is cited is supported', async () => {
  const piece = fc.constantFrom(
    ...[
      '[',
      ']',
      ': ',
      '"cast in 1952"',
      '0',
      '1',
      '2',
      '3',
      '4',
      '-',
      '－',
      '１',
      '99',
      '; ',
      ', ',
      '\n',
      '\n\n',
      '- ',
      '| ',
      '|-|-|\n',
      '**',
    ],
    ...[
      'It was cast in 1952',
      '. ',
      'memory',
      'CONFLICT: ',
      'NOT STATED: ',
      '(Passage ',
      ')',
      '【',
      '†】',
      '[^',
      '…',
      ':',
      '<sup>',
      '</sup>',
      '\\',
    ],
    ...['[0: "cast in 1952"]', '[1: "cast in 1952"]', '[4: "cast in 1949"]', '[2]', '[0]', '[1-9999]'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
      const trace = fold(await run(new Writer(() => pieces.join(''))));
      const { sentences: all = [], citations = [] } = trace.written ?? {};
      const numbers = new Set(citations.map(({ n }) => n));
      for (const { text, citations: own, support } of all) {
        assert.match(text, /[\p{L}\p{N}\p{So}]/u);
        assert.ok(own.every((n) => numbers.has(n)));
        assert.ok(own.length > 0 || support === 'unsupported' || support === 'own-knowledge' || /[:：]$/.test(text), text);
      }
    }),
    { numRuns: 60 },
  );
});
