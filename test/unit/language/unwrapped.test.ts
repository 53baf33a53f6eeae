import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unwrapped } from '../../../src/language/unwrapped.ts';

test('wrapped prose becomes paragraphs, also in items and behind hyphens', () => {
  const wrapped = [
    'The gates of the barrage are shut when the tide turns.',
    'Each of them weighs forty tons, and the oldest has not',
    'moved since the winter of 1955.',
    '',
    '- The keeper of the older gate, whose name is known, lives be-',
    '  side it.',
    '- The other one lives in town.',
  ].join('\n');
  assert.equal(
    unwrapped(wrapped),
    'The gates of the barrage are shut when the tide turns. Each of them weighs forty tons, and the oldest has not moved since the winter of 1955.\n\n' +
      '- The keeper of the older gate, whose name is known, lives be-side it.\n- The other one lives in town.',
  );
});

test('code, tables, items, speakers and short lines keep their lines', () => {
  for (const text of [
    'def f(x):\n    return x\n\nf(\n  1,\n)',
    '// The type of what is kept\nclass Kept<T>',
    '| Gate | Tons |\n| - | - |\n| Quillan Gate | 40 |',
    'Quillan Gate; Tons: 40; Keeper: Ada\nOrrin Gate; Tons: 38; Keeper: nobody\nin particular',
    'Revenue   2021   2022\nNet sales   1,204   1,310',
    'Ada Holm: the gate does not open any more since the morning\nTom Reed: the same here, and nobody comes to look at it',
    'The first gate was built in the year of the great flood.\nThe second gate was built by her son.\nThe third was never built.',
    'apples\npears\nplums',
    'One paragraph of a document that has one paragraph per line, as long as it is.\n\n\nAnother one.',
  ])
    assert.equal(unwrapped(text), text);
});

test('breaks that a reader put in stay', () => {
  const text = 'What the reader found in the first of the paragraphs of it\nand in another one';
  const at = text.indexOf('\n');
  assert.equal(unwrapped(text, [0, 0, text.length, 0]), text.replace('\n', ' '));
  assert.equal(unwrapped(text, [0, 0, at, 0, at + 1, 90, text.length - at - 1, 1]), text);
});

test('nothing but white space changes', () => {
  const line = fc.stringMatching(/^[A-Za-z0-9 ,.:;|#*(){}=\-]{0,90}$/);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines.join('\n');
      const once = unwrapped(text);
      assert.equal(once.replace(/\s/g, ''), text.replace(/\s/g, ''));
      assert.ok(once.length <= text.length);
    }),
  );
});
