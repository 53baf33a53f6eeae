import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stepInHistory, type HistoryPlace } from '../../webview-ui/src/questionHistory.ts';
import { blankAfter, offeredTemplates } from '../../webview-ui/src/templates.ts';

const questions = ['third', 'second', 'first'];

/** What the box has after each key; U and D are the arrows. */
function texts(keys: string, unsent: string): readonly string[] {
  let text = unsent;
  let place: HistoryPlace | undefined;
  return [...keys].map((key) => {
    const step = stepInHistory(key === 'U' ? 'ArrowUp' : 'ArrowDown', text, questions, place);
    if (step) ({ text, place } = step);
    return text;
  });
}

test('the arrows lead to earlier questions and back to what was not sent', () => {
  assert.deepEqual(texts('UUUUDDD', 'half'), ['third', 'second', 'first', 'first', 'second', 'third', 'half']);
  assert.deepEqual(texts('UD', 'third'), ['second', 'third'], 'the shown question is not shown twice');
  assert.deepEqual(texts('D', 'half'), ['half']);
});

test('whatever keys are pressed, enough of Down brings back what was not sent', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('U', 'D')), fc.string(), (keys, unsent) => {
      assert.equal(texts(`${keys.join('')}DDDDD`, unsent).at(-1), unsent);
    }),
  );
});

test('the blanks of a template follow each other in a circle', () => {
  const text = 'Compare … and …';
  assert.deepEqual(
    [blankAfter(text, 0), blankAfter(text, 9), blankAfter(text, 15)],
    [
      { start: 8, end: 9 },
      { start: 14, end: 15 },
      { start: 8, end: 9 },
    ],
  );
  assert.equal(blankAfter('Compare A and B', 0), undefined);
  for (const one of offeredTemplates.suggestions) assert.ok(blankAfter(one.text, 0), one.text);
});
